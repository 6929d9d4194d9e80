import type { ReactNode } from 'react'
import type { Job } from '../../../../contract/jobs/job.ts'
import { JOB_FACTS, JOB_FIELDS, type JobFact } from '../../../../contract/jobs/posting-fields.ts'
import { APPLICATIONS } from '../../../../contract/policies/applications-policy.ts'
import { JOBS } from '../../../../contract/policies/jobs-policy.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../../contract/wire/paths.ts'
import { JobDialogFrame } from '../../../posting/job-dialog-frame.tsx'
import { formatJobId } from '../../../posting/job-id.ts'
import { useMay } from '../../../session/use-may.ts'
import { formatDay } from '../../../ui/text/date-formats.ts'
import { useUndo } from '../../applications/changes/undo.ts'
import { History } from '../../history/history.tsx'
import { factText } from '../fact-texts.ts'
import { JobBadges } from '../job-badges.tsx'

/** A code or a date is set in the type of instruments. */
type Fact = {
  label: string
  read: (job: Job) => ReactNode
  isWide?: boolean
  isCode?: boolean
  isHidden?: (job: Job) => boolean
}

/** Fields that the title, the sections, the badges and the reference under the title show. */
type ShownElsewhere =
  | 'id'
  | 'title'
  | 'description'
  | 'requirements'
  | 'benefits'
  | 'isActive'
  | 'publishedAt'
  | 'askedQuestions'
  | 'version'

const { closingDate, ...OTHER_FACTS } = Object.fromEntries(JOB_FACTS.map((name) => [name, fact(name)])) as Record<
  JobFact,
  Fact
>

/** Every other field of a posting, in the order of the screen. */
const FACTS: Record<Exclude<keyof Job, ShownElsewhere>, Fact> = {
  status: { label: 'Status', read: (job) => <JobBadges job={job} />, isWide: true },
  location: { label: 'Location', read: (job) => job.location },
  jobType: { label: 'Type', read: (job) => job.jobType },
  department: { label: 'Department', read: (job) => job.department || 'Not specified' },
  salaryRange: { label: 'Salary Range', read: (job) => job.salaryRange || 'Not specified' },
  internalJobCode: { label: 'Internal Job Code', read: (job) => job.internalJobCode || 'None', isCode: true },
  projectCode: { label: 'Project Code', read: (job) => job.projectCode || 'None', isCode: true },
  ...OTHER_FACTS,
  closingDate,
  questions: {
    label: 'Questions',
    read: ({ questions }) => (
      <ol className="grid list-decimal gap-1 pl-4">
        {questions.map(({ text, isRequired }) => (
          <li key={text}>
            {text}
            {!isRequired && ' (optional)'}
          </li>
        ))}
      </ol>
    ),
    isWide: true,
    isHidden: ({ questions }) => questions.length === 0,
  },
  criteria: {
    label: JOB_FIELDS.criteria.label,
    read: ({ criteria }) => (
      <ul className="grid list-disc gap-1 pl-4">
        {criteria.map((criterion) => (
          <li key={criterion}>{criterion}</li>
        ))}
      </ul>
    ),
    isWide: true,
    isHidden: ({ criteria }) => criteria.length === 0,
  },
  createdAt: { label: 'Created', read: (job) => formatDay(job.createdAt), isCode: true },
  closedDate: { label: 'Job Closed Date', read: (job) => formatDay(job.closedDate, '-'), isCode: true },
  clonedFromId: {
    label: 'Cloned from',
    read: ({ clonedFromId }) => clonedFromId !== null && formatJobId(clonedFromId),
    isCode: true,
    isHidden: ({ clonedFromId }) => clonedFromId === null,
  },
}

/** A structured fact; hidden where the posting names none. */
function fact(name: JobFact): Fact {
  return {
    label: JOB_FIELDS[name].label,
    isWide: JOB_FIELDS[name].kind === 'steps',
    read: (job) => factText(job, name),
    isHidden: (job) => factText(job, name) === undefined,
  }
}

type JobRecordDialogProps = { job: Job; onClose: () => void; onEdit: () => void }

/** Everything that is stored of a posting, to read. */
export function JobRecordDialog({ job, onClose, onEdit }: JobRecordDialogProps) {
  const may = useMay()
  const changes = may(JOBS.change, job.id)
  const { undoChange } = useUndo()
  return (
    <JobDialogFrame
      job={job}
      description={<span className="font-mono">{formatJobId(job.id)}</span>}
      action={changes ? 'Edit' : undefined}
      onAction={onEdit}
      onClose={onClose}
      ending={
        <History
          address={pathTo(ADMIN_API.jobHistory, job.id)}
          onUndo={may(APPLICATIONS.decide, job.id) ? undoChange : undefined}
        />
      }
    >
      <dl className="mb-8 grid gap-x-6 sm:grid-cols-2">
        {Object.values(FACTS)
          .filter(({ isHidden }) => !isHidden?.(job))
          .map(({ label, read, isWide = false, isCode = false }) => (
            <div
              key={label}
              className={`grid grid-cols-[9rem_1fr] items-baseline gap-3 border-line border-b py-2 ${isWide ? 'sm:col-span-2' : ''}`}
            >
              <dt className="text-ink-muted text-sm">{label}</dt>
              <dd className={`text-sm wrap-anywhere ${isCode ? 'font-mono' : ''}`}>{read(job)}</dd>
            </div>
          ))}
      </dl>
    </JobDialogFrame>
  )
}
