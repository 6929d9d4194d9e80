import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { PublicJob } from '../../../contract/job.ts'
import { ANCHOR, PAGE } from '../../../contract/paths.ts'
import { usePageData } from '../../layout/page-data-context.ts'
import { Button } from '../../ui/button.tsx'
import { activeJobsQuery } from '../jobs/job-api.ts'
import { JobDialogs, type OpenDialogs } from '../jobs/job-dialogs.tsx'
import { JobRow } from '../jobs/job-row.tsx'
import { JobListSkeleton } from './job-list-skeleton.tsx'

/** The open positions, with the dialogs to read one and to apply for one. */
export function Careers() {
  const [open, setOpen] = useState<OpenDialogs>({ details: null, application: null })
  const list = useQuery(activeJobsQuery)
  return (
    <section id={ANCHOR.careers} aria-labelledby="careers-title" className="wrap scroll-mt-[80px]">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 id="careers-title" className="text-2xl">
          Open positions
        </h2>
        <ListState list={list} />
      </div>
      <div className="mt-5 md:mt-6">
        {list.data ? (
          <JobList jobs={list.data} onOpen={(change) => setOpen((before) => ({ ...before, ...change }))} />
        ) : (
          <NoListYet hasFailed={list.isError} onRetry={() => list.refetch()} />
        )}
      </div>
      <AlertLink />
      <JobDialogs open={open} onChange={(change) => setOpen((before) => ({ ...before, ...change }))} />
    </section>
  )
}

/** Leads to the form for job alerts, where there are any. */
function AlertLink() {
  const { offersAlerts } = usePageData()
  if (!offersAlerts) return null
  return (
    <p className="mt-5">
      Nothing that fits today?{' '}
      <a href={PAGE.jobAlerts} className="inline-flex min-h-11 items-center font-semibold md:min-h-0">
        Get new positions by email
      </a>
    </p>
  )
}

/** The number of positions, or the loading message. */
function ListState({ list }: { list: Pick<UseQueryResult<PublicJob[]>, 'data' | 'isPending'> }) {
  if (list.isPending) {
    return (
      <p role="status" className="text-ink-muted text-sm">
        Loading available positions...
      </p>
    )
  }
  if (!list.data?.length) return null
  return <p className="font-mono text-ink-muted text-sm">{countOf(list.data.length)}</p>
}

function JobList({ jobs, onOpen }: { jobs: PublicJob[]; onOpen: (change: Partial<OpenDialogs>) => void }) {
  if (jobs.length === 0) {
    return (
      <Notice>
        No active job postings at the moment. Please check back soon for new opportunities.{' '}
        <a href={`#${ANCHOR.applicationForm}`}>Send a general application</a>
      </Notice>
    )
  }
  return (
    <ul className="m-0 list-none border-line border-t p-0">
      {jobs.map((job) => (
        <JobRow
          key={job.id}
          job={job}
          onViewDetails={() => onOpen({ details: job })}
          onApply={() => onOpen({ application: job })}
        />
      ))}
    </ul>
  )
}

function NoListYet({ hasFailed, onRetry }: { hasFailed: boolean; onRetry: () => void }) {
  if (!hasFailed) return <JobListSkeleton />
  return (
    <Notice role="alert">
      <p>The open positions could not be loaded. Please check your connection and try again.</p>
      <Button tone="secondary" className="mt-4" onClick={onRetry}>
        Try again
      </Button>
    </Notice>
  )
}

function Notice({ role, children }: { role?: 'alert'; children: ReactNode }) {
  return (
    <div role={role} className="rounded-md border border-line bg-panel p-6">
      {children}
    </div>
  )
}

function countOf(jobs: number): string {
  return jobs === 1 ? '1 position' : `${jobs} positions`
}
