/** The hash that a seat shows of its part of the shuffle; what checks a whole proof is in fairness.ts. */
export const bytesOf = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(new TextEncoder().encode(text))
export const fromHex = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16))
const toHex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

export async function sha256(...parts: Uint8Array[]): Promise<string> {
  const whole = Uint8Array.from(parts.flatMap((part) => [...part]))
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', whole)))
}

export const sealOf = (entropy: string): Promise<string> => sha256(bytesOf('bastide-seal/1\n'), bytesOf(entropy))
