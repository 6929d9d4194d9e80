import type { Job } from '../../../contract/job.ts'
import { TableHead } from '../../ui/table/table-head.tsx'
import { formatDay } from '../../ui/text/date-formats.ts'
import { JobBadges } from './job-badges.tsx'
import { JobMenu, type JobMenuProps } from './job-menu.tsx'

const COLUMNS = ['Job Title', 'Location', 'Type', 'Department', 'Status', 'Created', 'Job Closed Date', 'Actions']

/** What the table shows, and what its rows' menus do. */
export type JobsTableProps = Omit<JobMenuProps, 'job'> & { jobs: Job[] }

/** The postings, one to a row; under 768 px one to a card. */
export function JobsTable({ jobs, ...menu }: JobsTableProps) {
  return (
    <table className="data-table">
      <TableHead columns={COLUMNS} />
      <tbody>
        {jobs.map((job) => (
          <tr key={job.id}>
            <th scope="row" data-label="Job Title" className="font-semibold wrap-anywhere md:min-w-24 lg:min-w-28">
              {job.title}
            </th>
            <td data-label="Location" className="wrap-anywhere md:min-w-24 lg:min-w-40">
              {job.location}
            </td>
            <td data-label="Type" className="lg:whitespace-nowrap">
              {job.jobType}
            </td>
            <td data-label="Department" className="wrap-anywhere md:min-w-24 lg:min-w-28">
              {job.department || <span className="text-ink-muted">Not specified</span>}
            </td>
            <td data-label="Status">
              <JobBadges job={job} />
            </td>
            <td data-label="Created" className="md:max-lg:min-w-22 lg:whitespace-nowrap">
              <span className="font-mono">{formatDay(job.createdAt)}</span>
            </td>
            <td data-label="Job Closed Date" className="md:max-lg:min-w-22 lg:whitespace-nowrap">
              <span className="font-mono">{formatDay(job.closedDate, '-')}</span>
            </td>
            <td data-label="Actions">
              <JobMenu job={job} {...menu} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
