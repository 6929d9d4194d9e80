import { afterEach, expect, test, vi } from 'vitest'
import { type Undoing, undoRejections } from './undo-rejections.ts'

afterEach(() => vi.unstubAllGlobals())

const UNDONE = { changed: [], refused: [], unchanged: [1] }

test('a retry goes on with what is left, and what was undone already counts as done', async () => {
  const undoing: Undoing = { left: [7, 8, 9], done: [] }
  const first = serve(UNDONE, { status: 500 })
  await expect(undoRejections(undoing)).rejects.toMatchObject({ status: 500 })
  expect(first).toEqual([pathOf(7), pathOf(8)])
  expect(undoing).toEqual({ left: [8, 9], done: [UNDONE] })

  const second = serve({ status: 409, code: 'already_undone' }, UNDONE)
  await undoRejections(undoing)
  expect(second).toEqual([pathOf(8), pathOf(9)])
  expect(undoing).toEqual({ left: [], done: [UNDONE, null, UNDONE] })
})

test('a change that can no longer be undone is an error', async () => {
  serve({ status: 409, code: 'undo_expired' })
  await expect(undoRejections({ left: [7], done: [] })).rejects.toMatchObject({ code: 'undo_expired' })
})

const pathOf = (id: number) => `/api/admin/application-changes/${id}/undo`

/** Answers the next requests with these bodies, or refuses them where a status is given; returns their addresses. */
function serve(...answers: Array<{ status?: number; [field: string]: unknown }>): string[] {
  const addresses: string[] = []
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('fetch', async (address: string) => {
    addresses.push(address)
    const { status = 200, ...body } = answers.shift() ?? {}
    return Response.json(body, { status })
  })
  return addresses
}
