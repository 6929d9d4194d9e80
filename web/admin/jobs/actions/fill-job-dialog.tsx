import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Job } from '../../../../contract/jobs/job.ts'
import { useAuth } from '../../../session/use-auth.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { formatCount } from '../../../ui/text/format-count.ts'
import { applicantCountsQuery } from '../applicant-board-api.ts'

type FillJobDialogProps = {
  job: Job
  onFill: (options: { rejectsOpen: boolean }) => void
  onClose: () => void
}

/** Asks what happens to the applications that are still open; without any, the posting is filled at once. */
export function FillJobDialog({ job, onFill, onClose }: FillJobDialogProps) {
  const { token } = useAuth()
  const keepButton = useRef<HTMLButtonElement>(null)
  const counts = useQuery({ ...applicantCountsQuery(token), retry: false })
  // An earlier count may not include an application that has just come. Without a count there is no question.
  const open = counts.isFetchedAfterMount ? (counts.data?.find(({ jobId }) => jobId === job.id)?.open ?? 0) : undefined
  const fill = (rejectsOpen: boolean) => {
    onClose()
    onFill({ rejectsOpen })
  }
  useFillWithoutQuestion(open === 0, () => fill(false))
  if (!open) return null
  return (
    <Dialog
      isSmall
      initialFocus={keepButton}
      staysOpenOnOutsideClick
      title="Mark as filled"
      description={
        <p className="text-base text-ink">
          <bdi>“{job.title}”</bdi> takes no more applications once it is filled. {formatCount(open)}{' '}
          {open === 1 ? 'applicant is' : 'applicants are'} still open. Rejecting also cancels planned interviews, and
          can be undone.
        </p>
      }
      onClose={onClose}
      footer={
        <>
          <Button tone="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button tone="secondary" onClick={() => fill(true)}>
            Fill and reject them
          </Button>
          <Button ref={keepButton} onClick={() => fill(false)}>
            Fill and keep them
          </Button>
        </>
      }
    />
  )
}

function useFillWithoutQuestion(isReady: boolean, fill: () => void) {
  const latest = useRef(fill)
  latest.current = fill
  useEffect(() => {
    if (isReady) latest.current()
  }, [isReady])
}
