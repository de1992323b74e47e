/** Whether the server was there when it was last asked. */
export const line = $state({ offline: false })
