import { useState } from 'react'
import type { LoginResponse } from '../../../contract/accounts/account.ts'
import type { SecondFactor, SecondFactorNeeded } from '../../../contract/accounts/sign-in-methods.ts'
import { Button } from '../../ui/button.tsx'
import { PasskeyStep } from '../passkeys/passkey-prompt.tsx'
import { ProofForm } from './proof-form.tsx'

type SecondStepProps = SecondFactorNeeded['secondFactor'] & {
  onSignedIn: (response: LoginResponse) => void
  /** Goes back to the password. @param why what ended this step; undefined where the person chose to */
  onStartAgain: (why?: string) => void
}

/** What a person may use, in the order in which it is offered, and what the button says that changes to it. */
const CHANGES: Record<SecondFactor, string> = {
  totp: 'Use a code of your app',
  passkey: 'Use a passkey',
  recovery_code: 'Use a recovery code instead',
}

const ORDER = Object.keys(CHANGES) as SecondFactor[]

/** The second step of a sign-in, after a right password. */
export function SecondStep({ ticket, methods, onSignedIn, onStartAgain }: SecondStepProps) {
  const offered = ORDER.filter((method) => methods.includes(method))
  const [chosen, setChosen] = useState(offered[0])
  return (
    <section aria-labelledby="second-step" className="mt-6 grid gap-5">
      {/* Anew for each method: its form takes the focus on, and where there is none the heading keeps it. */}
      <h2
        key={`heading of ${chosen}`}
        id="second-step"
        ref={focusHeading}
        tabIndex={-1}
        className="text-lg outline-none"
      >
        One more step
      </h2>
      {chosen === 'passkey' ? (
        <PasskeyStep ticket={ticket} onSignedIn={onSignedIn} />
      ) : (
        chosen && (
          <ProofForm key={chosen} method={chosen} ticket={ticket} onSignedIn={onSignedIn} onOver={onStartAgain} />
        )
      )}
      <div className="border-line border-t pt-3">
        <div className="-mx-2 grid justify-items-start">
          {offered
            .filter((method) => method !== chosen)
            .map((method) => (
              <Button key={method} tone="quiet" onClick={() => setChosen(method)}>
                {CHANGES[method]}
              </Button>
            ))}
          <Button tone="quiet" onClick={() => onStartAgain()}>
            Back
          </Button>
        </div>
      </div>
    </section>
  )
}

function focusHeading(heading: HTMLElement | null) {
  heading?.focus()
}
