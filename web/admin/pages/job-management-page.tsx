import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApplicantCounts } from '../../../contract/applications/applicant-board.ts'
import { APPLICATIONS } from '../../../contract/policies/applications-policy.ts'
import { JOBS } from '../../../contract/policies/jobs-policy.ts'
import { Loaded, StaleNotice } from '../../layout/loaded.tsx'
import { useAuth } from '../../session/use-auth.ts'
import { useLogout } from '../../session/use-logout.ts'
import { useMay } from '../../session/use-may.ts'
import { Button } from '../../ui/button.tsx'
import { useKeys } from '../../ui/keys/use-keys.ts'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { managedJobsQuery } from '../api/managed-jobs-query.ts'
import { useUndo } from '../applications/changes/undo.ts'
import { AdminPage, adminPage } from '../frame/admin-page.tsx'
import { JobConflictDialog } from '../jobs/actions/job-conflict-dialog.tsx'
import { JobManagementDialogs, type OpenJobDialog } from '../jobs/actions/job-management-dialogs.tsx'
import { useJobActions } from '../jobs/actions/use-job-actions.ts'
import { applicantCountsQuery } from '../jobs/applicant-board-api.ts'
import { UnsavedPostings, type UnsavedPostingsProps } from '../jobs/form/unsaved-postings.tsx'
import { JobsTable, type JobsTableProps } from '../jobs/list/jobs-table.tsx'

/** The management of postings. */
export const page = adminPage(Body)

function Body({ title }: { title: string }) {
  const may = useMay()
  const changes = may(JOBS.change)
  const logout = useLogout()
  const { actions, conflict, closeConflict } = useJobActions()
  const [open, setOpen] = useState<OpenJobDialog | null>(null)
  const create = () => setOpen({ kind: 'create' })
  const { undoLast } = useUndo()
  useKeys(may(APPLICATIONS.decide) ? { z: { label: 'Undo the last change', run: undoLast } } : {})
  return (
    <AdminPage
      title={title}
      actions={
        <>
          {changes && <Button onClick={create}>New Job Posting</Button>}
          <Tooltip side="bottom" words="Reload this page to see the latest changes">
            <Button tone="quiet" onClick={() => window.location.reload()}>
              Refresh
            </Button>
          </Tooltip>
          <Button tone="quiet" onClick={logout}>
            Logout
          </Button>
        </>
      }
    >
      <Jobs
        actions={actions}
        onOpen={(kind, job) => setOpen({ kind, job })}
        onContinue={(job) => setOpen(job ? { kind: 'edit', job } : { kind: 'create' })}
      />
      <JobManagementDialogs open={open} onChange={setOpen} actions={actions} />
      {conflict && <JobConflictDialog {...conflict} onClose={closeConflict} />}
    </AdminPage>
  )
}

type JobsProps = Omit<JobsTableProps, 'jobs' | 'counts'> & Pick<UnsavedPostingsProps, 'onContinue'>

function Jobs({ onContinue, ...menu }: JobsProps) {
  const { token } = useAuth()
  const query = useQuery(managedJobsQuery(token))
  const counts = useQuery({ ...applicantCountsQuery(token), select: byJob })
  return (
    <Loaded
      query={query}
      loading={<TableSkeleton words="Loading job postings..." />}
      failure="The job postings could not be loaded."
    >
      {(jobs) => (
        <>
          <StaleNotice queries={[query]} />
          <UnsavedPostings jobs={jobs} onContinue={onContinue} />
          {jobs.length === 0 ? <NoJobs /> : <JobsTable jobs={jobs} counts={counts.data} {...menu} />}
        </>
      )}
    </Loaded>
  )
}

function byJob(counts: ApplicantCounts[]): ReadonlyMap<number, ApplicantCounts> {
  return new Map(counts.map((count) => [count.jobId, count]))
}

function NoJobs() {
  const changes = useMay()(JOBS.change)
  return (
    <p className="rounded-md border border-line bg-panel p-5 md:p-7">
      {changes
        ? 'No job postings yet. Choose New Job Posting to create the first one. Visitors cannot see drafts.'
        : 'No posting is assigned to you yet. Ask an owner.'}
    </p>
  )
}
