import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { useLocation } from 'wouter'
import type { ErrorCode } from '../../contract/wire/error.ts'
import { API } from '../../contract/wire/paths.ts'
import { ApiError } from '../api/api-error.ts'
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

/** What a person may not do, or may do only after confirming who it is: the server's words say so. */
const REFUSALS: readonly (string | undefined)[] = ['forbidden', 'confirmation_needed'] satisfies ErrorCode[]

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

/** Ends the session when a read that the page shows is refused with 401. The guard sees to its own check. */
export function useSessionWatch(): void {
  const client = useQueryClient()
  const expire = useExpireSession()
  useEffect(
    () =>
      client.getQueryCache().subscribe(({ query, ...event }) => {
        const isRefused = event.type === 'updated' && event.action.type === 'error' && isSessionOver(event.action.error)
        if (isRefused && query.isActive() && query.queryKey[0] !== API.me && readToken() !== null) expire()
      }),
    [client, expire],
  )
}

/**
 * Returns the action for a failed write of the admin area: it ends an expired session and otherwise shows the given
 * toast. What the person may not do says so in the server's words, and what the person may do is read again.
 */
export function useFailureNotice(): (error: Error, words: Omit<ToastMessage, 'tone'>) => void {
  const expire = useExpireSession()
  const client = useQueryClient()
  return useCallback(
    (error, words) => {
      if (isSessionOver(error)) return expire()
      if (isForbidden(error)) {
        // The role has changed while the page was open: what the person may no longer do goes.
        void client.invalidateQueries({ queryKey: [API.me] })
        toast({ ...words, description: error.serverMessage, tone: 'error' })
      } else toast({ ...words, tone: 'error' })
    },
    [client, expire],
  )
}
