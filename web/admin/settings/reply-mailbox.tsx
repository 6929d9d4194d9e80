import type { InboxStatus } from '../../../contract/messages/replies.ts'
import { formatShortDayAndTime } from '../../ui/text/date-formats.ts'

/** Whether what applicants reply is read, and from where. */
export function ReplyMailbox({ status: { isConfigured, server, folder, readAt, fault } }: { status: InboxStatus }) {
  if (!isConfigured)
    return (
      <p className="measure">
        Replies are not read here, and messages that come back stay sent. Set <code>IMAP_URL</code> in the environment
        of the server, and start it again.
      </p>
    )
  return (
    <>
      <p className="measure">
        Replies are read from <strong>{folder}</strong> on <span className="font-mono">{server}</span>
        {readAt ? `, last at ${formatShortDayAndTime(readAt)}.` : '.'}
      </p>
      {fault && (
        <p role="status" className="measure break-words border-signal-amber border-l-4 pl-4">
          The mailbox cannot be read since {formatShortDayAndTime(fault.since)}. {fault.reason}
        </p>
      )}
    </>
  )
}
