import type { ReactNode } from 'react'
import type { Job } from '../../../contract/job.ts'
import { API, pathTo } from '../../../contract/paths.ts'
import { JobDialogFrame } from '../../posting/job-dialog-frame.tsx'
import { formatJobId } from '../../posting/job-id.ts'
import { History } from '../history/history.tsx'
import { JobBadges } from './job-badges.tsx'
import { formatJobDay } from './job-texts.ts'

/** What the dialog takes. */
export type JobRecordDialogProps = { job: Job; onClose: () => void; onEdit: () => void }

/** Everything that is stored of a posting, to read. */
export function JobRecordDialog({ job, onClose, onEdit }: JobRecordDialogProps) {
  return (
    <JobDialogFrame
      job={job}
      description={<span className="font-mono">{formatJobId(job.id)}</span>}
      action="Edit"
      onAction={onEdit}
      onClose={onClose}
      ending={<History address={pathTo(API.jobHistory, job.id)} />}
    >
      <dl className="mb-8 grid gap-x-6 sm:grid-cols-2">
        <Fact name="Status" isWide>
          <JobBadges job={job} />
        </Fact>
        <Fact name="Location">{job.location}</Fact>
        <Fact name="Type">{job.jobType}</Fact>
        <Fact name="Department">{job.department || 'Not specified'}</Fact>
        <Fact name="Salary Range">{job.salaryRange || 'Not specified'}</Fact>
        <Fact name="Internal Job Code" isCode>
          {job.internalJobCode || 'None'}
        </Fact>
        <Fact name="Project Code" isCode>
          {job.projectCode || 'None'}
        </Fact>
        <Fact name="Created" isCode>
          {formatJobDay(job.createdAt)}
        </Fact>
        <Fact name="Job Closed Date" isCode>
          {formatJobDay(job.closedDate)}
        </Fact>
        {job.clonedFromId !== null && (
          <Fact name="Cloned from" isCode>
            {formatJobId(job.clonedFromId)}
          </Fact>
        )}
      </dl>
    </JobDialogFrame>
  )
}

/** A code or a date is set in the type of instruments. */
type FactProps = { name: string; isWide?: boolean; isCode?: boolean; children: ReactNode }

function Fact({ name, isWide = false, isCode = false, children }: FactProps) {
  return (
    <div
      className={`grid grid-cols-[9rem_1fr] items-baseline gap-3 border-line border-b py-2 ${isWide ? 'sm:col-span-2' : ''}`}
    >
      <dt className="text-ink-muted text-sm">{name}</dt>
      <dd className={`text-sm wrap-anywhere ${isCode ? 'font-mono' : ''}`}>{children}</dd>
    </div>
  )
}
