import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { MESSAGE_STATE } from '../../../contract/messages/message-states.ts'
import type { Message, MessageList } from '../../../contract/messages/messages.ts'
import { ADMIN_PAGE } from '../../../contract/wire/admin-paths.ts'
import { Loaded } from '../../layout/loaded.tsx'
import { useAuth } from '../../session/use-auth.ts'
import { Badge } from '../../ui/badge.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { formatShortDayAndTime } from '../../ui/text/date-formats.ts'
import { messagesOfQuery } from './messages-api.ts'

/** Messages to an applicant, newest first; collapsed at first and loaded when opened. */
export function MessagesOfApplication({ id }: { id: number }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Disclosure title="Messages" isOpen={isOpen} onToggle={setOpen}>
      <LatestMessages id={id} />
    </Disclosure>
  )
}

function LatestMessages({ id }: { id: number }) {
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
            <li
              key={message.id}
              className="flex flex-wrap items-baseline gap-x-3 gap-y-1 border-line border-b py-2 text-sm last:border-b-0"
            >
              <Badge tone={MESSAGE_STATE[message.state].tone}>{MESSAGE_STATE[message.state].name}</Badge>
              <span className="wrap-anywhere min-w-0 flex-1 basis-48">{message.subject}</span>
              <time dateTime={lastChange(message)} className="whitespace-nowrap font-mono text-ink-muted tabular-nums">
                {formatShortDayAndTime(lastChange(message))}
              </time>
            </li>
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

/** When it left or was discarded; before, when it was written. */
const lastChange = ({ settledAt, createdAt }: Message) => settledAt ?? createdAt
