import { describe, expect, test } from 'vitest'
import { matchPage, NOT_FOUND } from './routes.tsx'

describe('finding the page of a path', () => {
  test.each(['/', '/recovery', '/admin', '/admin/dashboard', '/admin/login', '/admin/setup'])(
    '%s has its own',
    (path) => {
      expect(matchPage(path).page.pattern).toBe(path)
    },
  )

  test('a job page gets its id as it stands in the path', () => {
    expect(matchPage('/jobs/7').params).toEqual({ id: '7' })
    expect(matchPage('/jobs/seven').params).toEqual({ id: 'seven' })
  })

  test('a slash at the end makes no difference', () => {
    expect(matchPage('/recovery/').page.pattern).toBe('/recovery')
  })

  test.each(['/jobs', '/jobs/7/8', '/nowhere', '/Recovery'])('%s is not found', (path) => {
    expect(matchPage(path).page).toBe(NOT_FOUND)
  })
})
