import type { PublicJob } from '../../contract/job.ts'

/** Location, type, and if present pay and department, in one line. */
export function JobFacts({ job }: { job: Pick<PublicJob, 'jobType' | 'location' | 'department' | 'salaryRange'> }) {
  return (
    <ul className="facts">
      <li>
        <bdi>{job.location}</bdi>
      </li>
      <li>{job.jobType}</li>
      {job.salaryRange && (
        <li className="text-ink">
          <bdi>{job.salaryRange}</bdi>
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
