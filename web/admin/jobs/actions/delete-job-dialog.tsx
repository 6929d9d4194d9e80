import { useQuery } from '@tanstack/react-query'
import type { Job } from '../../../../contract/jobs/job.ts'
import { useAuth } from '../../../session/use-auth.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { applicationCountQuery } from '../job-management-api.ts'

type DeleteJobDialogProps = { job: Job; onConfirm: () => void; onClose: () => void }

/** Confirms the deletion of a posting and says what happens to its applications. */
export function DeleteJobDialog({ job, onConfirm, onClose }: DeleteJobDialogProps) {
  const { token } = useAuth()
  const count = useQuery(applicationCountQuery(job.id, token))
  return (
    <ConfirmDialog
      title="Delete Job Posting"
      question={
        <>
          Are you sure you want to delete <bdi>“{job.title}”</bdi>? This action cannot be undone.{' '}
          <span role="status">
            {count.data === undefined && !count.isError
              ? 'Counting its applications...'
              : describeApplicationsOf(count.data)}
          </span>
        </>
      }
      action="Delete"
      onConfirm={onConfirm}
      onClose={onClose}
    />
  )
}

/**
 * What the question before a deletion says about the posting's applications.
 * @param count undefined while it cannot be read
 */
export function describeApplicationsOf(count: number | undefined): string {
  if (count === 0) return 'It has no applications.'
  if (count === undefined) return 'Its applications are not deleted. They will be listed under “Unknown Position”.'
  if (count === 1) return 'Its 1 application is not deleted. It will be listed under “Unknown Position”.'
  return `Its ${count} applications are not deleted. They will be listed under “Unknown Position”.`
}
