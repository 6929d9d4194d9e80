import { expect, test } from 'vitest'
import { FIRST_VIEW, readListView } from '../applications/list-view.ts'
import { addressOfView, filterOf, isSameFilter, missingWords, ownerWords } from './view-texts.ts'

const FIRST = filterOf(FIRST_VIEW)

test('the address of a view has its filter and says which view it is', () => {
  const filter = { ...FIRST, tab: 'late', tags: '7,3', search: 'edge & more' } as const
  const address = addressOfView({ id: 12, filter })
  expect(readListView(address.split('?')[1] ?? '')).toEqual({ ...filter, saved: '12' })
})

test('a list differs from a view by what it shows, not by the order of its tags or by which view it is', () => {
  expect(isSameFilter({ ...FIRST, tags: '3,7' }, { ...FIRST, tags: '7,3' })).toBe(true)
  expect(isSameFilter(FIRST, { ...FIRST_VIEW, saved: '12' } as typeof FIRST)).toBe(true)
  expect(isSameFilter(FIRST, { ...FIRST, search: 'edge' })).toBe(false)
  expect(isSameFilter({ ...FIRST, sort: 'name' }, FIRST)).toBe(false)
})

test.each([
  [[], undefined],
  [
    ['job'],
    'It filters by a posting that is no longer there, or not shown to you. So it may list nothing, until you take it out of the filter.',
  ],
  [
    ['job', 'assigned', 'tags'],
    'It filters by a posting, a person and a tag that are no longer there, or not shown to you. So it may list nothing, until you take them out of the filter.',
  ],
] as const)('what is missing is said in words: %j', (missing, words) => {
  expect(missingWords({ missing: [...missing] })).toBe(words)
})

test('a view says whose it is', () => {
  expect([
    ownerWords({ isOwn: true, isShared: false, by: 'Rita' }),
    ownerWords({ isOwn: true, isShared: true, by: 'Rita' }),
    ownerWords({ isOwn: false, isShared: true, by: 'Rita' }),
    ownerWords({ isOwn: false, isShared: true, by: null }),
  ]).toEqual(['Yours', 'Yours, shared with all colleagues', 'Shared by Rita', 'Shared by a former colleague'])
})
