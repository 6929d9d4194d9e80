import { useCallback, useEffect } from 'react'
import { useLocation } from 'wouter'
import { ApiError } from '../api/api-error.ts'
import { signOut } from '../api/auth-store.ts'
import { toast } from '../ui/toast.ts'
import type { ToastMessage } from '../ui/toast-store.ts'
import { loginAddress } from './wanted-page.ts'

/** What an admin is told when the server no longer accepts the token (`spec.md` section 8). */
export const SESSION_EXPIRED = 'Session expired. Please log in again.'

/** Whether a call failed because its token is no longer accepted. */
export function isSessionOver(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 401
}

/** Gives the action for a token that is no longer accepted: forget it and go to the login, which leads back here. */
export function useEndSession(): () => void {
  const [, navigate] = useLocation()
  return useCallback(() => {
    signOut()
    navigate(loginAddress(window.location.pathname, window.location.search), { replace: true })
  }, [navigate])
}

/** Ends the session as soon as a read of the admin area finds it over. */
export function useSessionWatch(error: Error | null): void {
  const endSession = useEndSession()
  useEffect(() => {
    if (!isSessionOver(error)) return
    toast({ title: SESSION_EXPIRED, tone: 'error' })
    endSession()
  }, [error, endSession])
}

/**
 * Gives the action for a failed write of the admin area: an expired session ends, anything else is told in the given
 * words.
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
