/** The sign a name goes by: its first grapheme, so that emoji and combining marks stay whole. */
const graphemes = globalThis.Intl?.Segmenter ? new Intl.Segmenter(undefined, { granularity: 'grapheme' }) : null

export function initial(name: string): string {
  const text = name.trim()
  const first = graphemes ? [...graphemes.segment(text)][0]?.segment : [...text][0]
  return (first ?? '').toLocaleUpperCase()
}
