import { Link } from 'wouter'
import type { ApplicantCounts } from '../../../../contract/applications/applicant-board.ts'
import type { Job } from '../../../../contract/jobs/job.ts'
import { ADMIN_PAGE } from '../../../../contract/wire/admin-paths.ts'
import { PAGE, pathTo } from '../../../../contract/wire/paths.ts'
import { TableHead } from '../../../ui/table/table-head.tsx'
import { formatCalendarDay, formatDay } from '../../../ui/text/date-formats.ts'
import { formatCount } from '../../../ui/text/format-count.ts'
import { FIRST_VIEW, writeListView } from '../../applications/list-view.ts'
import { JobMenu, type JobMenuProps } from '../actions/job-menu.tsx'
import { JobBadges } from '../job-badges.tsx'

const COLUMNS = ['Job Title', 'Location', 'Type', 'Department', 'Status', 'Created', 'Job Closed Date', 'Actions']

/** What the table shows, and what its rows' menus do. */
export type JobsTableProps = Omit<JobMenuProps, 'job'> & {
  jobs: Job[]
  /** How many applications each posting has; undefined while they load. */
  counts: ReadonlyMap<number, ApplicantCounts> | undefined
}

/** The postings, one to a row; under 768 px one to a card. */
export function JobsTable({ jobs, counts, ...menu }: JobsTableProps) {
  return (
    <table className="data-table jobs">
      <TableHead columns={COLUMNS} />
      <tbody>
        {jobs.map((job) => (
          <tr key={job.id}>
            <th
              scope="row"
              aria-labelledby={titleIdOf(job)}
              data-label="Job Title"
              className="font-semibold wrap-anywhere"
            >
              <TitleCell job={job} counts={counts?.get(job.id)} />
            </th>
            <td data-label="Location" data-more={factsOf(job)} className="wrap-anywhere">
              <span className="one-line-wide" dir="auto" title={job.location}>
                {job.location}
              </span>
            </td>
            <td data-label="Type">{job.jobType}</td>
            <td data-label="Department" data-empty={!job.department || undefined}>
              {job.department ? (
                <span className="one-line-wide" dir="auto" title={job.department}>
                  {job.department}
                </span>
              ) : (
                <span className="text-ink-muted">Not specified</span>
              )}
            </td>
            <td data-label="Status">
              <JobBadges job={job} />
            </td>
            <td data-label="Created" data-more={describeClosing(job)}>
              <span className="day">{formatDay(job.createdAt)}</span>
            </td>
            <td
              data-label="Job Closed Date"
              data-empty={(job.closedDate === null && job.closingDate === null) || undefined}
            >
              {hasClosingDate(job) && <span className="block text-ink-muted">Closing date</span>}
              <span className="day">
                {hasClosingDate(job) ? formatCalendarDay(job.closingDate) : formatDay(job.closedDate, '-')}
              </span>
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

/** The title, which leads to the posting's board, and under it the link to its applicants in the dashboard. */
function TitleCell({ job, counts }: { job: Job; counts: ApplicantCounts | undefined }) {
  return (
    <>
      <Link
        id={titleIdOf(job)}
        href={pathTo(ADMIN_PAGE.job, job.id)}
        title={job.title}
        dir="auto"
        className="one-line-wide no-underline hover:underline max-md:-mt-2 max-md:block max-md:pt-5 max-md:leading-6"
      >
        {job.title}
      </Link>
      {counts && (
        <Link
          href={PAGE.adminDashboard + writeListView({ ...FIRST_VIEW, job: String(job.id) })}
          className="flex items-start font-normal text-ink-muted decoration-line hover:text-accent max-md:relative max-md:-mb-5 max-md:min-h-11"
        >
          {describeApplicants(counts)}
        </Link>
      )}
    </>
  )
}

/** The type and the department, which a tablet shows under the location. */
function factsOf({ jobType, department }: Job): string {
  return [jobType, department].filter(Boolean).join(', ')
}

/** The closing date, which a tablet shows under the creation. Its day stays on one line. */
function describeClosing(job: Job): string | undefined {
  if (hasClosingDate(job)) return `Closing date ${unbroken(formatCalendarDay(job.closingDate))}`
  return job.closedDate === null ? undefined : `Closed ${unbroken(formatDay(job.closedDate))}`
}

function unbroken(day: string): string {
  return day.replaceAll(' ', '\u00a0')
}

/** Whether a posting that no admin has closed has a date on which it closes by itself. */
function hasClosingDate(job: Job): job is Job & { closingDate: string } {
  return job.closedDate === null && job.closingDate !== null
}

/** How many applications a posting has, for example `15 applicants, 4 pending`. */
function describeApplicants({ total, pending }: Pick<ApplicantCounts, 'total' | 'pending'>): string {
  return `${formatCount(total)} ${total === 1 ? 'applicant' : 'applicants'}, ${formatCount(pending)} pending`
}

function titleIdOf({ id }: Job): string {
  return `job-title-${id}`
}
