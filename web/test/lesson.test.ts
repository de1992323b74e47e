import { beforeEach, describe, expect, it, vi } from 'vitest'
import { api } from '../src/net/api'
import type { Learning, LessonView } from '../src/net/protocol'
import { sample } from '../src/samples'
import { keptLesson, Lesson } from '../src/table/lesson.svelte'

/** A server that answers when the test lets it. */
const asked: { learning: Learning; answer: (view: LessonView) => void }[] = []
let at: LessonView
let lesson: Lesson

async function answered(view: LessonView = at): Promise<void> {
  asked.at(-1)?.answer(view)
  await vi.waitFor(() => expect(lesson.state).toBe(view))
}

beforeEach(async () => {
  localStorage.clear()
  asked.length = 0
  const { table, view, log } = await sample('enghien')
  const step = { name: 'aim', chapter: 'aim', label: { key: 'k' }, row: [], marks: [], clause: 'ENG-10', free: false }
  at = {
    game: 'enghien',
    rules_version: 1,
    chapters: ['aim', 'turn'],
    table,
    view,
    refusals: [],
    log,
    step: step as LessonView['step'],
    done: [],
    now: [],
    learnt: [],
  }
  vi.spyOn(api, 'learn').mockImplementation(
    (_, learning) => new Promise((answer) => void asked.push({ learning, answer })),
  )
  lesson = new Lesson('enghien', () => 'Léa')
  void lesson.open()
  await answered()
})

describe('a lesson', () => {
  it('asks one thing at a time: a second press before the answer is none', async () => {
    void lesson.readOn()
    void lesson.readOn()
    expect(asked.slice(1).map(({ learning }) => learning)).toEqual([{ done: [], now: [], tried: [] }])
    await answered({ ...at, done: [[]] })
    void lesson.readOn()
    expect(asked.at(-1)?.learning).toEqual({ done: [[]], now: [], tried: [] })
  })

  it('keeps the place of what was answered, not of what was asked', async () => {
    void lesson.readOn()
    expect(keptLesson('enghien')?.done).toEqual([])
    await answered({ ...at, done: [[]] })
    expect(keptLesson('enghien')?.done).toEqual([[]])
  })

  it('asks again after the server was away', async () => {
    vi.mocked(api.learn).mockRejectedValueOnce(new TypeError('failed to fetch'))
    await lesson.readOn()
    expect(lesson.lost).toBe(true)
    void lesson.readOn()
    await answered({ ...at, done: [[]] })
    expect(lesson.lost).toBe(false)
  })
})
