import { expect, test } from 'vitest'
import { FIRST_VIEW, type ListView, readListView, readPageNumber, sortOf, writeListView } from './list-view.ts'

test('an address that says nothing shows the pending ones, newest first', () => {
  expect(readListView('')).toEqual(FIRST_VIEW)
  expect(writeListView(FIRST_VIEW)).toBe('')
})

test.each<ListView>([
  { tab: 'archived', job: '7', assigned: 'me', tags: '3,7', search: 'SCADA & "edge" 100%', sort: 'name', saved: '12' },
  { tab: 'hired', job: 'none', assigned: '12', tags: '', search: 'josé+müller', sort: '-status', saved: '' },
])('a view comes back from its address: %o', (view) => {
  expect(readListView(writeListView(view).slice(1))).toEqual(view)
})

test.each(['tab=stolen', 'job=0', 'job=1e3', 'job=9999999999', 'sort=email', 'q=%20%20', 'view=x'])(
  '%s is ignored',
  (query) => {
    expect(readListView(query)).toEqual(FIRST_VIEW)
  },
)

test('the order of a tab is not in the address: interviews by their dates, everything else newest first', () => {
  const interview = { ...FIRST_VIEW, tab: 'interview' } as const
  expect([sortOf(FIRST_VIEW), sortOf(interview)]).toEqual(['-date', 'interview'])
  expect(writeListView(interview)).toBe('?tab=interview')
  expect(readListView('tab=interview&sort=interview')).toEqual(interview)
  expect(writeListView({ ...interview, sort: '-date' })).toBe('?tab=interview&sort=-date')
  expect(readListView('sort=-date')).toEqual(FIRST_VIEW)
})

test('a search is cut to what the server takes', () => {
  expect(readListView(`q=${'x'.repeat(500)}`).search).toHaveLength(200)
})

test('a later page has its number in the address; anything else is the first', () => {
  expect(readPageNumber(writeListView(FIRST_VIEW, 3))).toBe(3)
  expect(writeListView(FIRST_VIEW, 1)).toBe('')
  for (const query of ['', 'page=0', 'page=-1', 'page=2.5', 'page=99999999']) expect(readPageNumber(query)).toBe(1)
})
