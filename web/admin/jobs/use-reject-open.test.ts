import { expect, test } from 'vitest'
import { describeRejection } from './use-reject-open.ts'

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
