import { useQuery } from '@tanstack/react-query'
import type { Person } from '../../../contract/accounts/people.ts'
import { formatJobId } from '../../posting/job-id.ts'
import { useAuth } from '../../session/use-auth.ts'
import { managedJobsQuery } from '../api/managed-jobs-query.ts'

/** So many postings are named; the others are counted. */
const NAMED = 3

/** The postings of a hiring manager, or of one who is invited. */
export function AssignedPostings({ assignments }: Pick<Person, 'assignments'>) {
  const { token } = useAuth()
  const { data: jobs = [] } = useQuery(managedJobsQuery(token))
  if (assignments.length === 0) return 'None yet'
  const others = assignments.length - NAMED
  return (
    <ul>
      {assignments.slice(0, NAMED).map(({ jobId, decides }) => (
        <li key={jobId}>
          <bdi>{jobs.find(({ id }) => id === jobId)?.title ?? formatJobId(jobId)}</bdi>
          {decides && <span className="text-ink-muted"> (decides)</span>}
        </li>
      ))}
      {others > 0 && <li className="text-ink-muted">and {others} more</li>}
    </ul>
  )
}
