import { useEffect } from 'react'
import { subscribeToTokenTaken } from '../api/auth-store.ts'
import { toast } from '../ui/toast.ts'

/** Tells why the login has appeared when another tab has taken the token away. */
export function useLogoutNotice(token: string | null): void {
  useEffect(() => {
    if (token !== null) return subscribeToTokenTaken(() => toast({ title: 'Logged out' }))
  }, [token])
}
