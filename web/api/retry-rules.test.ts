import { describe, expect, test } from 'vitest'
import { retryDelay, shouldRetryMutation, shouldRetryQuery } from './retry-rules.ts'

describe('retry rules', () => {
  test('a query is tried again twice at most', () => {
    const error = new Error('500: boom')
    expect([0, 1, 2].map((failures) => shouldRetryQuery(failures, error))).toEqual([true, true, false])
  })

  test.each(['401: Unauthorized', '403: Forbidden'])('a query is not tried again after %s', (message) => {
    expect(shouldRetryQuery(0, new Error(message))).toBe(false)
  })

  test('a mutation is tried again once', () => {
    const error = new Error('Network error')
    expect([0, 1].map((failures) => shouldRetryMutation(failures, error))).toEqual([true, false])
  })

  test('a mutation whose message contains the digit 4 is not tried again', () => {
    expect(shouldRetryMutation(0, new Error('409: closed'))).toBe(false)
    expect(shouldRetryMutation(0, new Error('500: line 14'))).toBe(false)
  })

  test('the wait doubles from one second and stops at thirty', () => {
    expect([0, 1, 2, 3, 4, 5, 9].map(retryDelay)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
  })
})
