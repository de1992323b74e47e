/** The keys of one's seats, and the invitations one has made, kept in this browser: a private link is an identity. */
const KEYS = 'bastide.keys'
const LINKS = 'bastide.links'

type Book<Entry> = Record<string, Entry>

function read<Entry>(name: string): Book<Entry> {
  try {
    return JSON.parse(localStorage.getItem(name) ?? '{}') as Book<Entry>
  } catch {
    return {}
  }
}

function write<Entry>(name: string, book: Book<Entry>): void {
  try {
    localStorage.setItem(name, JSON.stringify(book))
  } catch {
    // A browser without storage still has the link in its address.
  }
}

export interface Invitations {
  links: { seat: number; href: string }[]
  watch: string
}

export const allKeys = (): string[] => Object.values(read<string>(KEYS))
export const keyOf = (table: string): string => read<string>(KEYS)[table] ?? ''
export const keepKey = (table: string, key: string): void => write(KEYS, { ...read<string>(KEYS), [table]: key })
export function forgetKey(table: string): void {
  for (const name of [KEYS, LINKS]) {
    const book = read(name)
    delete book[table]
    write(name, book)
  }
}
export const invitationsOf = (table: string): Invitations | null => read<Invitations>(LINKS)[table] ?? null
export const keepInvitations = (table: string, made: Invitations): void =>
  write(LINKS, { ...read<Invitations>(LINKS), [table]: made })
