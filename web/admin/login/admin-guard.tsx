import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Redirect, useLocation } from 'wouter'
import type { User } from '../../../contract/account.ts'
import { API } from '../../../contract/paths.ts'
import { currentToken, dropToken } from '../../api/auth-store.ts'
import { jsonRequest } from '../../api/json-request.ts'
import { useAuth } from '../../session/use-auth.ts'
import { useLogoutNotice } from '../../session/use-logout-notice.ts'
import { loginAddress } from '../../session/wanted-page.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { LoginScreen } from './login-screen.tsx'

/** What a guarded page hands to its guard. */
export type AdminGuardProps = {
  children: ReactNode
  /** Dashboard pages go to the login address when nothing is stored; the others show the login screen in place. */
  redirectWithoutToken?: boolean
}

/** Lets an admin through; everybody else sees the login screen (`spec.md` sections 2 and 4). */
export function AdminGuard({ children, redirectWithoutToken = false }: AdminGuardProps) {
  const { isLoading, token } = useAuth()
  useForgetting(token)
  useLogoutNotice(token)
  const [refusedToken, setRefusedToken] = useState<string | null>(null)
  const check = useIdentityCheck(token)
  const isRefused = token !== null && (check.isError || check.data?.isAdmin === false)

  useEffect(() => {
    if (!isRefused) return
    setRefusedToken(token)
    dropToken()
  }, [isRefused, token])

  if (isLoading) return <Checking />
  if (token === null && redirectWithoutToken && refusedToken === null) return <ToLogin />
  if (token === null || isRefused) return <LoginScreen />
  if (check.data?.isAdmin === true) return children
  return <Checking />
}

/** Token of the session whose answers are in memory. */
let readWith: string | null = null

/**
 * Forgets all that was read once the session it was read with is over, so that whoever signs in next sees none of it. A
 * session may also end where no guard stands, as on the landing page: that shows at the next sign-in.
 */
function useForgetting(token: string | null) {
  const client = useQueryClient()
  useEffect(() => {
    if (token === null) return
    if (readWith !== null && readWith !== token) client.clear()
    readWith = token
    return () => {
      if (currentToken({ token }) === null) client.clear()
    }
  }, [client, token])
}

function useIdentityCheck(token: string | null) {
  const check = useQuery({
    queryKey: [API.me, token],
    queryFn: ({ signal }) => jsonRequest<User>('GET', API.me, { token, signal }),
    enabled: token !== null,
    staleTime: 0,
  })
  const { refetch } = check

  useEffect(() => {
    const checkAgain = () => {
      if (currentToken({ token }) !== null) refetch()
    }
    window.addEventListener('storage', checkAgain)
    return () => window.removeEventListener('storage', checkAgain)
  }, [refetch, token])

  return check
}

function ToLogin() {
  const [path] = useLocation()
  return <Redirect to={loginAddress(path, window.location.search)} replace />
}

function Checking() {
  return (
    <div className="wrap grid min-h-dvh place-items-center">
      <p role="status" className="flex items-center gap-3 text-ink-muted">
        <Spinner />
        Checking authentication...
      </p>
    </div>
  )
}
