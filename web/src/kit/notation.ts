/** Finding a move by what is typed: case, accents and spaces do not matter; what begins alike comes first. */
import type { Option } from './chooser.svelte'

export function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
}

export function matches(options: readonly Option[], typed: string, say: (option: Option) => string): Option[] {
  const wanted = plain(typed)
  if (!wanted) return [...options]
  const rank = (option: Option): number => {
    const [text, words] = [plain(option.text), plain(say(option))]
    return [
      text === wanted,
      text.startsWith(wanted),
      words.startsWith(wanted),
      text.includes(wanted),
      `${text} ${words}`.includes(wanted), // as the list reads
    ].indexOf(true)
  }
  return options
    .map((option) => ({ option, rank: rank(option) }))
    .filter((one) => one.rank >= 0)
    .sort((a, b) => a.rank - b.rank)
    .map(({ option }) => option)
}
