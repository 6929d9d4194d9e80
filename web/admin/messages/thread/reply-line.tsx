import { ChevronRight, Download } from 'lucide-react'
import { useState } from 'react'
import type { Application } from '../../../../contract/applications/application.ts'
import type { Reply } from '../../../../contract/messages/replies.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { formatFileSize } from '../../../ui/form/file-size.ts'
import { formatShortDayAndTime } from '../../../ui/text/date-formats.ts'
import { MessageWriting } from '../writing/message-writing.tsx'
import { useFileDownload, useSettleReply } from './replies-api.ts'

type ReplyLineProps = {
  reply: Reply
  application: Application
  /** Whether the person may write to the applicant. */
  canAnswer: boolean
}

/** What an applicant, or a program, has replied; the text of one that waits is open. */
export function ReplyLine({ reply, application, canAnswer }: ReplyLineProps) {
  const { fromName, fromAddress, isOtherAddress, subject, receivedAt } = reply
  const isWaiting = waits(reply)
  return (
    <li className="border-line border-b text-sm last:border-b-0">
      <details className="group/text" open={isWaiting}>
        <summary className="flex min-h-11 cursor-pointer list-none flex-wrap items-baseline gap-x-3 gap-y-1 py-2 hover:text-accent [&::-webkit-details-marker]:hidden">
          <ReplyBadge reply={reply} />
          <span className="wrap-anywhere min-w-0 flex-1 basis-48">
            <ChevronRight aria-hidden="true" className="mr-1 inline size-4 group-open/text:rotate-90" />
            <bdi>{subject || 'Without a subject'}</bdi>
          </span>
          <time dateTime={receivedAt} className="whitespace-nowrap text-ink-muted">
            {formatShortDayAndTime(receivedAt)}
          </time>
        </summary>
        <div className="grid justify-items-start gap-3 pb-3">
          <p className="wrap-anywhere text-ink-muted">
            From <bdi>{fromName ? `${fromName} (${fromAddress})` : fromAddress}</bdi>
          </p>
          {isOtherAddress && (
            <p className="border-signal-amber border-l-4 pl-3">
              This is not the address of the application: anyone may have written it. Answers go to the address of the
              application alone.
            </p>
          )}
          <ReplyText reply={reply} />
          <ReplyFiles reply={reply} application={application} />
          {canAnswer && reply.nature === 'reply' && <Answering reply={reply} application={application} />}
        </div>
      </details>
    </li>
  )
}

/** Whether a reply waits for an answer. */
function waits({ nature, answeredAt }: Reply): boolean {
  return nature === 'reply' && answeredAt === null
}

function ReplyBadge({ reply }: { reply: Reply }) {
  if (reply.nature === 'automatic') return <Badge tone="grey">automatic reply</Badge>
  if (reply.isOtherAddress) return <Badge tone="amber">from another address</Badge>
  if (waits(reply)) return <Badge tone="amber">replied</Badge>
  return <Badge tone="green">{reply.answeredBy ? 'reply, needs no answer' : 'reply, answered'}</Badge>
}

/** The text as its sender wrote it: never as HTML, so nothing is loaded. */
function ReplyText({ reply: { text, quoted, isCut } }: { reply: Reply }) {
  return (
    <>
      <p className="measure w-full whitespace-pre-wrap break-words rounded-md border border-line bg-paper p-3">
        {text || <span className="text-ink-muted">Without text.</span>}
      </p>
      {quoted && (
        <details className="w-full">
          <summary className="min-h-9 w-fit cursor-pointer content-center text-accent max-md:min-h-11">
            Earlier text
          </summary>
          <p className="measure whitespace-pre-wrap break-words border-line border-l-2 pl-3 text-ink-muted">{quoted}</p>
        </details>
      )}
      {isCut && <p className="text-ink-muted">Not all of this mail was read. All of it is in the mailbox.</p>}
    </>
  )
}

function ReplyFiles({ reply: { files, leftOut }, application }: { reply: Reply; application: Application }) {
  if (files.length + leftOut.length === 0) return null
  return (
    <ul aria-label="Files of the reply" className="grid w-full list-none gap-1 p-0">
      {files.map((file) => (
        <ReplyFile key={file.version} file={file} application={application} />
      ))}
      {leftOut.map(({ name, reason }) => (
        <li key={name} className="wrap-anywhere text-ink-muted">
          <bdi>{name || 'A file without a name'}</bdi> was not taken. {reason} It is in the mailbox.
        </li>
      ))}
    </ul>
  )
}

function ReplyFile({ file, application }: { file: Reply['files'][number]; application: Application }) {
  const download = useFileDownload(application)
  return (
    <li className="flex flex-wrap items-center gap-x-3">
      <span className="wrap-anywhere min-w-0">
        <bdi>{file.name}</bdi>{' '}
        <span className="whitespace-nowrap font-mono text-ink-muted">{formatFileSize(file.size)}</span>
      </span>
      {file.isInfected ? (
        <span className="font-semibold text-signal-red">A virus was found in it</span>
      ) : (
        <Button
          tone="quiet"
          aria-label={`Download ${file.name}`}
          isBusy={download.isPending}
          onClick={() => download.mutate(file.version)}
        >
          {!download.isPending && <Download aria-hidden="true" className="size-4" />}
        </Button>
      )}
    </li>
  )
}

/** Answers a reply, or says that it needs none. Nothing is ever sent to another address than that of the application. */
function Answering({ reply, application }: { reply: Reply; application: Application }) {
  const settle = useSettleReply(application.id)
  const [isWriting, setWriting] = useState(false)
  const { id, subject, isOtherAddress, answeredAt, answeredBy } = reply
  return (
    <div className="flex flex-wrap gap-2">
      {!isOtherAddress && (
        <Button tone="secondary" onClick={() => setWriting(true)}>
          Answer
        </Button>
      )}
      {answeredAt === null && (
        <Button tone="quiet" isBusy={settle.isPending} onClick={() => settle.mutate({ id, needsNoAnswer: true })}>
          Needs no answer
        </Button>
      )}
      {answeredBy !== null && (
        <Button tone="quiet" isBusy={settle.isPending} onClick={() => settle.mutate({ id, needsNoAnswer: false })}>
          Needs an answer
        </Button>
      )}
      {isWriting && (
        <MessageWriting
          recipients={[application]}
          subject={/^re:/i.test(subject) ? subject : `Re: ${subject}`}
          onClose={() => setWriting(false)}
        />
      )}
    </div>
  )
}
