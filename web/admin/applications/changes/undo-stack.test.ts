import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dropStep, findStep, pushStep, type UndoStep, undoStep } from './undo-stack.ts'

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

test('a retry goes on with what is left, and what was undone already counts as done', async () => {
  const step = stepOf(9, 8, 7)
  const first = serve(UNDONE, { status: 500 })
  await expect(undoStep(step)).rejects.toMatchObject({ status: 500 })
  expect(first).toEqual([pathOf(7), pathOf(8)])
  expect(step).toMatchObject({ changes: [9, 8], done: [UNDONE] })

  const second = serve({ status: 409, code: 'already_undone' }, UNDONE)
  await undoStep(step)
  expect(second).toEqual([pathOf(8), pathOf(9)])
  expect(step).toMatchObject({ changes: [], done: [UNDONE, null, UNDONE] })
})

test('a change that can no longer be undone is an error', async () => {
  serve({ status: 409, code: 'undo_expired' })
  await expect(undoStep(stepOf(7))).rejects.toMatchObject({ code: 'undo_expired' })
})

const pathOf = (id: number) => `/api/admin/application-changes/${id}/undo`

/** Answers the next requests with these bodies, or refuses them where a status is given; returns their addresses. */
function serve(...answers: Array<{ status?: number; [field: string]: unknown }>): string[] {
  const addresses: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    addresses.push(address)
    const { status = 200, ...body } = answers.shift() ?? {}
    return Response.json(body, { status })
  })
  return addresses
}
