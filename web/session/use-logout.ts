import { useCallback } from 'react'
import { useLocation } from 'wouter'
import { API, PAGE } from '../../contract/wire/paths.ts'
import { readToken, signOut } from '../api/auth-store.ts'
import { jsonRequest } from '../api/json-request.ts'
import { toast } from '../ui/toast/toast.ts'

/** Returns the action of every Logout button: sign out, revoke the token on the server, open the landing page. */
export function useLogout(): () => void {
  const [, navigate] = useLocation()
  return useCallback(() => {
    const token = readToken()
    // Do not wait for the server: the token expires anyway.
    if (token) jsonRequest('POST', API.logout, { token }).catch(() => undefined)
    signOut()
    toast({ title: 'Logged out' })
    navigate(PAGE.landing)
  }, [navigate])
}
