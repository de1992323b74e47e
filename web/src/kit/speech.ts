/** What is announced, in messages short enough to be listened to: whole sentences where they fit, nothing left out. */

export const LONGEST = 200

/** Sentences gathered into messages of at most `longest` characters; a longer one is broken between words. */
export function messagesOf(sentences: readonly string[], longest = LONGEST): string[] {
  const messages: string[] = []
  for (const piece of sentences.flatMap((sentence) => broken(sentence.trim(), longest))) {
    const last = messages.at(-1)
    const joined = last === undefined ? piece : `${last}${/[.!?]$/.test(last) ? '' : '.'} ${piece}`
    if (last !== undefined && joined.length <= longest) messages[messages.length - 1] = joined
    else messages.push(piece)
  }
  return messages
}

/** Whether a sentence only says again what was said right before it, full stop or not. */
export const repeats = (before: string | undefined, sentence: string): boolean =>
  before?.trim().replace(/\.$/, '') === sentence.trim().replace(/\.$/, '')

function broken(sentence: string, longest: number): string[] {
  if (!sentence) return []
  if (sentence.length <= longest) return [sentence]
  const room = sentence.slice(0, longest + 1)
  const comma = room.lastIndexOf(', ')
  const end = comma > 0 ? comma + 1 : Math.max(room.lastIndexOf(' '), 0) || longest
  return [sentence.slice(0, end).trim(), ...broken(sentence.slice(end).trim(), longest)]
}
