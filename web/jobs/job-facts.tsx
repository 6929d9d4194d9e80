import type { PublicJob } from '../../contract/job.ts'

/** Type, place, and where given department and salary, in one line of facts. */
export function JobFacts({ job }: { job: PublicJob }) {
  const facts = [job.jobType, job.location, job.department, job.salaryRange].filter(Boolean)
  return (
    <ul className="facts">
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  )
}
