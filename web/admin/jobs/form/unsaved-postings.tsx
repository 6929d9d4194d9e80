import { useCallback, useSyncExternalStore } from 'react'
import type { Job } from '../../../../contract/jobs/job.ts'
import { readUser } from '../../../api/auth-store.ts'
import { Button } from '../../../ui/button.tsx'
import { jobDrafts, NEW_DRAFT } from './job-drafts.ts'

const NONE = {}

/** What the notice takes; without a posting, the form of a new one opens. */
export type UnsavedPostingsProps = { jobs: Job[]; onContinue: (job: Job | undefined) => void }

/** Names the postings that were being written before a reload or an expired session, and leads back to them. */
export function UnsavedPostings({ jobs, onContinue }: UnsavedPostingsProps) {
  const read = useCallback(() => jobDrafts.list(readUser()?.username), [])
  const drafts = useSyncExternalStore(jobDrafts.subscribe, read, () => NONE)
  const unsaved = Object.keys(drafts).flatMap((key) => {
    const job = jobs.find(({ id }) => id === Number(key))
    return job || Number(key) === NEW_DRAFT ? [{ key, job }] : []
  })
  return unsaved.map(({ key, job }) => (
    <div
      key={key}
      className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-signal-amber border-l-4 bg-panel px-4 py-2 text-sm"
    >
      <p className="wrap-anywhere">
        {job ? (
          <>
            Your changes to <bdi>“{job.title}”</bdi> are not saved.
          </>
        ) : (
          'A new job posting is not saved.'
        )}
      </p>
      <Button tone="quiet" className="text-sm" onClick={() => onContinue(job)}>
        Continue<span className="sr-only"> {job ? `with ${job.title}` : 'with the new job posting'}</span>
      </Button>
    </div>
  ))
}
