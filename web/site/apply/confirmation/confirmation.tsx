import { useEffect, useRef } from 'react'
import type { SubmissionReceipt } from '../../../../contract/applications/application.ts'
import { formatAnswerDay } from '../../../../contract/promise/answer-clock.ts'
import { addDays, dayIn } from '../../../../contract/promise/calendar-days.ts'
import { describeMeasured } from '../../../layout/measured-response-time.tsx'
import { usePageData } from '../../../layout/page-data-context.ts'
import { useResponseTime } from '../../../layout/use-response-time.ts'
import { useToday } from '../../../layout/use-today.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmationDrawing } from './confirmation-drawing.tsx'
import { ReceiptCard } from './receipt-card.tsx'

type ConfirmationProps = {
  sent: SubmissionReceipt
  /** Closes the dialog around it; absent on a page. */
  onClose?: (() => void) | undefined
  /** Shows the empty form again, on a page. */
  onStartAgain: () => void
}

/** What follows a stored application: what happens next, and the receipt. It stays after the toast has gone. */
export function Confirmation({ sent, onClose, onStartAgain }: ConfirmationProps) {
  const { receipt, sendsMail } = sent
  const { answerWithinDays } = useResponseTime()
  const { timeZone } = usePageData().company
  const answerBy = addDays(dayIn(new Date(sent.createdAt), timeZone), answerWithinDays)
  const words = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    words.current?.focus({ preventScroll: true })
    words.current?.parentElement?.scrollIntoView({ block: 'start' })
  }, [])
  return (
    <div className="confirmation">
      <ConfirmationDrawing reference={receipt.reference} />
      <p ref={words} tabIndex={-1} className="measure text-lg outline-none">
        Your application and resume are safely stored. Your reference is{' '}
        <span className="whitespace-nowrap font-mono">{receipt.reference}</span>.
      </p>
      <NextSteps heading="h3" email={receipt.email} {...{ sendsMail, answerBy }} />
      <ReceiptCard receipt={receipt} />
      {onClose ? (
        <Button onClick={onClose} className="justify-self-start max-sm:w-full">
          Close
        </Button>
      ) : (
        <Button tone="quiet" onClick={onStartAgain} className="-ml-2 justify-self-start">
          Send another application
        </Button>
      )}
    </div>
  )
}

/** What the next steps depend on. `heading` is the level of their heading on the page. */
type NextStepsProps = { heading: 'h2' | 'h3'; email: string; sendsMail: boolean; answerBy: string }

/** What happens after an application is stored. */
export function NextSteps({ heading: Heading, ...facts }: NextStepsProps) {
  const { readers } = usePageData().texts
  const measured = describeMeasured(useResponseTime())
  const today = useToday()
  return (
    <section aria-labelledby="next-title">
      <Heading id="next-title" className="text-base">
        What happens next
      </Heading>
      <ol className="measure mt-3 grid list-none gap-3 p-0">
        {[readers, ...stepsOf(facts, { today, measured })].map((step, index) => (
          <li key={step} className="flex gap-4">
            <span aria-hidden="true" className="font-mono text-accent text-sm leading-7">
              {index + 1}
            </span>
            <span className="min-w-0 wrap-anywhere">{step}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function stepsOf(
  { email, sendsMail, answerBy }: Omit<NextStepsProps, 'heading'>,
  { today, measured }: { today: string; measured: string | null },
): string[] {
  return [
    [`You hear from us by ${formatAnswerDay(answerBy, today)}, either way.`, measured].filter(Boolean).join(' '),
    sendsMail
      ? `We mail this receipt to ${email}, with your private link to My application. Save it here too, in case the mail does not arrive.`
      : 'This receipt does not come by mail, so save or print it now.',
  ]
}
