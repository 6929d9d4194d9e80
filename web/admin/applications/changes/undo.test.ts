import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serve } from '../../../../test/web-test-kit.ts'
import type { UndoStep } from './change-texts.ts'
import { dropStep, findStep, noteChanges, pushStep, undoStep } from './undo.ts'

let user = 'amy'
beforeEach(() => {
  user = 'amy'
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => (key === 'user' ? JSON.stringify({ username: user }) : null),
  })
})
afterEach(() => vi.unstubAllGlobals())

const stepOf = (...changes: number[]): UndoStep => ({ noun: 'Change', changes, done: [] })

const UNDONE = { changed: [], refused: [], unchanged: [1] }

test('the newest step comes first, and another admin finds none of them', () => {
  const [older, newer] = [stepOf(1), stepOf(2)]
  for (const step of [older, newer]) pushStep(step)
  expect(findStep()).toBe(newer)
  expect(findStep(1)).toBe(older)
  user = 'ben'
  expect(findStep()).toBeUndefined()
  user = 'amy'
  expect(dropStep(newer)).toBe(true)
  expect(dropStep(newer)).toBe(false)
  expect(findStep()).toBe(older)
})

test('a change that was sent twice has one step', () => {
  const [first, second] = [stepOf(), stepOf()]
  for (const step of [first, second]) {
    pushStep(step)
    noteChanges(step, [7])
  }
  expect(findStep()).toBe(second)
  expect(dropStep(first)).toBe(false)
})

test('a retry goes on with the changes not undone yet, and one that was undone already counts as done', async () => {
  const step = stepOf(9, 8, 7)
  const first = serve(UNDONE, 500)
  await expect(undoStep(step)).rejects.toMatchObject({ status: 500 })
  expect(first).toEqual([requestOf(7), requestOf(8)])
  expect(step).toMatchObject({ changes: [9, 8], done: [UNDONE] })

  const second = serve({ code: 'already_undone' }, UNDONE)
  await undoStep(step)
  expect(second).toEqual([requestOf(8), requestOf(9)])
  expect(step).toMatchObject({ changes: [], done: [UNDONE, null, UNDONE] })
})

test('a change that can no longer be undone is an error', async () => {
  serve({ code: 'undo_expired' })
  await expect(undoStep(stepOf(7))).rejects.toMatchObject({ code: 'undo_expired' })
})

const requestOf = (id: number) => ['POST', `/api/admin/application-changes/${id}/undo`]
