import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { Link } from 'wouter'
import { MESSAGE_STATE } from '../../../contract/messages/message-states.ts'
import type { Message, MessageList } from '../../../contract/messages/messages.ts'
import { ADMIN_PAGE } from '../../../contract/wire/admin-paths.ts'
import { Loaded } from '../../layout/loaded.tsx'
import { usePageData } from '../../layout/page-data-context.ts'
import { useAuth } from '../../session/use-auth.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatShortDayAndTime } from '../../ui/text/date-formats.ts'
import { MessageText } from './message-text.tsx'
import { messagesOfQuery } from './messages-api.ts'

/** The newest messages to an applicant, each with its text. */
export function LatestMessages({ id }: { id: number }) {
  const { token } = useAuth()
  const query = useQuery(messagesOfQuery(token, id))
  return (
    <Loaded
      query={query}
      loading={<p role="status">Loading messages...</p>}
      failure="The messages could not be loaded."
    >
      {(list) => <Lines {...list} />}
    </Loaded>
  )
}

function Lines({ messages, more }: MessageList) {
  if (messages.length === 0) return <p className="pb-3 text-ink-muted text-sm">No message has been written yet.</p>
  return (
    <>
      <ol aria-label="Messages, newest first" className="grid list-none p-0">
        {messages
          .toSorted((one, other) => lastChange(other).localeCompare(lastChange(one)))
          .map((message) => (
            <MessageLine key={message.id} message={message} />
          ))}
      </ol>
      <p className="pb-3 text-sm">
        {more && 'These are the newest. '}
        <Link href={ADMIN_PAGE.messages} className="inline-flex min-h-9 items-center max-md:min-h-11">
          All messages
        </Link>
      </p>
    </>
  )
}

/** What a message is about, and what became of it; its text opens below. */
function MessageLine({ message }: { message: Message }) {
  const { sendsMail } = usePageData()
  return (
    <li className="border-line border-b text-sm last:border-b-0">
      <details className="group/text">
        <summary className="flex min-h-11 cursor-pointer list-none flex-wrap items-baseline gap-x-3 gap-y-1 py-2 hover:text-accent [&::-webkit-details-marker]:hidden">
          <Badge tone={MESSAGE_STATE[message.state].tone}>{MESSAGE_STATE[message.state].name}</Badge>
          <span className="wrap-anywhere min-w-0 flex-1 basis-48">
            <ChevronRight aria-hidden="true" className="mr-1 inline size-4 group-open/text:rotate-90" />
            {message.subject}
          </span>
          <time dateTime={lastChange(message)} className="whitespace-nowrap text-ink-muted">
            {formatShortDayAndTime(lastChange(message))}
          </time>
        </summary>
        <div className="pb-3">
          <MessageText message={message} sendsMail={sendsMail} />
        </div>
      </details>
    </li>
  )
}

/** When it left or was discarded; before, when it was written. */
const lastChange = ({ settledAt, createdAt }: Message) => settledAt ?? createdAt
