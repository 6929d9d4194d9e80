import type { PublicJob } from '../../contract/jobs/job.ts'

/** What the line takes; the pay as visitors read it. */
type JobFactsProps = { job: Pick<PublicJob, 'jobType' | 'location' | 'department'>; pay: string | null }

/** Location, type, and if present pay and department, in one line. */
export function JobFacts({ job, pay }: JobFactsProps) {
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
