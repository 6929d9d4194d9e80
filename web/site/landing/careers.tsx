import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'
import { type JobFilter, writeJobFilter } from '../../../contract/jobs/search/job-filter.ts'
import type { JobListPage } from '../../../contract/jobs/search/job-list.ts'
import { JOBS_PER_PAGE } from '../../../contract/wire/limits.ts'
import { ANCHOR, PAGE, pathTo } from '../../../contract/wire/paths.ts'
import { usePageData } from '../../layout/page-data-context.ts'
import { jobQuery } from '../../posting/job-api.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { JobDialogs, type OpenDialogs } from '../jobs/job-dialogs.tsx'
import { JobRow } from '../jobs/job-row.tsx'
import { alertAddress } from './alert-address.ts'
import { EmptyList } from './empty-list.ts'
import { JobFilters } from './job-filters.tsx'
import { JobListSkeleton } from './job-list-skeleton.tsx'
import { type OpenPositions, useOpenPositions } from './use-open-positions.ts'

/** The open positions, with their filters and the dialogs to read one and to apply for one. */
export function Careers() {
  const list = useOpenPositions()
  const { page, all } = list
  const [open, setOpen] = useState<OpenDialogs>({ details: null, application: null })
  const client = useQueryClient()
  const change = (changes: Partial<OpenDialogs>) => setOpen((before) => ({ ...before, ...changes }))
  const openDialog = async (dialog: keyof OpenDialogs, id: number) => {
    const job = all.data?.find((one) => one.id === id) ?? (await client.fetchQuery(jobQuery(id)).catch(() => null))
    if (job) change({ [dialog]: job })
    else location.assign(pathTo(PAGE.job, id))
  }
  return (
    <section id={ANCHOR.careers} aria-labelledby="careers-title" className="wrap scroll-mt-[80px]">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 id="careers-title" className="text-2xl">
          Open positions
        </h2>
        <ListState list={list} />
      </div>
      {page?.facets && <JobFilters list={list} facets={page.facets} />}
      <div className="mt-5 md:mt-6">
        {page ? <Positions list={list} page={page} onOpen={openDialog} /> : <NoListYet list={list} />}
      </div>
      {page && page.jobs.length > 0 && <AlertLink filter={list.filter} />}
      <JobDialogs open={open} onChange={change} />
    </section>
  )
}

/** Leads to the form for job alerts about what is looked for, where there are any. */
function AlertLink({ filter }: { filter: JobFilter }) {
  const { sendsMail } = usePageData()
  if (!sendsMail) return null
  return (
    <p className="mt-3 md:mt-5">
      Nothing that fits today?{' '}
      <a href={alertAddress(filter)} className="inline-flex min-h-11 items-center font-semibold md:min-h-0">
        Get new positions by email
      </a>
    </p>
  )
}

/** The number of positions with the way out of the filters, or the loading message. */
function ListState({ list }: { list: OpenPositions }) {
  const { page, all, filter, refusal } = list
  if (!page) {
    return all.isPending && !refusal ? (
      <p role="status" className="text-ink-muted text-sm">
        Loading available positions...
      </p>
    ) : null
  }
  if (page.open === 0) return null
  const isFiltered = writeJobFilter({ ...filter, page: 1 }) !== ''
  return (
    <div className="flex items-baseline gap-x-4 text-sm">
      {isFiltered && page.total > 0 && (
        <a
          href={`${PAGE.landing}#${ANCHOR.careers}`}
          className="inline-flex min-h-11 items-center md:min-h-0"
          onClick={(event) => {
            event.preventDefault()
            list.choose(NO_FILTER)
          }}
        >
          Clear filters
        </a>
      )}
      <p aria-live="polite" className="font-mono text-ink-muted">
        {page.total === page.open ? countOf(page.open) : `${page.total} of ${countOf(page.open)}`}
      </p>
    </div>
  )
}

type PositionsProps = {
  list: OpenPositions
  page: JobListPage
  onOpen: (dialog: keyof OpenDialogs, id: number) => void
}

function Positions({ list, page, onOpen }: PositionsProps) {
  if (page.total === 0) {
    return (
      <Suspense>
        <EmptyList.View isFiltered={page.open > 0} filter={list.filter} onClear={() => list.choose(NO_FILTER)} />
      </Suspense>
    )
  }
  return (
    <>
      <ul className="m-0 list-none border-line border-t p-0">
        {page.jobs.map((job) => (
          <JobRow
            key={job.id}
            job={job}
            onViewDetails={() => onOpen('details', job.id)}
            onApply={() => onOpen('application', job.id)}
          />
        ))}
      </ul>
      {page.pages > 1 && <PageLinks list={list} page={page} />}
    </>
  )
}

const NO_FILTER = { q: '', department: '', type: '', place: '', pay: '' }

/** Plain links: the server has the page, and shows it from the first position. */
function PageLinks({
  list: { filter },
  page: { page, pages, total, jobs },
}: {
  list: OpenPositions
  page: JobListPage
}) {
  const addressOf = (number: number) =>
    `${PAGE.landing}?${writeJobFilter({ ...filter, page: number })}#${ANCHOR.careers}`
  const first = (page - 1) * JOBS_PER_PAGE + 1
  return (
    <nav
      aria-label="Pages of positions"
      className="mt-4 grid grid-cols-2 items-center gap-x-4 sm:grid-cols-[1fr_auto_1fr]"
    >
      <span className="-ml-[9px] justify-self-start">
        {page > 1 && (
          <a href={addressOf(page - 1)} className={buttonClass('quiet')}>
            Previous positions
          </a>
        )}
      </span>
      <span className="text-center font-mono text-ink-muted text-sm max-sm:order-1 max-sm:col-span-2">
        {`Page ${page} of ${pages}, ${first} to ${first + jobs.length - 1} of ${total}`}
      </span>
      <span className="-mr-[9px] justify-self-end">
        {page < pages && (
          <a href={addressOf(page + 1)} className={buttonClass('quiet')}>
            Next positions
          </a>
        )}
      </span>
    </nav>
  )
}

function NoListYet({ list: { all, refusal } }: { list: OpenPositions }) {
  if (!all.isError && refusal) {
    return (
      <Notice>
        <p>{refusal}</p>
        <a
          href={`${PAGE.landing}#${ANCHOR.careers}`}
          className="mt-2 inline-flex min-h-11 items-center font-semibold md:min-h-0"
        >
          All open positions
        </a>
      </Notice>
    )
  }
  if (!all.isError) return <JobListSkeleton />
  return (
    <Notice role="alert">
      <p>The open positions could not be loaded. Please check your connection and try again.</p>
      <Button tone="secondary" className="mt-4" onClick={() => all.refetch()}>
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
