import { expect, test } from 'vitest'
import type { FilledJob } from '../../../../contract/filling/filling.ts'
import { describeFilled, summarizeFilling } from './filling-texts.ts'

test('the toast says what happened to whom', () => {
  const filled = { hired: { id: 1, name: 'Ana' }, rejected: 1, refused: [], stillOpen: 1 } as unknown as FilledJob
  expect(describeFilled(filled)).toBe('Ana is hired. 1 application rejected. 1 application stays open.')
  const refused = [{ id: 2, name: 'Ben', reason: 'changed_meanwhile' as const }]
  expect(describeFilled({ ...filled, hired: null, rejected: 1_200, refused, stillOpen: 2 })).toBe(
    '1,200 applications rejected. Not rejected: Ben was changed by another admin meanwhile. 2 applications stay open.',
  )
})

test('the dialog says what is about to happen, and who is beyond one step', () => {
  expect(summarizeFilling({ hired: 'Ana', rejected: 2, staying: 1, unlisted: 0 })).toBe(
    'Ana is hired. Rejecting concerns 2 applications; 1 in Interview stays open. One undo takes everything back, for 10 minutes.',
  )
  expect(summarizeFilling({ hired: undefined, rejected: 2_000, staying: 0, unlisted: 30 })).toContain(
    '30 more are too many for one step and stay open.',
  )
})
