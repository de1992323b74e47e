/** Where the owner of a card is told that it is their turn. */
import { ask } from './api'
import { ownCard } from './own_card'
import type { Wire } from './protocol'

export type To = Wire['NewChannel']['to']

const key = (): string => ownCard()?.key ?? ''

export const readChannels = (): Promise<Wire['Channels']> => ask('card/channels', undefined, key())
export const addChannel = (to: To): Promise<Wire['Channel']> => ask('card/channels', { to }, key())
export const endChannel = (id: string): Promise<unknown> => ask(`card/channels/${id}`, undefined, key(), 'DELETE')
export const confirmMail = (code: string): Promise<unknown> => ask('mail/confirm', { code })
export const endMail = (code: string): Promise<unknown> =>
  ask(`mail/off/${encodeURIComponent(code)}`, undefined, '', 'POST')

/** Whether this browser can be told while the page is closed. */
export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis

/** The subscription of this browser, as the server wants it; null where its reader does not. */
export async function subscribe(serverKey: string): Promise<To | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  const { pushManager } = await navigator.serviceWorker.ready
  const made = (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: serverKey })).toJSON()
  const { p256dh = '', auth = '' } = made.keys ?? {}
  return { kind: 'push', endpoint: made.endpoint ?? '', p256dh, auth }
}

/** What this browser is subscribed to, if it is. */
export async function subscribedTo(): Promise<string> {
  const registration = await navigator.serviceWorker?.getRegistration()
  return (await registration?.pushManager?.getSubscription())?.endpoint ?? ''
}

export async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}
