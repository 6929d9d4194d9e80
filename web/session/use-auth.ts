import { useSyncExternalStore } from 'react'
import { type AuthState, getAuthState, subscribeToAuth, UNCHECKED } from '../api/auth-store.ts'

/** The authentication state; on the server and in the first render the check is still pending. */
export function useAuth(): AuthState {
  return useSyncExternalStore(subscribeToAuth, getAuthState, () => UNCHECKED)
}
