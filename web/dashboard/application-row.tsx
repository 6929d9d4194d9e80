import { Download } from 'lucide-react'
import { memo } from 'react'
import type { Application } from '../../contract/application.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { EmailAddress } from '../ui/email-address.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { formatAppliedDate, isRecovery, previewNote, STATUS_TONES } from './application-texts.ts'
import { type RowActions, RowMenu } from './row-menu.tsx'

/** What a row shows. */
export type ApplicationRowProps = {
  application: Application
  /** Title of the position; undefined while the postings are loading. */
  position: string | undefined
  actions: RowActions
  isDownloading: boolean
  /** The one row that Tab reaches; arrow keys go on from there. */
  isReachable: boolean
}

/** One application; rendered again only when something in it has changed. */
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
        <span className="grid justify-items-start gap-1">
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
        {position === undefined ? (
          <Skeleton className="h-4 w-28" />
        ) : (
          <span className="md:line-clamp-3" title={position}>
            {position}
          </span>
        )}
      </td>
      <td data-label="Note" className={application.note ? '' : 'text-ink-muted'}>
        {previewNote(application.note)}
      </td>
      <td data-label="Status">
        <Badge tone={STATUS_TONES[application.status]}>{application.status}</Badge>
      </td>
      <td data-label="Date Applied" className="whitespace-nowrap">
        {formatAppliedDate(application.createdAt)}
      </td>
      <td data-label="Resume">
        <Button
          tone="quiet"
          className="-ml-3 w-11 md:-ml-2.5 md:min-h-9 md:w-9"
          aria-label={
            application.resume ? `Download resume of ${application.name}` : `No resume from ${application.name}`
          }
          disabled={!application.resume}
          isBusy={isDownloading}
          onClick={() => actions.onDownload(application)}
        >
          {!isDownloading && <Download aria-hidden="true" className="size-4" />}
        </Button>
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
