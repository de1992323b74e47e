/** Giving a link away: the system's own sheet where there is one, else the clipboard. */
export type Given = 'shared' | 'copied' | 'neither'

export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

export async function give(title: string, url: string): Promise<Given> {
  if (typeof navigator.share !== 'function') return (await copy(url)) ? 'copied' : 'neither'
  try {
    await navigator.share({ title, url })
    return 'shared'
  } catch {
    return 'neither'
  }
}
