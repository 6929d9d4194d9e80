import { useCallback } from 'react'
import { useLocation } from 'wouter'
import { API, PAGE } from '../../contract/paths.ts'
import { readToken, signOut } from '../api/auth-store.ts'
import { jsonRequest } from '../api/json-request.ts'
import { toast } from '../ui/toast.ts'

/** Gives the action behind every Logout button: forget the sign-in, revoke it on the server, go to the landing page. */
export function useLogout(): () => void {
  const [, navigate] = useLocation()
  return useCallback(() => {
    const token = readToken()
    // Signing out here must not wait for, nor depend on, the server: the token expires there by itself.
    if (token) jsonRequest('POST', API.logout, { token }).catch(() => undefined)
    signOut()
    toast({ title: 'Logged out' })
    navigate(PAGE.landing)
  }, [navigate])
}
