import { useQuery } from '@tanstack/react-query'
import type { Application } from '../../../../contract/application.ts'
import type { ApplicationChange } from '../../../../contract/application-changes.ts'
import { API, pathTo } from '../../../../contract/paths.ts'
import { useAuth } from '../../../session/use-auth.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { formatDayAndTime } from '../../../ui/text/date-formats.ts'
import { historyQuery } from '../../history/history-api.ts'
import { describeActor } from '../../history/history-texts.ts'
import { STATUS_VIEWS } from '../application-statuses.ts'

/** What the dialog takes. */
export type ConflictDialogProps = {
  change: ApplicationChange
  /** What other admins have stored meanwhile. */
  stored: Application[]
  /** Makes the change all the same. */
  onChange: () => void
  onClose: () => void
}

/** Shown when other admins were faster: what they did, and whether to change it all the same. */
export function ConflictDialog({ change, stored, onChange, onClose }: ConflictDialogProps) {
  const action = 'status' in change ? STATUS_VIEWS[change.status].move : change.archived ? 'Archive' : 'Unarchive'
  return (
    <ConfirmDialog
      title="Changed meanwhile"
      question={
        <>
          {stored.slice(0, NAMED).map((application) => (
            <span key={application.id} className="wrap-anywhere block">
              <StoredChange application={application} />
            </span>
          ))}
          {stored.length > NAMED && <span className="block">and {stored.length - NAMED} more.</span>}
          <span className="mt-2 block">Your change was not made there. Make it all the same?</span>
        </>
      }
      action={action}
      cancel="Keep what is stored"
      onConfirm={onChange}
      onClose={onClose}
    />
  )
}

const NAMED = 3

function StoredChange({ application: { id, name, status, archived } }: { application: Application }) {
  const { token } = useAuth()
  const { data, isFetchedAfterMount } = useQuery(historyQuery(pathTo(API.applicationHistory, id), token))
  const entry = isFetchedAfterMount ? data?.find(({ event }) => CHANGES.has(event.action)) : undefined
  const now = archived ? 'archived' : STATUS_VIEWS[status].tab
  return (
    <>
      <strong className="font-semibold">{name}</strong> is now {now}
      {entry && `: ${describeActor(entry)} changed it on ${formatDayAndTime(entry.at)}`}.
    </>
  )
}

const CHANGES: ReadonlySet<string> = new Set(['status_changed', 'archived', 'unarchived', 'released'])
