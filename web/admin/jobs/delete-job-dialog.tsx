import { useQuery } from '@tanstack/react-query'
import type { Job } from '../../../contract/job.ts'
import { useAuth } from '../../session/use-auth.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { describeApplicationsOf } from './deletion-texts.ts'
import { applicationCountQuery } from './job-management-api.ts'

/** What the question takes. */
export type DeleteJobDialogProps = { job: Job; onConfirm: () => void; onClose: () => void }

/** Asks before a posting is deleted, and says what becomes of its applications. */
export function DeleteJobDialog({ job, onConfirm, onClose }: DeleteJobDialogProps) {
  const { token } = useAuth()
  const count = useQuery(applicationCountQuery(job.id, token))
  return (
    <ConfirmDialog
      title="Delete Job Posting"
      question={
        <>
          Are you sure you want to delete “{job.title}”? This action cannot be undone.{' '}
          <span role="status">{applicationWords(count)}</span>
        </>
      }
      action="Delete"
      onConfirm={onConfirm}
      onClose={onClose}
    />
  )
}

function applicationWords({ data, isError }: { data: number | undefined; isError: boolean }): string {
  return data === undefined && !isError ? 'Counting its applications...' : describeApplicationsOf(data)
}
