import type { User } from '../../contract/account.ts'

const TOKEN_ENTRY = 'authToken'
const USER_ENTRY = 'user'

/**
 * Who is at the keyboard, as far as the browser's storage tells (`spec.md` section 4). The token is the one that the
 * session began with on this page: what was read with it stays when a change of password puts another in its place.
 */
export type AuthState = { isLoading: boolean; isAuthenticated: boolean; isAdmin: boolean; token: string | null }

/** State before the first check; also what the server renders with. */
export const UNCHECKED: AuthState = { isLoading: true, isAuthenticated: false, isAdmin: false, token: null }

/**
 * Reads the state from the two stored entries.
 * @returns signed out when an entry is missing or the user entry does not parse, which is also logged
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
/** What the session began with, and the token that was stored when it was last looked at. */
let session: { token: string | null; userId: number | undefined } = { token: null, userId: undefined }
let storedToken: string | null = null
const listeners = new Set<() => void>()
const takenListeners = new Set<() => void>()

function evaluate(event?: StorageEvent) {
  if (event?.key === TOKEN_ENTRY && event.newValue === null) for (const notify of takenListeners) notify()
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
    // Storage may be switched off altogether: nobody can be signed in then.
    state = { ...UNCHECKED, isLoading: false }
  }
}

/** A token that takes the place of another of the same person goes on with the session. */
function isRenewed(token: string | null): boolean {
  return token !== null && storedToken !== null && session.userId !== undefined && readUser()?.id === session.userId
}

/** Tells `listener` of every change; the first subscription makes the first check. */
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

/** Tells `listener` that another tab has taken the token away, before what it was shown for may go. */
export function subscribeToTokenTaken(listener: () => void): () => void {
  takenListeners.add(listener)
  return () => {
    takenListeners.delete(listener)
  }
}

/** The present state; the same object until something changes. */
export function getAuthState(): AuthState {
  return state
}

/** The stored bearer token, read afresh. */
export function readToken(): string | null {
  return localStorage.getItem(TOKEN_ENTRY)
}

/** The token by which the session of a state goes on now; null where it is over, or somebody else's. */
export function currentToken({ token }: Pick<AuthState, 'token'>): string | null {
  readStorage()
  return token !== null && token === state.token ? readToken() : null
}

/**
 * Stores a fresh sign-in and tells every part of this page; other tabs hear of it from the browser. The user comes first:
 * a tab that hears of the token is to know whose it is.
 */
export function signIn(token: string, user: User): void {
  localStorage.setItem(USER_ENTRY, JSON.stringify(user))
  localStorage.setItem(TOKEN_ENTRY, token)
  announceStorageChange()
}

/** The stored user; null where none can be read. */
export function readUser(): Partial<User> | null {
  try {
    return JSON.parse(localStorage.getItem(USER_ENTRY) ?? 'null')
  } catch {
    return null
  }
}

/** Forgets the sign-in in this browser. */
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
