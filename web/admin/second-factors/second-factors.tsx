import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { type OwnSecondFactors, RECOVERY_CODES } from '../../../contract/accounts/second-factors.ts'
import { Loaded } from '../../layout/loaded.tsx'
import { useAuth } from '../../session/use-auth.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { formatShortDayAndTime } from '../../ui/text/date-formats.ts'
import { PasskeysSection } from '../passkeys/passkeys-section.tsx'
import { AppSetup } from './app-setup.tsx'
import { MadeRecoveryCodes } from './made-recovery-codes.tsx'
import {
  removeTotp,
  renewRecoveryCodes,
  secondFactorsQuery,
  toastRemoved,
  useFactorChange,
} from './second-factors-api.ts'

type View = { kind: 'list' } | { kind: 'app' } | { kind: 'codes'; codes: readonly string[] }

/** What is shown: all of it, the set-up of an app, or codes that the person has not saved yet. */
export type ViewKind = View['kind']

type SecondFactorsProps = {
  /** Hears what is shown. */
  onView: (kind: ViewKind) => void
}

/** The second factors of the signed-in person, one part of the work at a time. */
export function SecondFactors({ onView }: SecondFactorsProps) {
  const { token } = useAuth()
  const [view, setView] = useState<View>({ kind: 'list' })
  const query = useQuery(secondFactorsQuery(token))
  const showList = () => setView({ kind: 'list' })
  const showCodes = (codes: readonly string[] | null) => setView(codes ? { kind: 'codes', codes } : { kind: 'list' })
  useEffect(() => onView(view.kind), [onView, view.kind])
  if (view.kind === 'app') return <AppSetup onDone={showCodes} onCancel={showList} />
  if (view.kind === 'codes') return <MadeRecoveryCodes codes={view.codes} onSaved={showList} />
  return (
    <Loaded query={query} loading={null} failure="Your sign-in methods could not be loaded.">
      {(own) => (
        <div className="grid gap-6 divide-y divide-line [&>*:not(:last-child)]:pb-6">
          <AppPart own={own} onSetUp={() => setView({ kind: 'app' })} />
          <Part title="Passkeys" state={<State isOn={own.passkeys.length > 0} />}>
            <PasskeysSection />
          </Part>
          <CodesPart own={own} onMade={showCodes} />
        </div>
      )}
    </Loaded>
  )
}

type PartProps = { title: string; state?: ReactNode; children: ReactNode }

function Part({ title, state, children }: PartProps) {
  return (
    <section className="grid gap-3">
      <h3 className="flex flex-wrap items-center gap-3 text-base">
        {title} {state}
      </h3>
      {children}
    </section>
  )
}

function State({ isOn }: { isOn: boolean }) {
  return <Badge tone={isOn ? 'green' : 'grey'}>{isOn ? 'on' : 'none'}</Badge>
}

function AppPart({ own, onSetUp }: { own: OwnSecondFactors; onSetUp: () => void }) {
  const [isAsking, setAsking] = useState(false)
  const removing = useFactorChange(removeTotp, toastRemoved)
  const isLast = own.passkeys.length === 0
  return (
    <Part title="Authenticator app" state={<State isOn={own.totp !== null} />}>
      <p className="measure text-ink-muted">
        {own.totp
          ? `Your app shows the code that you enter after your password, since ${formatShortDayAndTime(own.totp.since)}.`
          : 'An app on your phone shows a new code every half minute. You enter it after your password.'}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button tone={own.totp || !isLast ? 'secondary' : 'primary'} onClick={onSetUp}>
          {own.totp ? 'Move to another app' : 'Set up an app'}
        </Button>
        {own.totp && (
          <Button tone="danger" isBusy={removing.isPending} onClick={() => setAsking(true)}>
            Remove the app
          </Button>
        )}
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Remove the authenticator app?"
          question={
            isLast
              ? 'Your password alone then signs you in, and your recovery codes end. You are signed out everywhere else.'
              : 'A passkey is then your second step. You are signed out everywhere else.'
          }
          action="Remove"
          onConfirm={() => removing.mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </Part>
  )
}

type CodesPartProps = { own: OwnSecondFactors; onMade: (codes: readonly string[] | null) => void }

function CodesPart({ own, onMade }: CodesPartProps) {
  const [isAsking, setAsking] = useState(false)
  const making = useFactorChange(renewRecoveryCodes, ({ recoveryCodes }) => onMade(recoveryCodes))
  const { left } = own.recoveryCodes
  const hasFactor = own.totp !== null || own.passkeys.length > 0
  if (!hasFactor) {
    return (
      <Part title="Recovery codes">
        <p className="measure text-ink-muted">
          They let you in when your phone is lost. You get {RECOVERY_CODES} once an app or a passkey is set up.
        </p>
      </Part>
    )
  }
  return (
    <Part title="Recovery codes" state={<Badge tone={left > FEW ? 'green' : 'amber'}>{`${left} left`}</Badge>}>
      <p className="measure text-ink-muted">{describeLeft(left)}</p>
      <div>
        <Button
          tone="secondary"
          isBusy={making.isPending}
          onClick={() => (left > 0 ? setAsking(true) : making.mutate())}
        >
          Make new codes
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title="Make new recovery codes?"
          question="Those that you have saved end, and you are signed out everywhere else."
          action="Make new codes"
          onConfirm={() => making.mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </Part>
  )
}

/** So few codes are worth a warning. */
const FEW = 2

function describeLeft(left: number): string {
  if (left === 0) return 'You have none. Make some now: they let you in when your phone is lost.'
  if (left <= FEW) return 'Only a few are left. Make new ones before they run out.'
  return 'They let you in when your phone is lost. Each works once.'
}
