import { useQuery } from '@tanstack/react-query'
import type { Job } from '../../../../contract/jobs/job.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../../contract/wire/paths.ts'
import { useToday } from '../../../layout/use-today.ts'
import { useAuth } from '../../../session/use-auth.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { formatDayAndTime } from '../../../ui/text/date-formats.ts'
import { describeActor, historyQuery } from '../../api/history-api.ts'
import { describeEvent } from '../../history/history-texts.ts'
import { jobBadgeOf } from '../job-state.ts'

/** A change of a posting's state that was refused: another admin has changed that state meanwhile. */
export type JobConflict = {
  stored: Job
  /** Label of the refused change. */
  action: string
  /** Makes the change over the stored version. */
  retry: () => void
}

/** Shows what the other admin did, and asks whether to make the change all the same. */
export function JobConflictDialog({ stored, action, retry, onClose }: JobConflict & { onClose: () => void }) {
  const { token } = useAuth()
  const today = useToday()
  const { data, isFetchedAfterMount } = useQuery(historyQuery(pathTo(ADMIN_API.jobHistory, stored.id), token))
  // An earlier read does not include the change yet.
  const change = isFetchedAfterMount ? data?.[0] : undefined
  return (
    <ConfirmDialog
      title="Changed meanwhile"
      question={
        <>
          <bdi>“{stored.title}”</bdi> is now {jobBadgeOf(stored, today).word.toLowerCase()}.{' '}
          {change && (
            <>
              {describeActor(change)}, {formatDayAndTime(change.at)}: {describeEvent(change.event)}.{' '}
            </>
          )}
          Your change was not made.
        </>
      }
      action={`${action} anyway`}
      cancel="Leave it"
      onConfirm={retry}
      onClose={onClose}
    />
  )
}
