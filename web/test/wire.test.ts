/** The page's pictures have the parts that the server's have: a part that comes or goes is a type error here. */
import { describe, expect, it } from 'vitest'
import type { GameId, Pictures } from '../src/net/protocol'
import type { components } from '../src/net/wire'

type Wire = components['schemas']
type Same<One, Other> = [Exclude<keyof One, keyof Other>, Exclude<keyof Other, keyof One>] extends [never, never]
  ? true
  : [Exclude<keyof One, keyof Other>, Exclude<keyof Other, keyof One>]

const same: Record<GameId, true> = {
  alhambra: true satisfies Same<Pictures['alhambra'], Omit<Wire['AlhambraPicture'], 'game'>>,
  batisseurs: true satisfies Same<Pictures['batisseurs'], Omit<Wire['BatisseursPicture'], 'game'>>,
  enghien: true satisfies Same<Pictures['enghien'], Omit<Wire['EnghienPicture'], 'game'>>,
  carpe_diem: true satisfies Same<Pictures['carpe_diem'], Omit<Wire['CarpeDiemPicture'], 'game'>>,
}

describe('the wire', () => {
  it('names every game whose picture is drawn', () => {
    const tagged: GameId[] = [
      'alhambra',
      'batisseurs',
      'enghien',
      'carpe_diem',
    ] satisfies Wire['View']['picture']['game'][]
    expect(Object.keys(same).sort()).toEqual([...tagged].sort())
  })
})
