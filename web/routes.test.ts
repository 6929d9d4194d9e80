import { describe, expect, test } from 'vitest'
import { matchPage, NOT_FOUND } from './routes.tsx'

describe('finding the page of a path', () => {
  test.each(['/', '/recovery', '/admin', '/admin/dashboard', '/admin/login', '/admin/setup'])(
    '%s has its own',
    (path) => {
      expect(matchPage(path).page.pattern).toBe(path)
    },
  )

  test('a job page gets the id of its path', () => {
    expect(matchPage('/jobs/7').params).toEqual({ id: '7' })
    expect(matchPage('/jobs/seven').params).toEqual({ id: 'seven' })
  })

  test('an address with a slash at the end is not found: the server has sent it on before', () => {
    expect(matchPage('/recovery/').page).toBe(NOT_FOUND)
  })

  test.each(['/jobs', '/jobs/7/8', '/nowhere', '/Recovery'])('%s is not found', (path) => {
    expect(matchPage(path).page).toBe(NOT_FOUND)
  })
})
