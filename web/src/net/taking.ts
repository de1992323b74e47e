/** A game that somebody drops onto the page: a record, or a file that carries one. */
import { addressOf, go } from './address'
import { api } from './api'

const CARRIED = /<script type="application\/json" id="bastide-record">([\s\S]*?)<\/script>/
const LARGEST = 8_000_000

/** The record in a text; null where there is none. */
export function recordIn(text: string): unknown {
  const carried = CARRIED.exec(text)?.[1]
  try {
    const record = JSON.parse(carried ?? text) as { format?: unknown }
    return typeof record.format === 'string' && record.format.startsWith('bastide-record/') ? record : null
  } catch {
    return null
  }
}

/** Keeps a dropped game at this server and goes to its result; false where the file holds none. */
export async function takeIn(file: File): Promise<boolean> {
  const record = file.size > LARGEST ? null : recordIn(await file.text())
  if (!record) return false
  const id = (await api.take(record)).split('/').pop() ?? ''
  go(addressOf({ page: 'end', id }))
  return true
}
