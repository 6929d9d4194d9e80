import type { PublicJob } from '../../../contract/job.ts'

/** Type, place, and where given department and salary, in one line of facts. */
export function JobFacts({ job }: { job: PublicJob }) {
  return (
    <ul className="facts">
      <li>{job.jobType}</li>
      <li>{job.location}</li>
      {job.department && <li>{job.department}</li>}
      {job.salaryRange && <li className="text-ink">{job.salaryRange}</li>}
    </ul>
  )
}
