import type { LoginResponse } from '../../../contract/accounts/account.ts'
import type { SecondFactorNeeded } from '../../../contract/accounts/sign-in-methods.ts'
import { Button } from '../../ui/button.tsx'
import { PasskeyStep } from '../passkeys/passkey-prompt.tsx'

type SecondStepProps = SecondFactorNeeded['secondFactor'] & {
  onSignedIn: (response: LoginResponse) => void
  onStartAgain: () => void
}

/** The second step of a sign-in, after a right password. */
export function SecondStep({ ticket, methods, onSignedIn, onStartAgain }: SecondStepProps) {
  return (
    <section aria-labelledby="second-step" className="mt-6 grid gap-5">
      <h2 id="second-step" ref={(heading) => heading?.focus()} tabIndex={-1} className="text-lg">
        One more step
      </h2>
      {methods.includes('passkey') && <PasskeyStep ticket={ticket} onSignedIn={onSignedIn} />}
      <Button tone="quiet" onClick={onStartAgain}>
        Start again
      </Button>
    </section>
  )
}
