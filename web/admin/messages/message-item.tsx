import { useId } from 'react'
import { Link } from 'wouter'
import { MESSAGE_KIND } from '../../../contract/messages/message-kinds.ts'
import type { MessageAction } from '../../../contract/messages/message-states.ts'
import { MESSAGE_STATE } from '../../../contract/messages/message-states.ts'
import type { Message } from '../../../contract/messages/messages.ts'
import { ADMIN_PAGE } from '../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { formatReference } from '../../../contract/wire/reference.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { buttonOfNextRow, useKeepFocus } from '../../ui/focus/keep-focus.ts'
import { WholeReferences } from '../../ui/text/whole-references.tsx'
import { actionName, actionsOf, describeAuthor, describeProblem, describeTimes } from './message-item-texts.ts'
import { MessageText } from './message-text.tsx'

type MessageItemProps = {
  message: Message
  /** Whether its state is more than the list says of all of its messages. */
  showsState: boolean
  /** Whether the person may write to applicants. */
  canAct: boolean
  isBusy: boolean
  /** Whether the mail server takes no mail at present. */
  isOutage: boolean
  /** Whether a mail server is configured. */
  sendsMail: boolean
  onAct: (action: MessageAction) => void
  /** Opens its text to be changed. */
  onEdit: () => void
}

/** One message: to whom, what about, and what became of it; its text opens below. */
export function MessageItem(props: MessageItemProps) {
  const { message, showsState, canAct, isBusy, isOutage, sendsMail, onAct, onEdit } = props
  const { name, tone } = MESSAGE_STATE[message.state]
  const problem = describeProblem(message)
  const subjectId = useId()
  const row = useKeepFocus<HTMLLIElement>(buttonOfNextRow)
  const buttons = (canAct ? actionsOf(message, sendsMail) : []).map((action, index) => (
    <Button
      key={action}
      tone={index === 0 && action !== 'cancel' ? 'secondary' : 'quiet'}
      isUnavailable={isBusy}
      aria-describedby={subjectId}
      onClick={() => onAct(action)}
    >
      {actionName(action, message)}
    </Button>
  ))
  return (
    <li
      ref={row}
      className="grid grid-cols-[minmax(0,1fr)] border-line border-b px-4 py-2 last:border-b-0 max-lg:gap-2 max-md:py-3"
      aria-labelledby={subjectId}
    >
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        {showsState && <Badge tone={tone}>{name}</Badge>}
        <p id={subjectId} className="wrap-anywhere min-w-0 flex-1 basis-64">
          <Link href={pathTo(ADMIN_PAGE.review, message.applicationId)} className="font-semibold">
            <bdi>{message.toName}</bdi>
          </Link>{' '}
          <bdi>
            <WholeReferences text={message.subject} />
          </bdi>
        </p>
        <p className="text-ink-muted text-sm">
          {MESSAGE_KIND[message.kind].name}
          {message.isByHand && message.kind !== 'personal' && ', by hand'} <span aria-hidden="true">·</span>{' '}
          <span className="font-mono">{formatReference('APP', message.applicationId)}</span>{' '}
          <span aria-hidden="true">·</span> {describeAuthor(message)}
        </p>
        {buttons.length > 0 && (
          <div className="flex flex-wrap gap-2 max-md:basis-full">
            {buttons[0]}
            {message.state === 'draft' && (
              <Button tone="quiet" isUnavailable={isBusy} aria-describedby={subjectId} onClick={onEdit}>
                Edit
              </Button>
            )}
            {buttons.slice(1)}
          </div>
        )}
      </div>
      {problem && <p className="border-signal-amber border-l-4 pl-3 text-sm lg:mb-1">{problem}</p>}
      <div className="flex flex-wrap items-start gap-x-4 text-sm">
        <details aria-label={`Text to ${message.toAddress}`} className="min-w-0 flex-1 basis-64">
          <summary className="wrap-anywhere min-h-6 w-fit cursor-pointer text-accent max-md:min-h-11 max-md:content-center">
            Text to {message.toAddress}
          </summary>
          <MessageText message={message} sendsMail={sendsMail} />
        </details>
        <p className="text-ink-muted max-md:basis-full">{describeTimes(message, { isOutage, sendsMail })}</p>
      </div>
    </li>
  )
}
