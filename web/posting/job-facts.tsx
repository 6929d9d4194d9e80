import type { PublicJob } from '../../contract/job.ts'

/** Type, location, and if present department and salary, in one line. */
export function JobFacts({ job }: { job: Pick<PublicJob, 'jobType' | 'location' | 'department' | 'salaryRange'> }) {
  return (
    <ul className="facts">
      <li>{job.jobType}</li>
      <li>{job.location}</li>
      {job.department && <li>{job.department}</li>}
      {job.salaryRange && <li className="text-ink">{job.salaryRange}</li>}
    </ul>
  )
}
