import { Download } from 'lucide-react'
import type { SentPageData } from '../../../../contract/applications/apply-page.ts'
import { formatReceiptFile } from '../../../../contract/applications/receipt.ts'
import { ANCHOR, PAGE, RECEIPT_FILE, SENT_PARAMETER } from '../../../../contract/wire/paths.ts'
import { servedPage } from '../../../layout/served-page.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { formatDayTimeInUtc } from '../../../ui/text/date-formats.ts'
import { NextSteps } from '../confirmation/confirmation.tsx'
import { ConfirmationDrawing } from '../confirmation/confirmation-drawing.tsx'
import { ReceiptSlip } from '../confirmation/receipt-card.tsx'

const TITLE = 'Application sent'
const EXPIRED = 'Confirmation not available'

/**
 * The confirmation of an application that was sent without JavaScript. A reload shows it again and sends nothing. The title
 * names no person.
 */
export const page = servedPage<SentPageData>({
  path: PAGE.applicationSent,
  title: (data) => (data ? TITLE : EXPIRED),
  Body: ({ served }) => (served ? <Confirmation {...served} /> : <Expired />),
})

function Confirmation({ receipt, link, answerBy, sendsMail }: SentPageData) {
  return (
    <div className="wrap grid items-start gap-10 pt-12 md:pt-16 lg:grid-cols-12 lg:gap-6">
      <div className="grid gap-6 lg:col-span-5">
        <h1 id={ANCHOR.result} tabIndex={-1} className="scroll-mt-28 text-3xl text-balance outline-none">
          {TITLE}
        </h1>
        <ConfirmationDrawing reference={receipt.reference} />
        <p className="measure text-lg">
          Your application and resume are safely stored. Your reference is{' '}
          <span className="whitespace-nowrap font-mono">{receipt.reference}</span>.
        </p>
        <NextSteps heading="h2" email={receipt.email} {...{ sendsMail, answerBy }} />
        <p>
          <a href={PAGE.landing}>Back to Jobs</a>
        </p>
      </div>
      <div className="min-w-0 lg:col-span-7">
        <ReceiptSlip receipt={receipt} heading="h2" time={formatDayTimeInUtc(receipt.time)}>
          <a href={`${RECEIPT_FILE}?${SENT_PARAMETER}=${link}`} download className={buttonClass('secondary')}>
            <Download aria-hidden="true" className="size-4" />
            Save receipt
          </a>
        </ReceiptSlip>
        <details aria-label="Receipt as text" className="mt-4">
          <summary className="w-fit cursor-pointer py-2 font-semibold text-accent">Receipt as text</summary>
          <pre className="mt-2 font-mono text-sm whitespace-pre-wrap wrap-anywhere">{formatReceiptFile(receipt)}</pre>
        </details>
      </div>
    </div>
  )
}

function Expired() {
  return (
    <div className="wrap grid justify-items-start gap-6 pt-16 md:pt-24">
      <h1 className="text-3xl">{EXPIRED}</h1>
      <p className="measure">
        A confirmation can be opened for one hour after sending. An application that was confirmed stays stored: you
        need not send it again.
      </p>
      <a href={PAGE.landing} className={buttonClass()}>
        Back to Home
      </a>
    </div>
  )
}
