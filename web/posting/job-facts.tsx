import type { PublicJob } from '../../contract/job.ts'

/** Type, location, and if present department and salary, in one line. */
export function JobFacts({ job }: { job: Pick<PublicJob, 'jobType' | 'location' | 'department' | 'salaryRange'> }) {
  return (
    <ul className="facts">
      <li>{job.jobType}</li>
      <li>
        <bdi>{job.location}</bdi>
      </li>
      {job.department && (
        <li>
          <bdi>{job.department}</bdi>
        </li>
      )}
      {job.salaryRange && (
        <li className="text-ink">
          <bdi>{job.salaryRange}</bdi>
        </li>
      )}
    </ul>
  )
}
