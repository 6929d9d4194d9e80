import { beforeAll, describe, expect, test } from 'vitest'
import { allRoutes, matchPage, NOT_FOUND, pendingRoutes } from './routes.tsx'

test('the list of the pages of the admin area is loaded for its addresses alone', async () => {
  expect(pendingRoutes('/')).toBeUndefined()
  expect(pendingRoutes('/jobs/7')).toBeUndefined()
  for (const path of ['/admin', '/admin/nowhere', '/view-applications']) {
    expect(pendingRoutes(path), path).toBeInstanceOf(Promise)
    expect(matchPage(path).page).toBe(NOT_FOUND)
  }
  await pendingRoutes('/admin')
  expect(pendingRoutes('/admin')).toBeUndefined()
  expect(matchPage('/admin').page.pattern).toBe('/admin')
})

describe('finding the page of a path', () => {
  beforeAll(allRoutes)

  test.each(['/', '/recovery', '/admin', '/admin/dashboard', '/admin/login', '/admin/setup', '/view-applications'])(
    '%s has its own',
    (path) => {
      expect(matchPage(path).page.pattern).toBe(path)
    },
  )

  test('a job page gets the id of its path', () => {
    expect(matchPage('/jobs/7').params).toEqual({ id: '7' })
    expect(matchPage('/jobs/seven').params).toEqual({ id: 'seven' })
  })

  test('the pages of two applications are one page, which stays; those of two postings are two', () => {
    expect(matchPage('/admin/applications/7')).toMatchObject({ page: { isShared: true }, params: { id: '7' } })
    expect(matchPage('/admin/jobs/7')).toMatchObject({ page: { isShared: false }, params: { id: '7' } })
  })

  test('an address with a slash at the end is not found: the server has sent it on before', () => {
    expect(matchPage('/recovery/').page).toBe(NOT_FOUND)
  })

  test.each(['/jobs', '/jobs/7/8', '/nowhere', '/Recovery', '/admin/nowhere', '/administration', '/admin/jobs/7/8'])(
    '%s is not found',
    (path) => {
      expect(matchPage(path).page).toBe(NOT_FOUND)
    },
  )
})
