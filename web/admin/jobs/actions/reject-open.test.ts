import { afterEach, expect, test, vi } from 'vitest'
import { serve } from '../../../../test/web-test-kit.ts'
import { rejectOpen } from './reject-open.ts'

afterEach(() => vi.unstubAllGlobals())

const BOARD = { columns: [{ status: 'pending', cards: [{ id: 1, version: 1 }] }] }
const MADE = {
  id: 7,
  undoableUntil: null,
  changed: [{ id: 1 }],
  refused: [],
  unchanged: [],
  messages: { drafts: [3], waiting: [], byHand: [], isMailed: true },
}

test('when a later request fails, what was rejected before is returned with the error', async () => {
  serve(BOARD, MADE, BOARD, 500)
  expect(await rejectOpen(1)).toMatchObject({ changes: [7], count: 1, refused: [], error: { status: 500 } })
  serve(BOARD, MADE, 503)
  expect(await rejectOpen(1)).toMatchObject({ changes: [7], count: 1, error: { status: 503 } })
})

test('when the first request fails, the error is thrown', async () => {
  serve(BOARD, 500)
  await expect(rejectOpen(1)).rejects.toMatchObject({ status: 500 })
})
