import { afterEach, describe, expect, test, vi } from 'vitest'
import { readAuthState } from './auth-store.ts'

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
