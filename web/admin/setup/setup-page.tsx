import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { Setup as SetupBody, SetupResponse } from '../../../contract/accounts/account.ts'
import type { ErrorCode } from '../../../contract/wire/error.ts'
import { MAXIMUM } from '../../../contract/wire/limits.ts'
import { PAGE, SETUP_TOKEN_HEADER, SETUP_TOKEN_PARAMETER } from '../../../contract/wire/paths.ts'
import { SIGN_IN_API } from '../../../contract/wire/sign-in-paths.ts'
import { cleanLine } from '../../../contract/wire/text-rules.ts'
import { ApiError, wrongHostMessage } from '../../api/api-error.ts'
import { jsonRequest } from '../../api/json-request.ts'
import { request } from '../../api/request.ts'
import { sitePage } from '../../layout/site-page.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { TextField } from '../../ui/form/field.tsx'
import { HOLD_SUBMIT, useHeldSubmission } from '../../ui/form/use-held-submission.ts'
import { toast, useToaster } from '../../ui/toast/toast.ts'

const TITLE = 'Admin Setup'
const FAILED = {
  title: 'Setup failed',
  description: 'Admin account already exists or there was an error during setup',
  tone: 'error',
} as const

/** The one-time creation of the first admin account. */
export const page = sitePage({ title: TITLE, head: () => ({ script: HOLD_SUBMIT }), Body: Setup })

function Setup() {
  const setup = useSetup()
  return (
    <div className="wrap grid justify-items-center pt-12 md:pt-20">
      <div className="w-full max-w-lg rounded-md border border-line bg-panel p-5 md:p-8">
        <h1 className="text-2xl">{TITLE}</h1>
        {setup.data ? <NewAccount account={setup.data} /> : <SetupForm setup={setup} />}
      </div>
    </div>
  )
}

function SetupForm({ setup }: { setup: ReturnType<typeof useSetup> }) {
  const form = useHeldSubmission()
  useToaster()
  const [setupToken, setSetupToken] = useSetupToken()
  const [name, setName] = useState('')
  // Once shown, the field stays, also during the next attempt.
  const [isTokenRequired, setTokenRequired] = useState(false)
  if (!isTokenRequired && wantsSetupToken(setup.error)) setTokenRequired(true)

  // The password is shown once: the second of two quick clicks must not replace it with an error.
  const isSending = useRef(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isSending.current) return
    isSending.current = true
    setup.mutate(
      { setupToken: setupToken.trim(), displayName: name },
      {
        onSettled: () => {
          isSending.current = false
        },
      },
    )
  }

  return (
    <form ref={form} noValidate method="post" onSubmit={submit} aria-label={TITLE} className="group mt-3 grid gap-5">
      <p className="text-ink-muted">
        This creates the first admin account and can be done only once. The username and password are generated for you
        and shown only once, so have a password manager ready.
      </p>
      <TextField
        label="Your name"
        isOptional
        autoComplete="name"
        maxLength={MAXIMUM.displayName}
        hint="It signs the messages that you send to applicants. Without one, the company signs."
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      {isTokenRequired && (
        <TextField
          label="Setup token"
          autoComplete="off"
          spellCheck={false}
          hint="The server prints it at startup, after the # in the address of this page. If SETUP_TOKEN is set, use its value."
          value={setupToken}
          onChange={(event) => setSetupToken(event.target.value)}
          error={wantsSetupToken(setup.error) ? tokenError(setup.variables?.setupToken) : undefined}
        />
      )}
      {setup.isError && !wantsSetupToken(setup.error) && (
        <p role="alert" className="border-signal-red border-l-4 pl-4">
          {wrongHostMessage(setup.error) ?? FAILED.description}
        </p>
      )}
      <Button
        type="submit"
        disabled={setup.isPending}
        isBusy={setup.isPending}
        className="w-full group-data-submitted:cursor-progress group-data-submitted:opacity-60"
      >
        {setup.isPending ? 'Setting up...' : 'Create Admin Account'}
      </Button>
    </form>
  )
}

/**
 * The setup token, initially from the address that the server printed; it is removed from the address and the history.
 */
function useSetupToken(): [string, (token: string) => void] {
  // Read with the first rendering, before a submission that was held is sent; the server has no address.
  const [token, setToken] = useState(() => (typeof location === 'undefined' ? '' : readPrintedToken()))
  useEffect(() => {
    if (readPrintedToken()) history.replaceState(history.state, '', location.pathname + location.search)
  }, [])
  return [token, setToken]
}

function readPrintedToken(): string {
  return new URLSearchParams(location.hash.slice(1)).get(SETUP_TOKEN_PARAMETER) ?? ''
}

function useSetup() {
  return useMutation({
    mutationFn: setupAdmin,
    // A retry would find the account that a lost response already created.
    retry: false,
    onSuccess: () => toast({ title: 'Admin account created' }),
    onError: (error) => {
      if (wantsSetupToken(error)) return
      toast(FAILED)
    },
  })
}

function tokenError(sent: string | undefined): string {
  return sent ? 'This is not the setup token for this server' : 'Please enter the setup token for this server'
}

/** The generated credentials, shown once. */
function NewAccount({ account }: { account: SetupResponse }) {
  return (
    <div role="status" className="mt-3 grid gap-6">
      <p className="text-ink-muted">
        Your admin account is ready. Copy both values now; they will not be shown again. Change them after your first
        login.
      </p>
      <dl className="border-line border-b">
        <Secret name="Username" value={account.username} />
        <Secret name="Password" value={account.password} />
      </dl>
      <Link href={PAGE.adminLogin} className={buttonClass('primary', 'w-full')}>
        Go to Login
      </Link>
    </div>
  )
}

function Secret({ name, value }: { name: string; value: string }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-line border-t py-3">
      <dt className="text-ink-muted text-sm">{name}</dt>
      <dd className="select-all break-all font-mono">{value}</dd>
      <dd className="col-start-2 row-span-2 row-start-1">
        <CopyButton text={value} what={name} />
      </dd>
    </div>
  )
}

const TOKEN_WRONG: ErrorCode = 'setup_token_wrong'

type SetupInput = { setupToken: string; displayName: string }

/**
 * Creates the first admin account.
 * @param input.setupToken from the page's address or typed by the operator; empty for none
 * @throws ApiError when an account exists already or the token is wrong
 */
async function setupAdmin({ setupToken, displayName }: SetupInput): Promise<SetupResponse> {
  const name = cleanLine(displayName)
  if (setupToken === '' && name === '') return (await request('POST', SIGN_IN_API.setupAdmin)).json()
  const body: SetupBody = name === '' ? {} : { displayName: name }
  return jsonRequest('POST', SIGN_IN_API.setupAdmin, {
    body,
    ...(setupToken !== '' && { headers: { [SETUP_TOKEN_HEADER]: setupToken } }),
  })
}

/** Whether the server refused a missing or wrong setup token. */
function wantsSetupToken(error: Error | null): boolean {
  return error instanceof ApiError && error.code === TOKEN_WRONG
}
