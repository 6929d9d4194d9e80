import type { User } from '../../contract/accounts/account.ts'

const TOKEN_ENTRY = 'authToken'
const USER_ENTRY = 'user'

/**
 * The authentication state in the browser's storage. `token` is the session's first token on this page: data cached under
 * it stays valid when a password change renews the token.
 */
export type AuthState = { isLoading: boolean; isAuthenticated: boolean; isAdmin: boolean; token: string | null }

/** State before the first check, and on the server. */
export const UNCHECKED: AuthState = { isLoading: true, isAuthenticated: false, isAdmin: false, token: null }

/**
 * Reads the state from the two stored entries.
 * @returns signed out if an entry is missing or the user entry does not parse, which is also logged
 */
export function readAuthState(storage: Pick<Storage, 'getItem'>): AuthState {
  const token = storage.getItem(TOKEN_ENTRY)
  const signedOut = { isLoading: false, isAuthenticated: false, isAdmin: false, token }
  const stored = storage.getItem(USER_ENTRY)
  if (!token || !stored) return signedOut
  try {
    const user: Partial<User> | null = JSON.parse(stored)
    return { isLoading: false, isAuthenticated: true, isAdmin: user?.isAdmin ?? false, token }
  } catch (error) {
    console.error('The stored user cannot be read; treating the visitor as signed out.', error)
    return signedOut
  }
}

let state = UNCHECKED
/** The session's first token and its user. */
let session: { token: string | null; userId: number | undefined } = { token: null, userId: undefined }
let storedToken: string | null = null
const listeners = new Set<() => void>()
const removalListeners = new Set<() => void>()

function evaluate(event?: StorageEvent) {
  if (event?.key === TOKEN_ENTRY && event.newValue === null) for (const notify of removalListeners) notify()
  readStorage()
  for (const notify of listeners) notify()
}

function readStorage() {
  try {
    const stored = readAuthState(localStorage)
    if (stored.token !== storedToken && !isRenewed(stored.token)) {
      session = { token: stored.token, userId: readUser()?.id }
    }
    storedToken = stored.token
    state = { ...stored, token: session.token }
  } catch {
    // Without storage no admin can be signed in.
    state = { ...UNCHECKED, isLoading: false }
  }
}

/** A token that replaces another of the same user continues the session. */
function isRenewed(token: string | null): boolean {
  return token !== null && storedToken !== null && session.userId !== undefined && readUser()?.id === session.userId
}

/** Calls `listener` on every change; the first subscription makes the first check. */
export function subscribeToAuth(listener: () => void): () => void {
  listeners.add(listener)
  if (listeners.size === 1) {
    window.addEventListener('storage', evaluate)
    evaluate()
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', evaluate)
  }
}

/** Calls `listener` when another tab removes the token, before the state changes. */
export function subscribeToTokenRemoval(listener: () => void): () => void {
  removalListeners.add(listener)
  return () => {
    removalListeners.delete(listener)
  }
}

/** The current state; the same object until something changes. */
export function getAuthState(): AuthState {
  return state
}

/** The stored bearer token, read afresh. */
export function readToken(): string | null {
  return localStorage.getItem(TOKEN_ENTRY)
}

/** The current token of a state's session; null once it has ended or another user signed in. */
export function currentToken({ token }: Pick<AuthState, 'token'>): string | null {
  readStorage()
  return token !== null && token === state.token ? readToken() : null
}

/**
 * Stores a sign-in and notifies this page; the browser notifies other tabs. The user is stored first, because other
 * tabs read it when they see the token.
 */
export function signIn(token: string, user: User): void {
  localStorage.setItem(USER_ENTRY, JSON.stringify(user))
  localStorage.setItem(TOKEN_ENTRY, token)
  announceStorageChange()
}

/** The stored user; null if there is none. */
export function readUser(): Partial<User> | null {
  try {
    return JSON.parse(localStorage.getItem(USER_ENTRY) ?? 'null')
  } catch {
    return null
  }
}

/** Removes the sign-in from this browser. */
export function signOut(): void {
  localStorage.removeItem(TOKEN_ENTRY)
  localStorage.removeItem(USER_ENTRY)
  announceStorageChange()
}

/** Removes only the token, as the guard does with one that was not accepted. */
export function dropToken(): void {
  localStorage.removeItem(TOKEN_ENTRY)
  announceStorageChange()
}

function announceStorageChange() {
  window.dispatchEvent(new StorageEvent('storage'))
}
