import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import type { LoginResponse } from '../../../contract/accounts/account.ts'
import { SIGN_IN_FRAGMENT, type SignInProblem } from '../../../contract/accounts/single-sign-on.ts'
import { failureMessage } from '../../api/api-error.ts'
import { pageAfterLogin } from '../../session/login-address.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { finishSignIn, linkCompanyAccount } from './company-account-api.ts'

const PROBLEMS: Readonly<Record<SignInProblem, string>> = {
  cancelled: 'You did not finish signing in with your company account. Try again, or sign in another way.',
  away: 'The company accounts cannot be reached right now. Try again in a few minutes. If it stays so, tell the person who runs this site.',
  ended: 'The sign-in took too long, or was begun in another browser. Please start again.',
  refused:
    'The sign-in with your company account could not be verified, so you are not signed in. Please start again. If it stays so, tell the person who runs this site.',
  too_many: 'Too many sign-ins come from your network. Please wait a minute, then start again.',
}

/** Ends what the provider has led back from: signs in, links, or says what went wrong. */
export function ReturnFromProvider({ onSignedIn }: { onSignedIn: (response: LoginResponse) => void }) {
  const [problem, setProblem] = useState<string>()
  const [, navigate] = useLocation()
  const finishing = useMutation({
    mutationFn: finishSignIn,
    // The ticket works once.
    retry: false,
    onSuccess: onSignedIn,
  })
  const linking = useMutation({
    mutationFn: linkCompanyAccount,
    retry: false,
    onSuccess: () => {
      toast({ title: 'Company account linked', description: 'You can sign in with it from now on.' })
      navigate(pageAfterLogin(''), { replace: true })
    },
  })
  const [finish, link] = [finishing.mutate, linking.mutate]
  useEffect(() => {
    const said = new URLSearchParams(location.hash.slice(1))
    const [signedIn, linked, code] = (['signedIn', 'link', 'problem'] as const).map((name) =>
      said.get(SIGN_IN_FRAGMENT[name]),
    )
    if (!signedIn && !linked && !code) return
    // Neither the address nor the history keeps it.
    history.replaceState(history.state, '', location.pathname + location.search)
    if (signedIn) finish(signedIn)
    if (linked) link(linked)
    if (code) setProblem(PROBLEMS[code as SignInProblem] ?? PROBLEMS.refused)
  }, [finish, link])
  const error = finishing.error ?? linking.error
  const said = problem ?? (error && failureMessage(error))
  if (said)
    return (
      <p role="alert" className="mt-6 border-signal-amber border-l-4 pl-4">
        {said}
      </p>
    )
  if (!finishing.isPending && !linking.isPending) return null
  return (
    <p role="status" className="mt-6 flex items-center gap-3 text-ink-muted">
      <Spinner />
      {linking.isPending ? 'Linking your company account...' : 'Signing you in...'}
    </p>
  )
}
