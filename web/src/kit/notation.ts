/** Finding a move by what is typed: case, accents and spaces do not matter; what begins alike comes first. */
import type { Option } from './chooser.svelte'

export function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()
}

export function matches(options: readonly Option[], typed: string, say: (option: Option) => string): Option[] {
  const wanted = plain(typed)
  if (!wanted) return [...options]
  const ranked = options.map((option) => {
    const text = plain(option.text)
    const words = plain(say(option))
    const rank =
      text === wanted
        ? 0
        : text.startsWith(wanted)
          ? 1
          : words.startsWith(wanted)
            ? 2
            : text.includes(wanted)
              ? 3
              : words.includes(wanted)
                ? 4
                : 9
    return { option, rank }
  })
  return ranked
    .filter(({ rank }) => rank < 9)
    .sort((a, b) => a.rank - b.rank)
    .map(({ option }) => option)
}
