import { Download } from 'lucide-react'
import { memo } from 'react'
import type { Application } from '../../../../contract/application.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { formatDay } from '../../../ui/text/date-formats.ts'
import { EmailAddress } from '../../../ui/text/email-address.tsx'
import { Tooltip } from '../../../ui/tooltip.tsx'
import { isRecovery, previewNote } from '../application-texts.ts'
import { StatusBadge } from '../status-badge.tsx'
import { type RowActions, RowMenu } from './row-menu.tsx'

/** What a row shows. */
export type ApplicationRowProps = {
  application: Application
  /** Title of the position; undefined while the postings are loading. */
  position: string | undefined
  actions: RowActions
  isDownloading: boolean
  /** Whether Tab reaches this row; arrow keys move to the others. */
  isReachable: boolean
}

/** One application; memoized. */
export const ApplicationRow = memo(function ApplicationRow(props: ApplicationRowProps) {
  const { application, position, actions, isDownloading, isReachable } = props
  const isFromRecovery = isRecovery(application)
  return (
    <tr
      data-id={application.id}
      data-recovery={isFromRecovery || undefined}
      tabIndex={isReachable ? 0 : -1}
      className="-outline-offset-2"
    >
      <th scope="row" data-label="Name">
        <span className="wrap-anywhere grid grid-cols-1 justify-items-start gap-1">
          {application.name}
          {isFromRecovery && <Badge tone="amber">Recovery</Badge>}
        </span>
      </th>
      <td data-label="Email">
        <EmailAddress address={application.email} />
      </td>
      <td data-label="Phone" className={application.phone ? '' : 'text-ink-muted'}>
        {application.phone || 'Not provided'}
      </td>
      <td data-label="Job Position">
        {position === undefined ? <Skeleton className="h-4 w-28" /> : <Position title={position} />}
      </td>
      <td data-label="Note" className={application.note ? '' : 'text-ink-muted'}>
        <Note note={application.note} onOpen={() => actions.onOpen(application)} />
      </td>
      <td data-label="Status">
        <StatusBadge status={application.status} />
      </td>
      <td data-label="Date Applied" className="whitespace-nowrap">
        <span className="font-mono">{formatDay(application.createdAt)}</span>
      </td>
      <td data-label="Resume">
        <Tooltip words={application.resume ? `Download ${application.resume.fileName}` : 'No resume was sent'}>
          <Button
            tone="quiet"
            className="-ml-3 w-11 md:-ml-2.5 md:min-h-9 md:w-9"
            aria-label={
              application.resume ? `Download resume of ${application.name}` : `No resume from ${application.name}`
            }
            isUnavailable={!application.resume}
            isBusy={isDownloading}
            onClick={() => actions.onDownload(application)}
          >
            {!isDownloading && <Download aria-hidden="true" className="size-4" />}
          </Button>
        </Tooltip>
      </td>
      <td data-label="Actions">
        <span className="flex items-center">
          <Button
            tone="quiet"
            className="-ml-2 whitespace-nowrap md:min-h-9"
            onClick={() => actions.onOpen(application)}
          >
            Details
            <span className="sr-only"> of {application.name}</span>
          </Button>
          <RowMenu application={application} actions={actions} />
        </span>
      </td>
    </tr>
  )
})

/** Titles of this length or more may exceed three lines of their column. */
const CLAMPED_FROM = 45

function Position({ title }: { title: string }) {
  const words = <span className="md:line-clamp-3">{title}</span>
  return title.length < CLAMPED_FROM ? words : <Tooltip words={title}>{words}</Tooltip>
}

/** The start of a note. A longer note is shown in full by a tooltip, and a click opens the details. */
function Note({ note, onOpen }: { note: string | null; onOpen: () => void }) {
  const preview = previewNote(note)
  if (!note || preview === note) return preview
  return (
    <Tooltip words={note}>
      <button
        type="button"
        onClick={onOpen}
        className="wrap-anywhere max-w-full cursor-pointer text-left hover:text-accent max-md:min-h-11"
      >
        {preview}
      </button>
    </Tooltip>
  )
}
