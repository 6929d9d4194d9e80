import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import type { JobAlertList } from '../../../contract/job-alert.ts'
import { MAXIMUM } from '../../../contract/limits.ts'
import type { PageData } from '../../../contract/page-data.ts'
import { PAGE } from '../../../contract/paths.ts'
import { readStateOf } from '../../api/retry-after-failure.ts'
import { LoadFailure, StaleNotice } from '../../layout/load-failure.tsx'
import type { PageHead } from '../../layout/page.ts'
import { documentTitle, useDocumentTitle } from '../../layout/use-document-title.ts'
import { useFailureNotice, useSessionWatch } from '../../session/end-session.ts'
import { useAuth } from '../../session/use-auth.ts'
import { Button } from '../../ui/button.tsx'
import { downloadCsv } from '../../ui/chart/csv.ts'
import { SearchField } from '../../ui/form/search-field.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { AdminPage } from '../layout/admin-page.tsx'
import { AdminGuard } from '../login/admin-guard.tsx'
import { mailStatusQuery } from '../messages/messages-api.ts'
import { JobAlertTable } from './job-alert-table.tsx'
import { alertTable } from './job-alert-texts.ts'
import { jobAlertsQuery, readAllAlerts } from './job-alerts-api.ts'

const TITLE = 'Job alerts'

/** The admin area is not indexed. */
export function head({ company }: PageData): PageHead {
  return { title: documentTitle(TITLE, company.name), description: TITLE, isIndexed: false }
}

/** Who gets mail about new postings, behind the guard. */
export function Page() {
  useDocumentTitle(TITLE)
  const [address, setAddress] = useState('')
  return (
    <AdminGuard>
      <AdminPage
        title={TITLE}
        note="Who gets mail about new postings. Subscribers end it themselves with the link in each mail; after 12 months it ends by itself."
        actions={<Export address={address} />}
      >
        <MailNotice />
        <Alerts address={address} onSearch={setAddress} />
      </AdminPage>
    </AdminGuard>
  )
}

/** Says so where no mail can leave. */
function MailNotice() {
  const { token } = useAuth()
  const { data } = useQuery(mailStatusQuery(token))
  if (!data || data.isConfigured) return null
  return (
    <p role="status" className="measure mb-4 border-signal-amber border-l-4 pl-4">
      No mail server is configured, so visitors are offered no job alerts.{' '}
      <Link href={PAGE.adminSettings}>Settings</Link>
    </p>
  )
}

function Export({ address }: { address: string }) {
  const showFailure = useFailureNotice()
  const exporting = useMutation({
    mutationFn: () => readAllAlerts(address),
    onSuccess: (alerts) => downloadCsv('job-alerts.csv', alertTable(alerts)),
    onError: (error) => showFailure(error, { title: 'Nothing was exported', description: 'Please try again' }),
  })
  return (
    <Button tone="secondary" isBusy={exporting.isPending} onClick={() => exporting.mutate()}>
      Export CSV
    </Button>
  )
}

function Alerts({ address, onSearch }: { address: string; onSearch: (address: string) => void }) {
  const { token } = useAuth()
  const query = useInfiniteQuery(jobAlertsQuery(token, address))
  useSessionWatch(query.error)
  const state = readStateOf(query)
  const pages = query.data?.pages
  const alerts = pages?.flatMap((page) => page.alerts)
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="w-full max-w-80">
          <SearchField
            label="Search by email address"
            placeholder="Email address"
            maxLength={MAXIMUM.email}
            value={address}
            onSearch={onSearch}
          />
        </div>
        {pages?.[0] && <Counts {...pages[0].counts} />}
      </div>
      {state === 'loading' && <TableSkeleton words="Loading job alerts..." />}
      {state === 'failed' && (
        <LoadFailure
          words="Job alerts could not be loaded."
          isTrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      {alerts && (
        <>
          <StaleNotice isShown={query.isError} />
          {alerts.length > 0 ? <JobAlertTable alerts={alerts} /> : <Nothing isSearch={address !== ''} />}
        </>
      )}
      {query.hasNextPage && (
        <Button
          tone="secondary"
          className="justify-self-start"
          isBusy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show older job alerts
        </Button>
      )}
    </div>
  )
}

function Counts({ active, unconfirmed, stopped }: JobAlertList['counts']) {
  return (
    <p role="status" className="text-ink-muted text-sm tabular-nums">
      {active} active, {unconfirmed} not confirmed, {stopped} refused
    </p>
  )
}

function Nothing({ isSearch }: { isSearch: boolean }) {
  return (
    <p className="rounded-md border border-line bg-panel p-5">
      {isSearch ? 'Nothing is stored about an address like this.' : 'Nobody has set up a job alert yet.'}
    </p>
  )
}
