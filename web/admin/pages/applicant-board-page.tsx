import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { Job } from '../../../contract/jobs/job.ts'
import { isOpenJob, isPastClosing } from '../../../contract/jobs/job-statuses.ts'
import { shownPay } from '../../../contract/jobs/place-and-pay/pay-text.ts'
import { ADMIN_API, ADMIN_PAGE } from '../../../contract/wire/admin-paths.ts'
import { PAGE, pathTo } from '../../../contract/wire/paths.ts'
import { ApiError } from '../../api/api-error.ts'
import { Loaded } from '../../layout/loaded.tsx'
import type { PageParams } from '../../layout/page.ts'
import { useDocumentTitle } from '../../layout/page-head.ts'
import { useToday } from '../../layout/use-today.ts'
import { formatJobId, parseJobId } from '../../posting/job-id.ts'
import { useAuth } from '../../session/use-auth.ts'
import { buttonClass } from '../../ui/button.tsx'
import { KeyListButton } from '../../ui/keys/key-list-button.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { formatCalendarDay, formatDay } from '../../ui/text/date-formats.ts'
import { historyQuery } from '../api/history-api.ts'
import { managedJobsQuery } from '../api/managed-jobs-query.ts'
import { AdminPage, adminPage } from '../frame/admin-page.tsx'
import { JobConflictDialog } from '../jobs/actions/job-conflict-dialog.tsx'
import { JobManagementDialogs, type OpenJobDialog } from '../jobs/actions/job-management-dialogs.tsx'
import { JobMenu } from '../jobs/actions/job-menu.tsx'
import { useJobActions } from '../jobs/actions/use-job-actions.ts'
import { KanbanBoard } from '../jobs/board/kanban-board.tsx'
import { JobBadges } from '../jobs/job-badges.tsx'
import { MissingFactsLine } from '../jobs/missing-facts-line.tsx'

/** One posting with its applicants. */
export const page = adminPage(Body)

function Body({ title, params }: { title: string; params: PageParams }) {
  const id = parseJobId(params.id)
  const { token } = useAuth()
  const jobs = useQuery(managedJobsQuery(token))
  const job = jobs.data?.find((one) => one.id === id)
  useDocumentTitle(job?.title ?? title)
  if (job) return <JobWithApplicants job={job} />
  return (
    <AdminPage title={title} note={<BackLink />}>
      <Loaded query={jobs} loading={LOADING} failure="The job posting could not be loaded.">
        {() => <MissingJob id={id} />}
      </Loaded>
    </AdminPage>
  )
}

const LOADING = <TableSkeleton words="Loading job postings..." />

/** Says whether a posting was deleted, which its history knows, or never existed. */
function MissingJob({ id }: { id: number | undefined }) {
  const { token } = useAuth()
  const { isSuccess, error } = useQuery({
    ...historyQuery(pathTo(ADMIN_API.jobHistory, id ?? 0), token),
    enabled: id !== undefined,
    retry: false,
  })
  const isUnknown = id === undefined || (error instanceof ApiError && error.status === 404)
  if (!isSuccess && !isUnknown) return LOADING
  return (
    <p role="status" className="rounded-md border border-line bg-panel p-5 md:p-7">
      {isUnknown
        ? 'There is no posting with this number.'
        : 'This posting was deleted. Its applications are on the dashboard under “Unknown Position”.'}
    </p>
  )
}

function JobWithApplicants({ job }: { job: Job }) {
  const { actions, conflict, closeConflict } = useJobActions()
  const [, navigate] = useLocation()
  const [open, setOpen] = useState<OpenJobDialog | null>(null)
  const today = useToday()
  const isShown = isOpenJob(job) && !isPastClosing(job, today)
  const remove = (removed: Job) => actions.remove(removed, () => navigate(ADMIN_PAGE.jobs))
  return (
    <AdminPage
      title={job.title}
      note={<BackLink job={job} />}
      actions={
        <>
          {isShown && (
            <Link href={pathTo(PAGE.job, job.id)} className={buttonClass('quiet', 'text-sm max-lg:-ml-2')}>
              View Full Job Page
            </Link>
          )}
          <Link href={`${PAGE.adminDashboard}?job=${job.id}`} className={buttonClass('quiet', 'text-sm')}>
            View as list
          </Link>
          <KeyListButton className="max-md:hidden" />
          <JobMenu job={job} actions={actions} onOpen={(kind, one) => setOpen({ kind, job: one })} />
        </>
      }
    >
      <JobFactsLine job={job} />
      {isShown && <MissingFactsLine job={job} />}
      <KanbanBoard jobId={job.id} />
      <JobManagementDialogs open={open} onChange={setOpen} actions={{ ...actions, remove }} />
      {conflict && <JobConflictDialog {...conflict} onClose={closeConflict} />}
    </AdminPage>
  )
}

function BackLink({ job }: { job?: Job }) {
  return (
    <>
      <Link href={ADMIN_PAGE.jobs}>Job Postings</Link>
      {job && <span className="font-mono"> / {formatJobId(job.id)}</span>}
    </>
  )
}

/** Everything that tells this posting from others, in one line. */
function JobFactsLine({ job }: { job: Job }) {
  const facts = [
    job.location,
    job.jobType,
    job.department,
    shownPay(job),
    job.internalJobCode,
    job.projectCode,
    `Created ${formatDay(job.createdAt)}`,
    job.closingDate && `Closing date ${formatCalendarDay(job.closingDate)}`,
    job.closedDate && `Closed ${formatDay(job.closedDate)}`,
  ].filter((fact) => fact !== null && fact !== '')
  return (
    <div className="-mt-1 mb-3 flex flex-wrap items-start gap-x-4 gap-y-2">
      <JobBadges job={job} />
      <ul className="facts !mt-0 flex-1 basis-80" aria-label="Facts">
        {facts.map((fact) => (
          <li key={fact}>
            <bdi>{fact}</bdi>
          </li>
        ))}
      </ul>
    </div>
  )
}
