import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { ADMIN_API } from '../../contract/wire/admin-paths.ts'
import { PAGE } from '../../contract/wire/paths.ts'
import { readToken, signOut } from '../api/auth-store.ts'
import { jsonRequest } from '../api/json-request.ts'
import { toast } from '../ui/toast/toast.ts'
import { useFailureNotice } from './end-session.ts'

/** Ends every session of the admin, including this one; unlike a logout it waits for the server. */
export function useLogoutEverywhere() {
  const [, navigate] = useLocation()
  const showFailure = useFailureNotice()
  return useMutation({
    mutationFn: () => jsonRequest('POST', ADMIN_API.logoutEverywhere, { token: readToken() }),
    onSuccess: () => {
      signOut()
      toast({ title: 'Signed out everywhere' })
      navigate(PAGE.landing)
    },
    onError: (error) => showFailure(error, { title: 'Sign-out failed', description: 'Please try again' }),
  })
}
