import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { PageData } from '../../../contract/site/page-data.ts'
import { SETUP_TOKEN_PARAMETER } from '../../../contract/wire/paths.ts'
import { wrongHostMessage } from '../../api/api-error.ts'
import type { PageHead } from '../../layout/page.ts'
import { documentTitle, useDocumentTitle } from '../../layout/use-document-title.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/field.tsx'
import { HOLD_SUBMIT, useHeldSubmission } from '../../ui/form/use-held-submission.ts'
import { toast, useToaster } from '../../ui/toast/toast.ts'
import { NewAccount } from './new-account.tsx'
import { setupAdmin, wantsSetupToken } from './setup-admin.ts'

const TITLE = 'Admin Setup'
const FAILED = {
  title: 'Setup failed',
  description: 'Admin account already exists or there was an error during setup',
  tone: 'error',
} as const

/** The setup page is not indexed. */
export function head({ company }: PageData): PageHead {
  return { title: documentTitle(TITLE, company.name), description: TITLE, isIndexed: false, script: HOLD_SUBMIT }
}

/** The one-time creation of the first admin account (`spec.md` section 2). */
export function Page() {
  useDocumentTitle(TITLE)
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
  // Once shown, the field stays, also during the next attempt.
  const [isTokenRequired, setTokenRequired] = useState(false)
  if (!isTokenRequired && wantsSetupToken(setup.error)) setTokenRequired(true)

  // The password is shown once: the second of two quick clicks must not replace it with an error.
  const isSending = useRef(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isSending.current) return
    isSending.current = true
    setup.mutate(setupToken.trim(), {
      onSettled: () => {
        isSending.current = false
      },
    })
  }

  return (
    <form ref={form} noValidate method="post" onSubmit={submit} aria-label={TITLE} className="group mt-3 grid gap-5">
      <p className="text-ink-muted">
        This creates the first admin account and can be done only once. The username and password are generated for you
        and shown only once, so have a password manager ready.
      </p>
      {isTokenRequired && (
        <TextField
          label="Setup token"
          autoComplete="off"
          spellCheck={false}
          hint="The server prints it at startup, after the # in the address of this page. If SETUP_TOKEN is set, use its value."
          value={setupToken}
          onChange={(event) => setSetupToken(event.target.value)}
          error={wantsSetupToken(setup.error) ? tokenError(setup.variables) : undefined}
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
