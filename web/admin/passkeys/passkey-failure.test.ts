import { expect, test } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { passkeyFailure } from './passkey-failure.ts'

test('what a browser or the server says of a passkey is told in words that a person can act on', () => {
  const named = (name: string) => Object.assign(new Error('internal words'), { name })
  expect(passkeyFailure(named('NotAllowedError'))).toMatch(/cancelled/)
  expect(passkeyFailure(named('InvalidStateError'))).toBe('This device already has a passkey for your account.')
  const refused = new ApiError(401, '{"code":"unauthorized","message":"This passkey is not known here."}', '')
  expect(passkeyFailure(refused)).toBe('This passkey is not known here.')
  expect(passkeyFailure(new TypeError('Failed to fetch'))).toMatch(/cannot be reached/)
  expect(passkeyFailure(named('constructor'))).toMatch(/cannot be reached/)
})
