import { useMutation, useQuery } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import type { IdentityProof } from '../../../contract/accounts/confirmation.ts'
import { ApiError } from '../../api/api-error.ts'
import { readUser } from '../../api/auth-store.ts'
import { Loaded } from '../../layout/loaded.tsx'
import { isSessionOver } from '../../session/end-session.ts'
import { useAuth } from '../../session/use-auth.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { TextField } from '../../ui/form/field.tsx'
import { attemptToSend } from '../../ui/form/use-sent-faults.ts'
import { passkeyFailure } from '../passkeys/passkey-failure.ts'
import { hasPasskeys } from '../passkeys/passkey-support.ts'
import { confirmationQuery, confirmWith, confirmWithPasskey } from './confirmation-api.ts'

type IdentityDialogProps = { onConfirmed: () => void; onClose: () => void }

/** Asks a signed-in person to prove again who it is; what asked for that goes on, or fails once the dialog is closed. */
export function IdentityDialog({ onConfirmed, onClose }: IdentityDialogProps) {
  const formId = useId()
  const { token } = useAuth()
  const confirmation = useQuery(confirmationQuery(token))
  const ways = confirmation.data?.ways ?? []
  const canUsePasskey = hasPasskeys() && ways.includes('passkey')
  const typed = (['password', 'totp'] as const).filter((way) => ways.includes(way))
  const confirming = useConfirming(confirmWith, onConfirmed)
  useConfirmedElsewhere(Boolean(confirmation.data?.confirmedUntil), onConfirmed)
  return (
    <Dialog
      isSmall
      staysOpenOnOutsideClick
      title="Confirm that it is you"
      description="You signed in a while ago, and what you are about to do needs your confirmation. It then goes on, and you are not asked again for 15 minutes."
      onClose={onClose}
      footer={
        <>
          <Button tone="secondary" onClick={onClose}>
            Cancel
          </Button>
          {typed.length > 0 && (
            <Button type="submit" form={formId} isBusy={confirming.isPending}>
              Confirm
            </Button>
          )}
        </>
      }
    >
      <Loaded
        query={confirmation}
        loading={<p role="status">One moment...</p>}
        failure="It could not be read how you can confirm that it is you."
      >
        {() => (
          <div className="grid gap-5">
            {typed.length > 0 && <TypedForm formId={formId} ways={typed} confirming={confirming} />}
            {canUsePasskey && <PasskeyPrompt isAlone={typed.length === 0} onConfirmed={onConfirmed} />}
            {!canUsePasskey && typed.length === 0 && (
              <p>There is no way to ask you here. Please log out and sign in again: that confirms it too.</p>
            )}
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}

/** Goes on where the person has confirmed in another tab. */
function useConfirmedElsewhere(isConfirmed: boolean, onConfirmed: () => void) {
  const goOn = useRef(onConfirmed)
  goOn.current = onConfirmed
  useEffect(() => {
    if (isConfirmed) goOn.current()
  }, [isConfirmed])
}

type Confirming = ReturnType<typeof useConfirming<IdentityProof>>

/** What a person may type to confirm. */
const TYPED = {
  password: {
    field: { label: 'Password', type: 'password', autoComplete: 'current-password' },
    missing: 'Password is required',
    instead: 'Use your password instead',
    proof: (password: string) => ({ password }),
  },
  totp: {
    field: { label: 'Code of your authenticator app', inputMode: 'numeric', autoComplete: 'one-time-code' },
    missing: 'Enter the six digits that the app shows',
    instead: 'Use a code of your app instead',
    proof: (code: string) => ({ code }),
  },
} as const

type TypedWay = keyof typeof TYPED

type TypedFormProps = { formId: string; ways: readonly TypedWay[]; confirming: Confirming }

function TypedForm({ formId, ways, confirming }: TypedFormProps) {
  const [way = 'password', ...others] = ways
  const [chosen, setChosen] = useState<TypedWay>(way)
  const [typed, setTyped] = useState('')
  const [isMissing, setMissing] = useState(false)
  const { field, missing, proof } = TYPED[chosen]
  const refused = confirming.error instanceof ApiError ? confirming.error.issues[0]?.message : undefined
  const choose = (other: TypedWay) => {
    setChosen(other)
    setTyped('')
    setMissing(false)
    confirming.reset()
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (confirming.isPending) return
    attemptToSend(event.currentTarget, () => {
      setMissing(typed === '')
      if (typed !== '') confirming.mutate(proof(typed))
    })
  }
  return (
    <form id={formId} noValidate aria-label="Confirm that it is you" className="grid gap-3" onSubmit={submit}>
      {!refused && <Failure error={confirming.error} />}
      {/* Tells password managers whose password it is. */}
      <input
        type="text"
        className="sr-only"
        autoComplete="username"
        tabIndex={-1}
        aria-hidden="true"
        readOnly
        value={readUser()?.username ?? ''}
      />
      <TextField
        key={chosen}
        {...field}
        // The dialog opens before it is known what can be typed.
        autoFocus
        value={typed}
        error={isMissing ? missing : refused}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          setMissing(false)
        }}
      />
      {[way, ...others]
        .filter((other) => other !== chosen)
        .map((other) => (
          <Button key={other} tone="quiet" className="-ml-2 justify-self-start" onClick={() => choose(other)}>
            {TYPED[other].instead}
          </Button>
        ))}
    </form>
  )
}

function PasskeyPrompt({ isAlone, onConfirmed }: { isAlone: boolean; onConfirmed: () => void }) {
  const confirming = useConfirming(confirmWithPasskey, onConfirmed)
  return (
    <div className="grid gap-3">
      <Failure error={confirming.error} />
      <Button
        tone={isAlone ? 'primary' : 'secondary'}
        className="w-full"
        isBusy={confirming.isPending}
        onClick={() => confirming.mutate()}
      >
        {!confirming.isPending && <Fingerprint aria-hidden="true" className="size-5" />}
        Use a passkey
      </Button>
    </div>
  )
}

function Failure({ error }: { error: Error | null }) {
  if (!error) return null
  return (
    <p role="alert" className="border-signal-amber border-l-4 pl-4">
      {passkeyFailure(error)}
    </p>
  )
}

function useConfirming<Sent = void>(mutationFn: (sent: Sent) => Promise<unknown>, onConfirmed: () => void) {
  return useMutation({
    mutationFn,
    retry: false,
    onSuccess: onConfirmed,
    onError: (error) => {
      // What waits is then refused too, and says that the session is over.
      if (isSessionOver(error)) onConfirmed()
    },
  })
}
