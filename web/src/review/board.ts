/** What was played and what might have been, marked on the pieces of a board that stand for it. */
const MARKS = ['was-played', 'was-better'] as const

export function markMoves(board: HTMLElement, played: readonly string[], better: readonly string[]): void {
  for (const mark of MARKS) for (const piece of board.querySelectorAll(`.${mark}`)) piece.classList.remove(mark)
  const pieces = [...board.querySelectorAll<HTMLElement>('[data-target]')]
  const mark = (targets: readonly string[], name: string): void => {
    for (const target of targets)
      for (const piece of pieces.filter((one) => one.dataset['target'] === target || one.dataset['piece'] === target))
        piece.classList.add(name)
  }
  mark(played, MARKS[0])
  mark(better, MARKS[1])
}
