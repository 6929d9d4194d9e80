import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { formatDayAndTime } from '../../ui/text/date-formats.ts'
import { SecondFactors } from './second-factors.tsx'
import { SignInMethodsDialog } from './sign-in-methods-dialog.tsx'

type NeededFactorProps = {
  /** When the session opens nothing but the own account. */
  from: string
  /** Hears whether this has to stay once the person has a factor: recovery codes are shown only once. */
  onHold: (isHeld: boolean) => void
  children: ReactNode
}

/** For a person who needs a second factor and has none: a line while there is time, and the set-up in place of the page after it. */
export function NeededFactor({ from, onHold, children }: NeededFactorProps) {
  const [isOpen, setOpen] = useState(false)
  const toggle = (opens: boolean) => {
    setOpen(opens)
    onHold(opens)
  }
  if (Date.parse(from) <= Date.now()) return <SetUpFirst onHold={onHold} />
  return (
    <>
      <div className="admin-wrap pt-3">
        <p className="flex flex-wrap items-center gap-x-4 border-signal-amber border-l-4 pl-4">
          <span>
            Everybody here needs a second step when signing in from{' '}
            <time dateTime={from} className="whitespace-nowrap">
              {formatDayAndTime(from)}
            </time>{' '}
            on.
          </span>
          <Button tone="quiet" className="-ml-2" onClick={() => toggle(true)}>
            Set it up now
          </Button>
        </p>
      </div>
      {children}
      {isOpen && <SignInMethodsDialog onClose={() => toggle(false)} />}
    </>
  )
}

function SetUpFirst({ onHold }: Pick<NeededFactorProps, 'onHold'>) {
  return (
    <div className="admin-wrap grid min-h-[calc(100dvh-var(--bar))] content-start gap-3 pt-3">
      <h1 className="text-2xl max-md:text-lg">Set up your second step</h1>
      <p className="text-ink-muted text-sm">Everybody here needs one. Then you go on where you wanted to be.</p>
      <div className="max-w-2xl rounded-md border border-line bg-panel p-5 md:p-7">
        <h2 className="sr-only">Sign-in methods</h2>
        <SecondFactors onView={(view) => onHold(view === 'codes')} />
      </div>
    </div>
  )
}
