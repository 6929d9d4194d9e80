import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'wouter'
import { type Login, type LoginResponse, loginSchema } from '../../../contract/accounts/account.ts'
import type { SecondFactorNeeded } from '../../../contract/accounts/sign-in-methods.ts'
import type { ErrorCode } from '../../../contract/wire/error.ts'
import { API, PAGE } from '../../../contract/wire/paths.ts'
import { ApiError, wrongHostMessage } from '../../api/api-error.ts'
import { signIn } from '../../api/auth-store.ts'
import { jsonRequest } from '../../api/json-request.ts'
import { useAuth } from '../../session/use-auth.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/field.tsx'
import { useHeldSubmission } from '../../ui/form/use-held-submission.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { toast, useToaster } from '../../ui/toast/toast.ts'
import { CompanyAccount } from '../company-account/company-account-button.tsx'
import { ForgotPassword } from './forgot-password.tsx'

const REFUSED = { title: 'Login failed', description: 'Invalid username or password.', tone: 'error' } as const

const PasskeyPart = lazyPart(async () => (await import('../passkeys/passkey-prompt.tsx')).PasskeySignIn)
const ReturnPart = lazyPart(
  async () => (await import('../company-account/return-from-provider.tsx')).ReturnFromProvider,
)
const SecondStepPart = lazyPart(async () => (await import('./second-step.tsx')).SecondStep)

type LoginScreenProps = {
  /** How the check of a session failed that was there before. */
  failedCheck?: Error | null | undefined
}

/** The login screen, for the login page and for guarded pages without a valid session. */
export function LoginScreen({ failedCheck }: LoginScreenProps) {
  const form = useHeldSubmission()
  useToaster()
  const login = useLogin()
  const [over, setOver] = useState<string>()
  // From then on the browser draws the screen, which knows whether it has passkeys.
  const { isLoading } = useAuth()
  const { register, handleSubmit, formState, getValues } = useForm<Login>({ resolver: zodResolver(loginSchema) })
  const isBusy = login.isPending
  const wait = describeWait(login.error) ?? over
  const startAgain = (why?: string) => {
    setOver(why)
    login.reset()
  }
  const send = (fields: Login) => {
    setOver(undefined)
    login.mutate(fields)
  }
  return (
    <div className="wrap grid justify-items-center pt-12 md:pt-20">
      <div className="w-full max-w-md rounded-md border border-line bg-panel p-5 md:p-8">
        <h1 className="text-2xl">Admin Login</h1>
        <p className="mt-3 text-ink-muted">
          Admin access only. Job applicants should use the <Link href={PAGE.landing}>main site</Link>.
        </p>
        <LostServer failedCheck={failedCheck} />
        {!isLoading && (
          <Suspense fallback={null}>
            <ReturnPart.View onSignedIn={welcome} />
          </Suspense>
        )}
        {login.data && 'secondFactor' in login.data ? (
          <Suspense fallback={null}>
            <SecondStepPart.View {...login.data.secondFactor} onSignedIn={welcome} onStartAgain={startAgain} />
          </Suspense>
        ) : (
          <>
            <CompanyAccount isFirst />
            <form
              ref={form}
              noValidate
              aria-label="Admin login"
              method="post"
              className="group mt-6 grid gap-5"
              onSubmit={handleSubmit(send)}
            >
              <TextField
                label="Username"
                autoFocus
                autoComplete="username"
                autoCapitalize="none"
                spellCheck={false}
                error={formState.errors.username?.message}
                {...register('username')}
              />
              <TextField
                label="Password"
                type="password"
                autoComplete="current-password"
                error={formState.errors.password?.message}
                {...register('password')}
              />
              {(login.isError || over) && (
                <p role="alert" className={`border-l-4 pl-4 ${wait ? 'border-signal-amber' : 'border-signal-red'}`}>
                  {wait ?? wrongHostMessage(login.error) ?? REFUSED.description}
                </p>
              )}
              <Button
                type="submit"
                disabled={isBusy}
                isBusy={isBusy}
                className="w-full group-data-submitted:cursor-progress group-data-submitted:opacity-60"
              >
                {isBusy ? 'Logging in...' : 'Log in'}
              </Button>
            </form>
            <CompanyAccount />
            {/* The room of the passkey's button, so that nothing below moves when it comes. */}
            <div className="grid min-h-15.25">
              {!isLoading && (
                <Suspense fallback={null}>
                  <PasskeyPart.View onSignedIn={welcome} />
                </Suspense>
              )}
            </div>
            <ForgotPassword username={() => getValues('username')} />
          </>
        )}
      </div>
    </div>
  )
}

/** Says why a session ended that nobody has ended. */
function LostServer({ failedCheck }: LoginScreenProps) {
  if (!failedCheck || (failedCheck instanceof ApiError && failedCheck.status < 500)) return null
  return (
    <p role="status" className="mt-5 border-signal-amber border-l-4 pl-4">
      You were logged out because the server did not answer. Log in again when it does.
    </p>
  )
}

const NOT_OF_PASSWORD: readonly string[] = ['too_many_requests', 'single_sign_on_only'] satisfies ErrorCode[]

/** The server's message where the password is not what is wrong: how long to wait, or another way to sign in. */
function describeWait(error: Error | null): string | undefined {
  return error instanceof ApiError && NOT_OF_PASSWORD.includes(error.code ?? '') ? error.serverMessage : undefined
}

function useLogin() {
  return useMutation({
    mutationFn: (fields: Login) => jsonRequest<LoginResponse | SecondFactorNeeded>('POST', API.login, { body: fields }),
    onSuccess: (response) => {
      if ('token' in response) welcome(response)
    },
    onError: () => toast(REFUSED),
  })
}

function welcome({ token, user }: LoginResponse) {
  signIn(token, user)
  toast({ title: 'Login successful', description: 'Welcome to the admin dashboard.' })
}
