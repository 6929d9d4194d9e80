import { expect, test } from 'vitest'
import { describeRejection, describeUndone } from './use-reject-open.ts'

const refused = (...names: (string | null)[]) =>
  names.map((name, id) => ({ id, name, reason: 'changed_meanwhile' as const, stored: null }))

test('the notice says how many were rejected, and names up to three that were not', () => {
  expect(describeRejection({ count: 1, refused: [] })).toBe('1 application rejected.')
  expect(describeRejection({ count: 1_200, refused: refused('Ana', 'Ben') })).toBe(
    '1,200 applications rejected. Changed meanwhile and not rejected: Ana, Ben.',
  )
  expect(describeRejection({ count: 4, refused: refused('Ana', 'Ben', null, 'Cy', 'Di') })).toBe(
    '4 applications rejected. Changed meanwhile and not rejected: Ana, Ben, Cy, 2 more.',
  )
  expect(describeRejection({ count: 500, refused: [], error: new Error('500: no') })).toBe(
    '500 applications rejected. The rest could not be rejected.',
  )
})

test('the notice of an undo says how many are open again, and names up to three that are not', () => {
  const undone = { changed: [], refused: [], unchanged: [] }
  expect(describeUndone([{ ...undone, unchanged: [1, 2] }])).toEqual({
    title: 'Rejections undone',
    description: '2 applications are open again.',
  })
  expect(describeUndone([{ ...undone, refused: refused('Ana', 'Ben', null) }])).toEqual({
    title: 'Not undone',
    description: 'Changed or deleted meanwhile and not opened again: Ana, Ben, 1 more.',
    tone: 'error',
  })
  expect(describeUndone([null, { ...undone, unchanged: [1], refused: refused('Ana') }])).toEqual({
    title: 'Undone in part',
    description:
      '1 application is open again. Some rejections had been undone already. Changed or deleted meanwhile and not opened again: Ana.',
    tone: 'error',
  })
  expect(describeUndone([null]).description).toBe('All rejections had been undone already.')
})
