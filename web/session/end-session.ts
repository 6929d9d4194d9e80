import { useCallback, useEffect } from 'react'
import { useLocation } from 'wouter'
import { ApiError } from '../api/api-error.ts'
import { signOut } from '../api/auth-store.ts'
import { toast } from '../ui/toast/toast.ts'
import type { ToastMessage } from '../ui/toast/toast-store.ts'
import { loginAddress } from './login-address.ts'

/** The toast when the server no longer accepts the token (`spec.md` section 8). */
export const SESSION_EXPIRED = 'Session expired. Please log in again.'

/** Whether a request failed because its token is no longer accepted. */
export function isSessionOver(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 401
}

/** Returns the action that ends an expired session: sign out and open the login page, which leads back here. */
export function useEndSession(): () => void {
  const [, navigate] = useLocation()
  return useCallback(() => {
    signOut()
    navigate(loginAddress(window.location.pathname, window.location.search), { replace: true })
  }, [navigate])
}

/** Ends the session when a read of the admin area is refused with 401. */
export function useSessionWatch(error: Error | null): void {
  const endSession = useEndSession()
  useEffect(() => {
    if (!isSessionOver(error)) return
    toast({ title: SESSION_EXPIRED, tone: 'error' })
    endSession()
  }, [error, endSession])
}

/**
 * Returns the action for a failed write of the admin area: it ends an expired session and otherwise shows the given
 * toast.
 */
export function useFailureNotice(): (error: Error, words: Omit<ToastMessage, 'tone'>) => void {
  const endSession = useEndSession()
  return useCallback(
    (error, words) => {
      const isOver = isSessionOver(error)
      toast({ ...(isOver ? { title: SESSION_EXPIRED } : words), tone: 'error' })
      if (isOver) endSession()
    },
    [endSession],
  )
}
