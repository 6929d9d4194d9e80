import { type Query, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { useLocation } from 'wouter'
import type { ErrorCode } from '../../contract/wire/error.ts'
import { API } from '../../contract/wire/paths.ts'
import { ApiError, GivenUpError } from '../api/api-error.ts'
import { readToken, signOut } from '../api/auth-store.ts'
import { toast } from '../ui/toast/toast.ts'
import type { ToastMessage } from '../ui/toast/toast-store.ts'
import { loginAddress } from './login-address.ts'

/** The toast when the server no longer accepts the token. */
export const SESSION_EXPIRED = 'Session expired. Please log in again.'

/** Whether a request failed because its token is no longer accepted. */
export function isSessionOver(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 401
}

/** What a person may not do, or only after confirming who it is or setting up a second factor: the server's words say so. */
const REFUSALS: readonly (string | undefined)[] = [
  ...(['forbidden', 'confirmation_needed', 'second_factor_needed'] satisfies ErrorCode[]),
]

function isForbidden(error: Error): error is ApiError {
  return error instanceof ApiError && REFUSALS.includes(error.code)
}

/** Returns the action that ends an expired session: sign out and open the login page, which leads back here. */
export function useEndSession(): () => void {
  const [, navigate] = useLocation()
  return useCallback(() => {
    signOut()
    navigate(loginAddress(window.location.pathname, window.location.search), { replace: true })
  }, [navigate])
}

/** Returns the action that ends an expired session and says so. */
export function useExpireSession(): () => void {
  const endSession = useEndSession()
  return useCallback(() => {
    toast({ title: SESSION_EXPIRED, tone: 'error' })
    endSession()
  }, [endSession])
}

/**
 * Watches the reads that the page shows: one refused with 401 ends the session, one refused with 403 reads again what the
 * person may do, so that what is no longer allowed goes. The guard sees to its own check.
 */
export function useSessionWatch(): void {
  const client = useQueryClient()
  const expire = useExpireSession()
  useEffect(() => {
    // Asked once until the read succeeds: a page reads a failed list again at times, and is refused every time.
    const refused = new WeakSet<Query>()
    const onError = (query: Query, error: Error) => {
      if (isSessionOver(error) && readToken() !== null) return expire()
      if (!isForbidden(error) || refused.has(query)) return
      refused.add(query)
      void client.invalidateQueries({ queryKey: [API.me] })
    }
    return client.getQueryCache().subscribe(({ query, ...event }) => {
      const action = event.type === 'updated' ? event.action : undefined
      if (action?.type === 'success') refused.delete(query)
      if (action?.type === 'error' && query.isActive() && query.queryKey[0] !== API.me) onError(query, action.error)
    })
  }, [client, expire])
}

/**
 * Returns the action for a failed write of the admin area: it ends an expired session and otherwise shows the given
 * toast. A request that the person gave up says nothing. What the person may not do says so in the server's words, and what the person may do is read again.
 */
export function useFailureNotice(): (error: Error, words: Omit<ToastMessage, 'tone'>) => void {
  const expire = useExpireSession()
  const client = useQueryClient()
  return useCallback(
    (error, words) => {
      if (isSessionOver(error)) return expire()
      if (error instanceof GivenUpError) return
      if (isForbidden(error)) {
        // The role has changed while the page was open: what the person may no longer do goes.
        void client.invalidateQueries({ queryKey: [API.me] })
        toast({ ...words, description: error.serverMessage, tone: 'error' })
      } else toast({ ...words, tone: 'error' })
    },
    [client, expire],
  )
}
