import { useMutation } from '@tanstack/react-query'
import { Fingerprint } from 'lucide-react'
import type { LoginResponse } from '../../../contract/accounts/account.ts'
import { Button, type ButtonTone } from '../../ui/button.tsx'
import { passkeyFailure } from './passkey-failure.ts'
import { hasPasskeys } from './passkey-support.ts'
import { signInWithPasskey, signInWithSecondPasskey } from './passkeys-api.ts'

type OnSignedIn = (response: LoginResponse) => void

/** Signs in with a passkey alone, on the login screen; nothing where the browser has none here. */
export function PasskeySignIn({ onSignedIn }: { onSignedIn: OnSignedIn }) {
  if (!hasPasskeys()) return null
  return (
    <div className="mt-4">
      <Prompt tone="secondary" label="Sign in with a passkey" prompt={signInWithPasskey} onSignedIn={onSignedIn} />
    </div>
  )
}

/** Finishes a sign-in with a passkey after the password. @param props.ticket from the sign-in */
export function PasskeyStep({ ticket, onSignedIn }: { ticket: string; onSignedIn: OnSignedIn }) {
  if (!hasPasskeys()) return <p>This browser cannot use passkeys here. Please use another way.</p>
  const prompt = () => signInWithSecondPasskey(ticket)
  return <Prompt tone="primary" label="Use your passkey" prompt={prompt} onSignedIn={onSignedIn} />
}

type PromptProps = { tone: ButtonTone; label: string; prompt: () => Promise<LoginResponse>; onSignedIn: OnSignedIn }

function Prompt({ tone, label, prompt, onSignedIn }: PromptProps) {
  const signingIn = useMutation({ mutationFn: prompt, onSuccess: onSignedIn, retry: false })
  return (
    <div className="grid gap-4">
      {signingIn.error && (
        <p role="alert" className="border-signal-amber border-l-4 pl-4">
          {passkeyFailure(signingIn.error)}
        </p>
      )}
      <Button tone={tone} isBusy={signingIn.isPending} className="w-full" onClick={() => signingIn.mutate()}>
        {!signingIn.isPending && <Fingerprint aria-hidden="true" className="size-5" />}
        {label}
      </Button>
    </div>
  )
}
