import { useSyncExternalStore } from 'react'
import { type AuthState, getAuthState, subscribeToAuth, UNCHECKED } from '../api/auth-store.ts'

/** The signed-in state; the server and the first render see a visitor whose check is still under way. */
export function useAuth(): AuthState {
  return useSyncExternalStore(subscribeToAuth, getAuthState, () => UNCHECKED)
}
