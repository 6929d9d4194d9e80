import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useDeferredValue, useRef, useState } from 'react'
import type { TemplateKind } from '../../../../contract/messages/message-kinds.ts'
import type { MessageText } from '../../../../contract/messages/messages.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { Button } from '../../../ui/button.tsx'
import { formatCount } from '../../../ui/text/format-count.ts'
import { FilledMessage } from '../filled-message.tsx'
import type { Recipient } from './use-message-form.ts'
import { previewMessage } from './writing-api.ts'

/** Why there is one message where two were written. */
const ONE_MAIL = {
  by_hand: 'A message by hand waits for this applicant. It stands in place of this one.',
  decision: 'The message about the rejection has not left. This one takes its place.',
} as const

type RecipientPreviewProps = {
  recipients: readonly Recipient[]
  /** Undefined while it has a fault. */
  text: MessageText | undefined
  /** Whether the text before its fault stays, dimmed. */
  keepsLast: boolean
  /** The decision that the text is to tell. */
  decision?: TemplateKind
}

/** A text as each recipient gets it, one at a time. */
export function RecipientPreview({ recipients, text, keepsLast, decision }: RecipientPreviewProps) {
  const [index, setIndex] = useState(0)
  const recipient = recipients[index]
  const last = useRef(text)
  if (text || !keepsLast) last.current = text
  const shown = useDeferredValue(last.current)
  const { data, isError } = useQuery({
    queryKey: [ADMIN_API.messagePreview, recipient?.id, shown, decision],
    queryFn: ({ signal }) => previewMessage({ id: recipient?.id ?? 0, decision }, shown as MessageText, signal),
    enabled: recipient !== undefined && shown !== undefined,
    // While typing, the text before; never that of another recipient.
    placeholderData: (previous, query) => (query?.queryKey[1] === recipient?.id ? previous : undefined),
  })
  const end = recipients.length - 1
  return (
    <section aria-label="Preview" className="grid content-start gap-3 rounded-md border border-line bg-paper p-4">
      <div className="flex flex-wrap items-center gap-2">
        <p role="status" className="wrap-anywhere mr-auto text-ink-muted text-sm">
          For {recipient?.name} {data && `(${data.toAddress})`}
          {end > 0 && (
            <>
              {' '}
              <span className="ml-2 whitespace-nowrap font-mono">
                {formatCount(index + 1)} of {formatCount(recipients.length)}
              </span>
            </>
          )}
        </p>
        {end > 0 && (
          <span className="flex">
            <Button
              tone="quiet"
              aria-label="Previous recipient"
              isUnavailable={index === 0}
              onClick={() => setIndex(index - 1)}
            >
              <ChevronLeft aria-hidden="true" className="size-5" />
            </Button>
            <Button
              tone="quiet"
              aria-label="Next recipient"
              isUnavailable={index === end}
              onClick={() => setIndex(index + 1)}
            >
              <ChevronRight aria-hidden="true" className="size-5" />
            </Button>
          </span>
        )}
      </div>
      {data && (
        <div className={`grid gap-3 ${text ? '' : 'text-ink-muted'}`}>
          {data.oneMail && <p className="border-signal-amber border-l-4 pl-3 text-sm">{ONE_MAIL[data.oneMail]}</p>}
          <FilledMessage subject={data.subject} body={data.body} />
        </div>
      )}
      {!data && (
        <p className="text-ink-muted text-sm">
          {isError
            ? 'The preview could not be loaded. The message can be sent all the same.'
            : 'The filled-in message appears here once subject and text are right.'}
        </p>
      )}
    </section>
  )
}
