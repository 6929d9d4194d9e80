import { useId } from 'react'
import { Link } from 'wouter'
import type { ListedJob } from '../../../contract/jobs/search/job-list.ts'
import { PAGE, pathTo } from '../../../contract/wire/paths.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { formatPostedDay } from '../../ui/text/posted-day.ts'
import { ApplyButton } from './apply-button.tsx'
import { preloadDetailsDialog } from './job-dialogs.tsx'

const QUIET = 'px-1.5 text-sm'

type JobRowProps = { job: ListedJob; onViewDetails: () => void; onApply: () => void }

/**
 * One position of the landing list. The whole row is the link of its title. Under a mouse, preview and actions show where
 * the pointer or the focus is.
 */
export function JobRow({ job, onViewDetails, onApply }: JobRowProps) {
  const address = pathTo(PAGE.job, job.id)
  const titleId = useId()
  return (
    <li className="job-row">
      <h3 id={titleId} className="text-balance wrap-anywhere">
        <Link href={address} className="job-row-link">
          <bdi>{job.title}</bdi>
        </Link>
      </h3>
      <JobFacts job={job} />
      <p className="job-row-preview wrap-anywhere">
        <bdi>{job.preview}</bdi>
      </p>
      <div className="job-row-actions">
        <ApplyButton jobId={job.id} tone="secondary" className="text-sm" aria-describedby={titleId} onApply={onApply} />
        <Button
          tone="quiet"
          className={`${QUIET} noscript:hidden`}
          aria-describedby={titleId}
          onPointerEnter={preloadDetailsDialog}
          onFocus={preloadDetailsDialog}
          onClick={onViewDetails}
        >
          View Details
        </Button>
        <Link href={address} aria-describedby={titleId} className={buttonClass('quiet', QUIET)}>
          View Full Job Page
        </Link>
      </div>
    </li>
  )
}

/** Location, type, pay and department in one line, with the day at its end. */
function JobFacts({ job }: { job: ListedJob }) {
  return (
    <ul className="job-row-facts">
      <li>
        <bdi>{job.location}</bdi>
      </li>
      <li>{job.jobType}</li>
      {job.pay && (
        <li className="text-ink">
          <bdi>{job.pay}</bdi>
        </li>
      )}
      {job.department && (
        <li>
          <bdi>{job.department}</bdi>
        </li>
      )}
      <li className="job-row-day">{formatPostedDay(job.createdAt)}</li>
    </ul>
  )
}
