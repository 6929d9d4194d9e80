import { expect, test } from 'vitest'
import { listAddress } from './application-list-api.ts'
import { FIRST_VIEW } from './list-view.ts'

test('the first page of a status leaves archived applications out', () => {
  expect(listAddress({ ...FIRST_VIEW, cursor: null })).toBe(
    '/api/applications?status=pending&archived=false&sort=-date&limit=25',
  )
})

test('the archived tab takes every status', () => {
  expect(listAddress({ tab: 'archived', job: 'none', search: 'a&b', sort: 'name', cursor: 'x=' })).toBe(
    '/api/applications?archived=true&jobId=none&q=a%26b&sort=name&limit=25&cursor=x%3D',
  )
})
