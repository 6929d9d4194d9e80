import { type FurtherFacts, furtherFacts } from '../../contract/jobs/further-facts.ts'
import type { PublicJob } from '../../contract/jobs/job.ts'

/** What the line takes; the pay as visitors read it. */
type JobFactsLineProps = { job: Pick<PublicJob, 'jobType' | 'location' | 'department'>; pay: string | null }

/** Location, type, and if present pay and department, in one line. */
export function JobFactsLine({ job, pay }: JobFactsLineProps) {
  return (
    <ul className="facts">
      <li>
        <bdi>{job.location}</bdi>
      </li>
      <li>{job.jobType}</li>
      {pay && (
        <li className="text-ink">
          <bdi>{pay}</bdi>
        </li>
      )}
      {job.department && (
        <li>
          <bdi>{job.department}</bdi>
        </li>
      )}
    </ul>
  )
}

/** Travel, rotation and until when one can apply, in one line; nothing where the posting has none of them. */
export function FurtherFactsLine({ job, className = 'mt-1' }: { job: FurtherFacts; className?: string }) {
  const facts = furtherFacts(job)
  if (facts.length === 0) return null
  return (
    <ul className={`facts ${className}`}>
      {facts.map(({ name, line }) => (
        <li key={name}>{line}</li>
      ))}
    </ul>
  )
}
