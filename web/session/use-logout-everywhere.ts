import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { API, PAGE } from '../../contract/paths.ts'
import { readToken, signOut } from '../api/auth-store.ts'
import { jsonRequest } from '../api/json-request.ts'
import { toast } from '../ui/toast.ts'
import { useFailureNotice } from './end-session.ts'

/** Ends every session of the admin, this one included; unlike a logout it is done only once the server has said so. */
export function useLogoutEverywhere() {
  const [, navigate] = useLocation()
  const tellFailure = useFailureNotice()
  return useMutation({
    mutationFn: () => jsonRequest('POST', API.logoutEverywhere, { token: readToken() }),
    onSuccess: () => {
      signOut()
      toast({ title: 'Signed out everywhere' })
      navigate(PAGE.landing)
    },
    onError: (error) => tellFailure(error, { title: 'Not signed out everywhere', description: 'Please try again' }),
  })
}
