import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import * as z from 'zod'
import { type MadeRecoveryCodes, type NewTotp, totpCodeSchema } from '../../../contract/accounts/second-factors.ts'
import type { ErrorCode } from '../../../contract/wire/error.ts'
import { SIGN_IN_API } from '../../../contract/wire/sign-in-paths.ts'
import { ApiError, failureMessage } from '../../api/api-error.ts'
import { Loaded } from '../../layout/loaded.tsx'
import { isSessionOver, useExpireSession } from '../../session/end-session.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { TextField } from '../../ui/form/field.tsx'
import { toast } from '../../ui/toast/toast.ts'
import { beginTotp, confirmTotp, useRereadFactors } from './second-factors-api.ts'

const CODE_WRONG: ErrorCode = 'code_wrong'

const firstCodeSchema = z.object({ code: totpCodeSchema })

type AppSetupProps = {
  /** Gets recovery codes, or null where the person has some already. */
  onDone: (codes: MadeRecoveryCodes['recoveryCodes']) => void
  onCancel: () => void
}

/** Sets up an authenticator app: a picture for its camera, the same as text, and the first code. */
export function AppSetup({ onDone, onCancel }: AppSetupProps) {
  // One secret a visit: the secret of an earlier one is never shown again.
  const query = useQuery({
    queryKey: [SIGN_IN_API.totp],
    queryFn: beginTotp,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return (
    <section aria-labelledby="app-setup" className="grid gap-6">
      <h3 id="app-setup" ref={focusHeading} tabIndex={-1} className="text-base outline-none">
        Set up an authenticator app
      </h3>
      <Loaded query={query} loading={<Placeholder />} failure="The app could not be prepared.">
        {(totp) => (
          <>
            <ScanStep totp={totp} />
            <FirstCode ticket={totp.ticket} onDone={onDone} onCancel={onCancel} onAgain={() => query.refetch()} />
          </>
        )}
      </Loaded>
    </section>
  )
}

function focusHeading(heading: HTMLElement | null) {
  heading?.focus()
}

function Placeholder() {
  return (
    <p role="status" className="min-h-52 text-ink-muted">
      Preparing a code for your app...
    </p>
  )
}

/** Letters of a secret that stand together, so that nobody loses the place while typing. */
const GROUP = /.{1,4}/g

function ScanStep({ totp: { qrCode, secret, uri } }: { totp: NewTotp }) {
  return (
    <div className="grid gap-6 sm:grid-cols-[auto_minmax(0,1fr)]">
      <QrCode {...qrCode} />
      <div className="grid content-start gap-4">
        <p>
          Scan the picture with an app such as Google Authenticator, Microsoft Authenticator, 1Password or Bitwarden. It
          then shows a new code every half minute.
        </p>
        <div className="grid gap-1">
          <p className="text-ink-muted text-sm">No camera? Type this key into the app:</p>
          <p className="select-all font-mono text-base wrap-anywhere">{secret.match(GROUP)?.join(' ')}</p>
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <CopyButton text={secret} what="the key" />
          <a href={uri} className="inline-flex min-h-11 items-center">
            Open an app on this device
          </a>
        </div>
      </div>
    </div>
  )
}

/** Black on white in both themes, with its margin: cameras need that. */
function QrCode({ size, path }: NewTotp['qrCode']) {
  return (
    <svg
      role="img"
      aria-label="QR code for your authenticator app"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-56 justify-self-center rounded-md border border-line"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

type FirstCodeProps = AppSetupProps & { ticket: string; onAgain: () => void }

function FirstCode({ ticket, onDone, onCancel, onAgain }: FirstCodeProps) {
  const form = useForm({ resolver: zodResolver(firstCodeSchema), defaultValues: { code: '' } })
  const reread = useRereadFactors()
  const expire = useExpireSession()
  const confirming = useMutation({
    mutationFn: ({ code }: { code: string }) => confirmTotp({ ticket, code }),
    retry: false,
    onSuccess: ({ recoveryCodes }) => {
      toast({ title: 'Authenticator app set up', description: 'You are signed out everywhere else.' })
      onDone(recoveryCodes)
    },
    onError: (error) => {
      if (isSessionOver(error)) return expire()
      const { code, serverMessage } = error instanceof ApiError ? error : {}
      if (code !== CODE_WRONG || !serverMessage) return
      form.setError('code', { message: serverMessage })
      form.setFocus('code', { shouldSelect: true })
    },
    onSettled: reread,
  })
  const fault = form.formState.errors.code?.message
  return (
    <form
      noValidate
      aria-label="First code"
      className="grid gap-5 border-line border-t pt-6"
      onSubmit={form.handleSubmit((fields) => confirming.mutate(fields))}
    >
      <TextField
        label="Code that the app shows now"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        className="max-w-60 [&_input]:font-mono [&_input]:tracking-widest"
        error={fault}
        {...form.register('code')}
      />
      {confirming.error && !fault && (
        <div role="alert" className="grid justify-items-start gap-2 border-signal-amber border-l-4 pl-4">
          <p>{failureMessage(confirming.error)}</p>
          <Button tone="quiet" className="-ml-2" onClick={onAgain}>
            Begin again
          </Button>
        </div>
      )}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={confirming.isPending}>
          Turn it on
        </Button>
        <Button tone="secondary" onClick={onCancel}>
          Not now
        </Button>
      </div>
    </form>
  )
}
