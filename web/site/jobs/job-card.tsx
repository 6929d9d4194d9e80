import { useId } from 'react'
import { Link } from 'wouter'
import type { PublicJob } from '../../../contract/job.ts'
import { PAGE, pathTo } from '../../../contract/paths.ts'
import { JobFacts } from '../../posting/job-facts.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { formatPostedDay } from '../../ui/text/date-formats.ts'
import { ApplyButton } from './apply-button.tsx'
import { preloadDetailsDialog } from './job-dialogs.tsx'
import { previewOf } from './job-preview.ts'

/** What a card of the landing list takes. */
export type JobCardProps = { job: PublicJob; onViewDetails: () => void; onApply: () => void }

/** One position of the landing list, with its three actions (`spec.md` section 2). */
export function JobCard({ job, onViewDetails, onApply }: JobCardProps) {
  const address = pathTo(PAGE.job, job.id)
  const titleId = useId()
  return (
    <li className="grid gap-x-6 gap-y-5 border-line border-b py-8 lg:grid-cols-12">
      <div className="min-w-0 lg:col-span-8">
        <h3 id={titleId} className="text-lg text-balance wrap-anywhere">
          <Link
            href={address}
            className="-my-2 inline-block min-h-11 py-2 text-ink no-underline hover:text-accent hover:underline"
          >
            {job.title}
          </Link>
        </h3>
        <JobFacts job={job} />
        <p className="measure mt-3 wrap-anywhere">{previewOf(job.description)}</p>
        <p className="mt-3 font-mono text-ink-muted text-sm">{formatPostedDay(job.createdAt)}</p>
      </div>
      <div className="grid content-start gap-1 sm:flex sm:items-center sm:gap-3 lg:col-span-3 lg:col-start-10 lg:grid lg:items-start lg:gap-1">
        <ApplyButton jobId={job.id} aria-describedby={titleId} onApply={onApply} />
        <div className="flex flex-wrap justify-center gap-x-1 lg:-mx-2 lg:justify-between">
          <Button
            tone="quiet"
            className="noscript:hidden text-sm"
            aria-describedby={titleId}
            onPointerEnter={preloadDetailsDialog}
            onFocus={preloadDetailsDialog}
            onClick={onViewDetails}
          >
            View Details
          </Button>
          <Link href={address} aria-describedby={titleId} className={buttonClass('quiet', 'text-sm')}>
            View Full Job Page
          </Link>
        </div>
      </div>
    </li>
  )
}
