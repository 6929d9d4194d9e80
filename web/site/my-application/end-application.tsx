import { useState } from 'react'
import type { KeptUntil, MyApplication } from '../../../contract/applications/my-application.ts'
import { MAXIMUM } from '../../../contract/wire/limits.ts'
import { API } from '../../../contract/wire/paths.ts'
import { forgetPrivateLink } from '../../session/use-private-link.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { TextAreaField } from '../../ui/form/field.tsx'
import { describeCancelling } from './own-interviews.tsx'
import { useLinkChange } from './use-link-change.ts'

type Step = 'withdraw' | 'erase' | 'erase-again'

/** What {@link EndApplication} takes. `onErased` is called once the erasure is certain, with the day until which a legal hold keeps it. */
export type EndApplicationProps = {
  application: MyApplication
  token: string
  onErased: (keptUntil: string | null) => void
}

/** A button whose words stand in the line of a sentence or begin under it, as tall as a thumb needs. */
const QUIET = '-mx-2 text-sm'

/** Withdraws or erases the application. Both ask; erasing asks twice. After a decision there is nothing to withdraw. */
export function EndApplication({ application, token, onErased }: EndApplicationProps) {
  const { reference, withdrawnAt, stage } = application
  const cancelling = describeCancelling(application.interviews)
  const canWithdraw = !withdrawnAt && stage !== 'decided'
  const [step, setStep] = useState<Step>()
  const [reason, setReason] = useState('')
  const withdrawal = useLinkChange<{ reason: string }>(API.withdrawApplication, token, {
    done: 'Application withdrawn',
  })
  const erasure = useLinkChange<{ reference: string }, KeptUntil | undefined>(API.eraseApplication, token, {
    onDone: (answer) => {
      forgetPrivateLink('application')
      onErased(answer?.keptUntil ?? null)
    },
  })
  const close = () => setStep(undefined)

  return (
    <section aria-label="End this application" className="grid gap-2 border-line border-t pt-6 text-sm">
      {canWithdraw && (
        <p>
          Changed your mind?{' '}
          <Button tone="quiet" className={QUIET} isBusy={withdrawal.isPending} onClick={() => setStep('withdraw')}>
            Withdraw application
          </Button>
        </p>
      )}
      <div>
        <p className="text-ink-muted">
          Erasing deletes your details, your resume and our messages to you for good. We cannot restore them.
        </p>
        <Button
          tone="quiet"
          className={`${QUIET} text-signal-red`}
          isBusy={erasure.isPending}
          onClick={() => setStep('erase')}
        >
          Erase everything
        </Button>
      </div>
      {step === 'withdraw' && (
        <ConfirmDialog
          title="Withdraw this application?"
          question={`We stop reading it at once. ${cancelling}You cannot take this back, but you can apply again.`}
          action="Withdraw"
          cancel="Keep it"
          onConfirm={() => withdrawal.mutate({ reason })}
          onClose={close}
        >
          <TextAreaField
            label="Reason for withdrawing"
            isOptional
            maxLength={MAXIMUM.note}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </ConfirmDialog>
      )}
      {step === 'erase' && (
        <ConfirmDialog
          title="Erase everything?"
          question={`${reference} is deleted with your details, your resume and our messages to you. ${cancelling}`.trim()}
          action="Continue"
          cancel="Keep it"
          onConfirm={() => setStep('erase-again')}
          onClose={close}
        />
      )}
      {step === 'erase-again' && (
        <ConfirmDialog
          title="Erase it for good?"
          question="Nobody can restore it, and your private links stop working."
          action="Erase for good"
          cancel="Keep it"
          onConfirm={() => erasure.mutate({ reference })}
          onClose={close}
        />
      )}
    </section>
  )
}
