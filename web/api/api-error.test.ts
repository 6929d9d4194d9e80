import { describe, expect, test } from 'vitest'
import { ApiError, failureMessage, raiseUnlessOk } from './api-error.ts'

describe('ApiError', () => {
  test('the message is the status, a colon, a space and the body', () => {
    expect(new ApiError(500, 'boom', 'Internal Server Error').message).toBe('500: boom')
  })

  test('an empty body gives way to the status text', () => {
    expect(new ApiError(502, '', 'Bad Gateway').message).toBe('502: Bad Gateway')
  })

  test('a JSON error also carries its code and words', () => {
    const error = new ApiError(409, '{"message":"Closed.","code":"job_closed"}', 'Conflict')
    expect([error.status, error.code, error.serverMessage]).toEqual([409, 'job_closed', 'Closed.'])
  })

  test('a body that is no JSON has neither', () => {
    const error = new ApiError(500, '<html>', '')
    expect([error.code, error.serverMessage]).toEqual([undefined, undefined])
  })

  test('a person reads what the server said, and of no response that the site cannot be reached', () => {
    expect(failureMessage(new ApiError(409, '{"message":"Closed.","code":"job_closed"}', ''))).toBe('Closed.')
    const unreachable = 'The site cannot be reached. Please check your connection and try again.'
    expect(failureMessage(new TypeError('Failed to fetch'))).toBe(unreachable)
  })

  test('an OK response passes', async () => {
    const response = new Response('fine')
    await expect(raiseUnlessOk(response)).resolves.toBe(response)
  })
})
