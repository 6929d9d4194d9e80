import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Job } from '../../../contract/jobs/job.ts'
import type { AssignedPosting } from '../../../contract/policies/policy.ts'
import { MAXIMUM } from '../../../contract/wire/limits.ts'
import { Loaded } from '../../layout/loaded.tsx'
import { formatJobId } from '../../posting/job-id.ts'
import { useAuth } from '../../session/use-auth.ts'
import { FieldError, TextField } from '../../ui/form/field.tsx'
import { managedJobsQuery } from '../api/managed-jobs-query.ts'
import { DECIDES } from './people-texts.ts'

/** From so many postings on, the list is searched. */
const MANY = 8

type PostingsFieldProps = {
  assignments: readonly AssignedPosting[]
  /** What is wrong with all of them. */
  fault: string | undefined
  /** What is wrong with one, by its id. */
  faults: ReadonlyMap<number, string>
  onChange: (assignments: AssignedPosting[]) => void
}

/** The postings of a hiring manager, and where the manager decides. */
export function PostingsField(props: PostingsFieldProps) {
  const { token } = useAuth()
  const errorId = useId()
  return (
    <fieldset className="min-w-0" aria-describedby={props.fault ? errorId : undefined}>
      <legend className="mb-1 font-semibold admin:font-normal admin:text-ink-muted admin:text-sm">Postings</legend>
      <Loaded
        query={useQuery(managedJobsQuery(token))}
        loading={<p role="status">Loading the postings...</p>}
        failure="The postings could not be loaded."
      >
        {(jobs) =>
          jobs.length === 0 ? <p>There are no postings yet.</p> : <Choices {...props} jobs={jobs as Job[]} />
        }
      </Loaded>
      <FieldError id={errorId} message={props.fault} />
    </fieldset>
  )
}

function Choices({ jobs, assignments, faults, onChange }: PostingsFieldProps & { jobs: readonly Job[] }) {
  const [words, setWords] = useState('')
  // The order stays while one chooses: those of before first, then the open ones.
  const [before] = useState(assignments)
  const rank = ({ id, isActive }: Job) => (before.some(({ jobId }) => jobId === id) ? 0 : isActive ? 1 : 2)
  const listed = jobs
    .filter(({ id, title }) => `${title} ${formatJobId(id)}`.toLowerCase().includes(words.trim().toLowerCase()))
    .toSorted((one, other) => rank(one) - rank(other) || one.title.localeCompare(other.title))
  return (
    <div className="grid gap-2">
      {jobs.length > MANY && (
        <TextField
          label="Find a posting"
          labelPlace="hidden"
          isStandalone
          placeholder="Title or number"
          maxLength={MAXIMUM.jobLine}
          value={words}
          onChange={({ target }) => setWords(target.value)}
        />
      )}
      <ul className="max-h-72 overflow-y-auto rounded-md border border-line px-3 py-1">
        {listed.map((job) => (
          <li key={job.id} className="border-line py-1 not-first:border-t">
            <Choice
              job={job}
              assignment={assignments.find(({ jobId }) => jobId === job.id)}
              fault={faults.get(job.id)}
              onChange={(changed) => {
                const others = assignments.filter(({ jobId }) => jobId !== job.id)
                onChange(changed ? [...others, changed] : others)
              }}
            />
          </li>
        ))}
        {listed.length === 0 && <li className="py-2">No posting has these words.</li>}
      </ul>
      <p role="status" className="text-ink-muted text-sm">
        {describeChosen(assignments.length)}
      </p>
    </div>
  )
}

function describeChosen(count: number): string {
  if (count === 0) return 'Without a posting, the person sees nothing yet.'
  return count === 1 ? '1 posting chosen' : `${count} postings chosen`
}

type ChoiceProps = {
  job: Job
  assignment: AssignedPosting | undefined
  fault: string | undefined
  onChange: (assignment: AssignedPosting | undefined) => void
}

function Choice({ job, assignment, fault, onChange }: ChoiceProps) {
  const errorId = useId()
  return (
    <>
      <label className="flex min-h-11 cursor-pointer items-start gap-3 py-1.5 md:min-h-9">
        <input
          type="checkbox"
          className="mt-1 size-4 shrink-0 accent-accent"
          checked={assignment !== undefined}
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault ? errorId : undefined}
          onChange={({ target }) => onChange(target.checked ? { jobId: job.id, decides: false } : undefined)}
        />
        <span className="wrap-anywhere min-w-0">
          <bdi>{job.title}</bdi>{' '}
          <span className="whitespace-nowrap font-mono text-ink-muted text-sm">{formatJobId(job.id)}</span>
        </span>
      </label>
      {assignment && (
        <label className="ml-7 flex min-h-11 cursor-pointer items-start gap-3 pt-1.5 text-sm md:min-h-9">
          <input
            type="checkbox"
            className="mt-0.5 size-4 shrink-0 accent-accent"
            checked={assignment.decides}
            onChange={({ target }) => onChange({ jobId: job.id, decides: target.checked })}
          />
          <span>
            {DECIDES}
            <span className="sr-only"> of {job.title}</span>
          </span>
        </label>
      )}
      <FieldError id={errorId} message={fault} />
    </>
  )
}
