import { Download, Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import {
  encodeReceipt,
  formatReceiptFile,
  RECEIPT_PARAMETER,
  type Receipt,
  receiptFileName,
} from '../../../../contract/applications/receipt.ts'
import type { GivenAnswer } from '../../../../contract/jobs/question.ts'
import { PAGE } from '../../../../contract/wire/paths.ts'
import { usePageData } from '../../../layout/page-data-context.ts'
import { Button } from '../../../ui/button.tsx'
import { formatFileSize } from '../../../ui/form/file-size.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { formatDayTimeAndZone } from '../../../ui/text/date-formats.ts'

/** The receipt with its buttons, which need JavaScript. */
export function ReceiptCard({ receipt }: { receipt: Receipt }) {
  return (
    <ReceiptSlip receipt={receipt} heading="h3" time={formatDayTimeAndZone(receipt.time)}>
      <Button tone="secondary" onClick={() => save(receipt)}>
        <Download aria-hidden="true" className="size-4" />
        Save receipt
      </Button>
      <Button tone="quiet" onClick={() => window.print()}>
        <Printer aria-hidden="true" className="size-4" />
        Print
      </Button>
    </ReceiptSlip>
  )
}

type ReceiptSlipProps = {
  receipt: Receipt
  /** Level of its heading on the page. */
  heading: 'h2' | 'h3'
  /** When the application was stored, as it is shown. */
  time: string
  /** Its buttons. */
  children: ReactNode
}

/** The receipt as a slip to save or to print. A page that shows it prints nothing else (`print.css`). */
export function ReceiptSlip({ receipt, heading: Heading, time, children }: ReceiptSlipProps) {
  const { company, publicUrl } = usePageData()
  const { answers } = receipt
  return (
    <section aria-labelledby="receipt-title" className="receipt printed-alone">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4">
        <Heading id="receipt-title" className="text-base">
          Receipt
        </Heading>
        <p className="font-mono text-ink-muted text-sm">{company.name}</p>
      </header>
      <Entries receipt={receipt} time={time} />
      {answers && <Answers answers={answers} heading={Heading === 'h2' ? 'h3' : 'h4'} />}
      <div className="wrap-anywhere hidden text-sm print:block">
        <p>Stored and signed by {publicUrl}</p>
        <p className="mt-2">
          Should we ever lose your application, this address brings it back:
          <br />
          <span className="font-mono">
            {publicUrl}
            {PAGE.recovery}#{RECEIPT_PARAMETER}={encodeReceipt(receipt)}
          </span>
        </p>
      </div>
      <p className="text-ink-muted text-sm print:hidden">
        Should we ever lose your application, the saved receipt brings it back on the{' '}
        <Link href={PAGE.recovery}>recovery page</Link>. It contains your email address
        {answers ? ', phone number and answers' : ' and phone number'}, so keep it to yourself.
      </p>
      <div className="flex flex-wrap gap-3 print:hidden">{children}</div>
    </section>
  )
}

function Entries({ receipt, time }: Pick<ReceiptSlipProps, 'receipt' | 'time'>) {
  const { reference, job, name, email, phone, fileName, size, sha256, keyId, signature } = receipt
  return (
    <dl className="receipt-entries">
      <Entry name="Reference">{reference}</Entry>
      <Entry name="Position">
        <bdi>{job ?? 'General application'}</bdi>
      </Entry>
      <Entry name="Name">
        <bdi>{name}</bdi>
      </Entry>
      {email !== null && (
        <Entry name="Email" isPrintedOnly>
          {email}
        </Entry>
      )}
      {phone !== null && (
        <Entry name="Phone" isPrintedOnly>
          {phone}
        </Entry>
      )}
      <Entry name="Stored">
        <time dateTime={receipt.time}>{time}</time>
      </Entry>
      {fileName !== null && <Entry name="File">{fileName}</Entry>}
      {size !== null && <Entry name="Size">{formatFileSize(size)}</Entry>}
      {sha256 !== null && (
        <Entry name="SHA-256">
          <details aria-label="Checksum of the file" className="print:hidden">
            <summary className="w-fit cursor-pointer py-0.5 max-md:min-h-11 max-md:content-center">
              {sha256.slice(0, 6)}…{sha256.slice(-6)} <span className="text-accent">Show all</span>
            </summary>
            <span className="select-all">{sha256}</span>
          </details>
          <span className="hidden print:inline">{sha256}</span>
        </Entry>
      )}
      <Entry name="Key">{keyId}</Entry>
      <Entry name="Signature" isPrintedOnly>
        {signature}
      </Entry>
    </dl>
  )
}

/** The answers are part of this receipt alone: mails and links leave them out. */
function Answers({ answers, heading: Heading }: { answers: readonly GivenAnswer[]; heading: 'h3' | 'h4' }) {
  return (
    <div>
      <Heading className="font-semibold text-sm">Your answers</Heading>
      <dl className="own-direction mt-2 grid gap-3 text-sm wrap-anywhere">
        {answers.map(({ question, answer }) => (
          <div key={question}>
            <dt className="text-ink-muted">{question}</dt>
            <dd className="whitespace-pre-wrap">{answer.join(', ') || 'No answer'}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

type EntryProps = { name: string; isPrintedOnly?: boolean; children: ReactNode }

function Entry({ name, isPrintedOnly = false, children }: EntryProps) {
  return (
    <div className={isPrintedOnly ? 'hidden print:grid' : undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Without a request: the receipt came with the confirmation. */
function save(receipt: Receipt) {
  saveFile(new Blob([formatReceiptFile(receipt)], { type: 'application/json' }), receiptFileName(receipt))
}
