import { useState } from 'react'
import { Link } from 'wouter'
import { LONGEST_RECEIPT_TEXT } from '../../../contract/wire/limits.ts'
import { PAGE } from '../../../contract/wire/paths.ts'
import { Button } from '../../ui/button.tsx'
import { TextAreaField } from '../../ui/form/field.tsx'
import { FileField } from '../../ui/form/file-field.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import type { ReceiptChoice } from './use-receipt.ts'

/** The part of a file that is read: more than the longest text with a receipt, in UTF-8. */
const MOST_BYTES = 4 * LONGEST_RECEIPT_TEXT + 1

type ReceiptPanelProps = {
  receipt: ReceiptChoice
  isSubmitting: boolean
  /** Shows the form although the application is stored; absent while the form is shown. */
  onSendAnyway: (() => void) | undefined
}

/** Takes a receipt, which fills the form below, and says what became of it. */
export function ReceiptPanel({ receipt, isSubmitting, onSendAnyway }: ReceiptPanelProps) {
  const { state, remove } = receipt
  return (
    <section aria-label="Receipt" className="mb-8 grid gap-3">
      {state.status !== 'valid' && <GiveReceipt receipt={receipt} />}
      {/* Empty it stays in the tree, so that its words are announced, and takes no gap. */}
      <div role="status" className="empty:-mb-3">
        {state.status === 'checking' && <p>Checking the receipt...</p>}
        {state.status === 'valid' && (
          <p className="border-signal-green border-l-4 pl-4">
            Receipt {state.receipt.reference} is valid.{' '}
            {state.isStored
              ? 'We still have it: your application is stored, and there is nothing to do.'
              : 'We no longer have that application. The form is filled in from the receipt: send it, with your resume if you have it at hand.'}
          </p>
        )}
        {state.status === 'refused' && <p className="border-signal-red border-l-4 pl-4">{state.reason}</p>}
      </div>
      {state.status === 'valid' && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {state.isStored && (
            <Link href={PAGE.myApplication} className="inline-flex min-h-11 items-center">
              My application
            </Link>
          )}
          {onSendAnyway && (
            <Button tone="quiet" onClick={onSendAnyway}>
              Send it anyway
            </Button>
          )}
          <Button tone="quiet" disabled={isSubmitting} onClick={remove}>
            Remove receipt
          </Button>
        </div>
      )}
    </section>
  )
}

function GiveReceipt({ receipt: { state, give } }: { receipt: ReceiptChoice }) {
  const isHydrated = useHydrated()
  const [text, setText] = useState('')
  const isBusy = state.status === 'checking'
  return (
    <details aria-label="Receipt to check">
      <summary className="w-fit cursor-pointer py-0 font-semibold text-accent max-md:min-h-11 max-md:content-center">
        I have a receipt
      </summary>
      <div className="mt-3 grid gap-5">
        <FileField
          label="Receipt File"
          hint="The file that came with our mail, receipt-APP-….json"
          accept=".json"
          file={null}
          error={undefined}
          disabled={isBusy}
          onChange={(file) => {
            if (file)
              void file
                .slice(0, MOST_BYTES)
                .text()
                .then(give, () => give(''))
          }}
        />
        <TextAreaField
          label="Receipt Link"
          isStandalone
          hint="Or the text of an earlier mail with the link in it"
          className="[&>textarea]:h-24 [&>textarea]:min-h-24 [&>textarea]:field-sizing-fixed"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button
          tone="secondary"
          className="justify-self-start"
          disabled={!isHydrated || text.trim() === ''}
          isBusy={isBusy}
          onClick={() => void give(text)}
        >
          Check receipt
        </Button>
      </div>
    </details>
  )
}
