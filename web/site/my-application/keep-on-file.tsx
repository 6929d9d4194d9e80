import { useState } from 'react'
import type { Keeping, KeepingOfLink } from '../../../contract/applications/my-application.ts'
import { API } from '../../../contract/wire/paths.ts'
import { usePageData } from '../../layout/page-data-context.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { formatCalendarDay, formatDay } from '../../ui/text/date-formats.ts'
import { useLinkChange } from './use-link-change.ts'

/** All that the link of a notice before the erasure opens. */
export function KeepingOfNotice({ reference, job, token, ...keeping }: KeepingOfLink & { token: string }) {
  return (
    <div className="grid gap-8">
      <div>
        <p className="font-mono text-ink-muted text-sm">{reference}</p>
        <h2 className="mt-1 text-lg wrap-anywhere">
          <bdi>{job ?? 'General application'}</bdi>
        </h2>
      </div>
      <KeepOnFile keeping={keeping} token={token} />
    </div>
  )
}

/** Whether the applicant stays on file: what is announced, what can be agreed to, and what was. */
export function KeepOnFile({ keeping, token }: { keeping: Keeping; token: string }) {
  const { eraseOn, offer, consent } = keeping
  const agreeing = useLinkChange<{ version: number }>(API.keepOnFile, token, { done: 'You stay on file' })
  return (
    <section aria-labelledby="keep-title" className="grid gap-4 rounded-md border border-line bg-panel p-5">
      <h2 id="keep-title" className="text-lg">
        How long we keep your application
      </h2>
      {eraseOn && (
        <p className="measure border-signal-amber border-l-4 pl-4">
          We erase your application on <strong>{formatCalendarDay(eraseOn)}</strong>, with your resume and our messages
          to you, and every other one that you sent from the same email address.
          {consent ? ' Until then your earlier consent counts.' : ' There is nothing you have to do for that.'}
        </p>
      )}
      {!eraseOn && !offer && !consent && (
        <p className="measure">
          No erasure of your application is announced at present, so there is nothing to choose.
        </p>
      )}
      {offer && (
        <>
          <p className="measure">Would you like us to keep it? This is what you agree to:</p>
          <ConsentText text={offer.text} />
          <div className="grid justify-items-start gap-2">
            <Button
              className="max-sm:w-full"
              isBusy={agreeing.isPending}
              onClick={() => agreeing.mutate({ version: offer.version })}
            >
              Keep me on file
            </Button>
            <p className="measure text-ink-muted text-sm">
              We then keep it until {formatCalendarDay(offer.until)}, and ask you again before that day.
            </p>
          </div>
        </>
      )}
      {consent && <Given consent={consent} token={token} />}
    </section>
  )
}

/** The consent that stands, and the way back. */
function Given({ consent, token }: { consent: NonNullable<Keeping['consent']>; token: string }) {
  const { company } = usePageData()
  const [isAsking, setAsking] = useState(false)
  const withdrawal = useLinkChange<Record<string, never>>(API.withdrawConsent, token, { done: 'Consent withdrawn' })
  return (
    <>
      <p className="measure">
        You agreed on <span className="whitespace-nowrap">{formatDay(consent.at)}</span> to stay on file
        {consent.until && `, until ${formatCalendarDay(consent.until)}`}:
      </p>
      <ConsentText text={consent.text} />
      <Button
        tone="secondary"
        className="justify-self-start max-sm:w-full"
        isBusy={withdrawal.isPending}
        onClick={() => setAsking(true)}
      >
        Withdraw my consent
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Withdraw your consent?"
          question={`It then counts as if you had never given it. If the time is over for which ${company.name} keeps applications, yours leaves all lists and is erased 30 days later.`}
          action="Withdraw"
          cancel="Stay on file"
          onConfirm={() => withdrawal.mutate({})}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

function ConsentText({ text }: { text: string }) {
  return (
    <blockquote className="measure wrap-anywhere whitespace-pre-wrap border-line border-l-2 pl-4">{text}</blockquote>
  )
}
