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

/** One position of the landing list, with its three actions. The whole row is the link of its title. */
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
      <JobColumns job={job} />
      <p className="job-row-preview wrap-anywhere">
        <bdi>{job.preview}</bdi>
      </p>
      <ApplyButton
        jobId={job.id}
        tone="secondary"
        className="job-row-apply"
        aria-describedby={titleId}
        onApply={onApply}
      />
      <div className="job-row-more">
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

/** Location, type, pay, department and day, in columns that all rows share. */
function JobColumns({ job }: { job: ListedJob }) {
  return (
    <ul className="job-columns">
      <li>
        <bdi>{job.location}</bdi>
      </li>
      <li>{job.jobType}</li>
      {job.pay && (
        <li className="job-pay">
          <bdi>{job.pay}</bdi>
        </li>
      )}
      {job.department && (
        <li className="job-department">
          <bdi>{job.department}</bdi>
        </li>
      )}
      <li className="job-day">{formatPostedDay(job.createdAt)}</li>
    </ul>
  )
}
