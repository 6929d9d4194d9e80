import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { Link } from 'wouter'
import type { Application } from '../../../../contract/applications/application.ts'
import { MESSAGE_STATE } from '../../../../contract/messages/message-states.ts'
import type { Message, MessageList } from '../../../../contract/messages/messages.ts'
import type { Replies } from '../../../../contract/messages/replies.ts'
import { MESSAGES } from '../../../../contract/policies/messages-policy.ts'
import { ADMIN_PAGE } from '../../../../contract/wire/admin-paths.ts'
import { Loaded } from '../../../layout/loaded.tsx'
import { usePageData } from '../../../layout/page-data-context.ts'
import { useAuth } from '../../../session/use-auth.ts'
import { useMay } from '../../../session/use-may.ts'
import { Badge } from '../../../ui/badge.tsx'
import { formatShortDayAndTime } from '../../../ui/text/date-formats.ts'
import { MessageText } from '../message-text.tsx'
import { messagesOfQuery } from '../messages-api.ts'
import { repliesQuery } from './replies-api.ts'
import { ReplyLine } from './reply-line.tsx'

/** The newest messages to an applicant and the replies to them, each with its text. */
export function LatestMessages({ application }: { application: Application }) {
  const { token } = useAuth()
  const query = useQuery(messagesOfQuery(token, application.id))
  const replies = useQuery(repliesQuery(token, application.id))
  return (
    <Loaded
      query={query}
      loading={<p role="status">Loading messages...</p>}
      failure="The messages could not be loaded."
    >
      {(list) => (
        <>
          {replies.isError && <p role="alert">The replies could not be loaded.</p>}
          <Lines {...list} replies={replies.data?.replies ?? []} application={application} />
        </>
      )}
    </Loaded>
  )
}

function Lines({ messages, more, replies, application }: MessageList & Replies & { application: Application }) {
  const may = useMay()
  const canAnswer = may(MESSAGES.write, application.jobId)
  if (messages.length + replies.length === 0)
    return <p className="pb-3 text-ink-muted text-sm">No message has been written yet.</p>
  const lines = [
    ...messages.map((message) => ({
      at: lastChange(message),
      line: <MessageLine key={message.id} message={message} />,
    })),
    ...replies.map((reply) => ({
      at: reply.receivedAt,
      line: <ReplyLine key={`reply ${reply.id}`} reply={reply} application={application} canAnswer={canAnswer} />,
    })),
  ]
  return (
    <>
      <ol aria-label="Messages, newest first" className="grid list-none p-0">
        {lines.toSorted((one, other) => other.at.localeCompare(one.at)).map(({ line }) => line)}
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
