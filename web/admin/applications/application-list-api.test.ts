import { expect, test } from 'vitest'
import { listAddress, nextCursorOf } from './application-list-api.ts'
import { FIRST_VIEW } from './list-view.ts'

test('the first page of a status leaves archived applications out', () => {
  expect(listAddress({ ...FIRST_VIEW, cursor: null })).toBe(
    '/api/applications?status=pending&archived=false&sort=-date&limit=25',
  )
})

test('the archived tab takes every status, of a posting and a person', () => {
  expect(
    listAddress({
      tab: 'archived',
      job: 'none',
      assigned: 'me',
      tags: '3,7',
      search: 'a&b',
      sort: 'name',
      saved: '12',
      cursor: 'x=',
    }),
  ).toBe('/api/applications?archived=true&jobId=none&assigned=me&tags=3%2C7&q=a%26b&sort=name&limit=25&cursor=x%3D')
})

test('the next page is the one with the relation of that name', () => {
  const previous = '</api/applications?cursor=old>; rel="prev"'
  const next = '</api/applications?limit=50&cursor=a%2Bb%3D>; rel="next"'
  expect([next, `${previous}, ${next}`].map(nextCursorOf)).toEqual(['a+b=', 'a+b='])
})

test.each([null, '', '</api/applications?cursor=old>; rel="prev"', '</api/applications>; rel="next"'])(
  'there is none in %s',
  (header) => {
    expect(nextCursorOf(header)).toBeNull()
  },
)
