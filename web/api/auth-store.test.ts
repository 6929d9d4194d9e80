import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { currentToken, readAuthState } from './auth-store.ts'

function storageWith(entries: Record<string, string>): Pick<Storage, 'getItem'> {
  return { getItem: (key) => entries[key] ?? null }
}

describe('the state read from browser storage', () => {
  afterEach(() => vi.restoreAllMocks())

  test('needs both entries to be authenticated', () => {
    expect(readAuthState(storageWith({})).isAuthenticated).toBe(false)
    expect(readAuthState(storageWith({ authToken: 't' })).isAuthenticated).toBe(false)
    expect(readAuthState(storageWith({ user: '{"isAdmin":true}' })).isAuthenticated).toBe(false)
    expect(readAuthState(storageWith({ authToken: 't', user: '{}' })).isAuthenticated).toBe(true)
  })

  test('is an admin only where the user entry says so', () => {
    expect(readAuthState(storageWith({ authToken: 't', user: '{}' })).isAdmin).toBe(false)
    expect(readAuthState(storageWith({ authToken: 't', user: '{"isAdmin":true}' })).isAdmin).toBe(true)
  })

  test('is signed out, with an error logged, when the user entry does not parse', () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const state = readAuthState(storageWith({ authToken: 't', user: '{nonsense' }))
    expect([state.isAuthenticated, state.isAdmin]).toEqual([false, false])
    expect(log).toHaveBeenCalledOnce()
  })

  test('is no longer loading once checked', () => {
    expect(readAuthState(storageWith({})).isLoading).toBe(false)
  })
})

describe('the token of a session', () => {
  const entries = new Map<string, string>()
  const store = (key: string, value: unknown) =>
    entries.set(key, typeof value === 'string' ? value : JSON.stringify(value))
  beforeEach(() => {
    entries.clear()
    vi.stubGlobal('localStorage', { getItem: (key: string) => entries.get(key) ?? null })
    currentToken({ token: null })
    store('user', { id: 1, isAdmin: true })
    store('authToken', 'first')
    expect(currentToken({ token: 'first' })).toBe('first')
  })

  test('is followed where the same person has another one', () => {
    store('authToken', 'second')
    expect(currentToken({ token: 'first' })).toBe('second')
    store('authToken', 'third')
    expect(currentToken({ token: 'first' })).toBe('third')
  })

  test('is not the token of another user, seen after that user was stored', () => {
    store('user', { id: 2, isAdmin: true })
    expect(currentToken({ token: 'first' })).toBe('first')
    store('authToken', 'second')
    expect(currentToken({ token: 'first' })).toBeNull()
    expect(currentToken({ token: 'second' })).toBe('second')
  })

  test('is gone with the sign-in, and a later one of the same person is another session', () => {
    entries.clear()
    expect(currentToken({ token: 'first' })).toBeNull()
    store('user', { id: 1, isAdmin: true })
    store('authToken', 'second')
    expect(currentToken({ token: 'first' })).toBeNull()
  })
})
