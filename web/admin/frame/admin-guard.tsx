import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { Redirect, useLocation } from 'wouter'
import type { User } from '../../../contract/accounts/account.ts'
import { API } from '../../../contract/wire/paths.ts'
import { currentToken, dropToken, subscribeToTokenRemoval } from '../../api/auth-store.ts'
import { jsonRequest } from '../../api/json-request.ts'
import { loginAddress } from '../../session/login-address.ts'
import { useAuth } from '../../session/use-auth.ts'
import { SignedInPerson } from '../../session/use-may.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { toast } from '../../ui/toast/toast.ts'

/** Only a visit without a session needs it, and the libraries of its form. */
const LoginPart = lazyPart(async () => (await import('../login/login-screen.tsx')).LoginScreen)

/**
 * Renders its children for an admin and the login screen otherwise.
 * @param props.redirectWithoutToken to the login page, in place of the login screen
 */
export function AdminGuard({
  children,
  redirectWithoutToken = false,
}: {
  children: ReactNode
  redirectWithoutToken?: boolean | undefined
}) {
  const { isLoading, token } = useAuth()
  useCacheOfOneSession(token)
  useLogoutNotice(token)
  const [refusal, setRefusal] = useState<{ error: Error | null }>()
  const check = useIdentityCheck(token)
  const isRefused = token !== null && (check.isError || check.data?.isAdmin === false)

  useEffect(() => {
    if (!isRefused) return
    setRefusal({ error: check.error })
    dropToken()
  }, [isRefused, check.error])

  if (isLoading) return <Checking />
  if (token === null && redirectWithoutToken && !refusal) return <ToLogin />
  if (token === null || isRefused) {
    return (
      <Suspense fallback={<Checking />}>
        <LoginPart.View failedCheck={refusal?.error} />
      </Suspense>
    )
  }
  if (check.data?.isAdmin === true) return <SignedInPerson value={check.data}>{children}</SignedInPerson>
  return <Checking />
}

/** Token of the session whose data is cached. */
let readWith: string | null = null

/**
 * Clears the query cache when its session ends, so that the next admin does not see it. A session can also end on a
 * page without a guard; the cache is then cleared at the next sign-in.
 */
function useCacheOfOneSession(token: string | null) {
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
    // Offline, one attempt is made and the others wait: a break of the network is no refusal.
    networkMode: 'offlineFirst',
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

/** Shows why the login screen appeared when another tab signed out. */
function useLogoutNotice(token: string | null): void {
  useEffect(() => {
    if (token !== null) return subscribeToTokenRemoval(() => toast({ title: 'Logged out' }))
  }, [token])
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
