import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { JobAlert, JobAlertList } from '../../../contract/jobs/search/job-alert.ts'
import { MAXIMUM } from '../../../contract/wire/limits.ts'
import { useFailureNotice } from '../../session/end-session.ts'
import { useAuth } from '../../session/use-auth.ts'
import { Button } from '../../ui/button.tsx'
import { downloadCsv } from '../../ui/chart/csv.ts'
import { SearchField } from '../../ui/form/search-field.tsx'
import { JobAlertTable } from '../alerts/job-alert-table.tsx'
import { alertTable } from '../alerts/job-alert-texts.ts'
import { jobAlertsQuery, readAllAlerts } from '../alerts/job-alerts-api.ts'
import { AdminPage, adminPage } from '../frame/admin-page.tsx'
import { PagedList } from '../frame/paged-list.tsx'
import { MailNotice } from '../messages/mail-notice.tsx'

/** Who gets mail about new postings. */
export const page = adminPage(Body)

function Body({ title }: { title: string }) {
  const [address, setAddress] = useState('')
  return (
    <AdminPage
      title={title}
      note="Who gets mail about new postings. Subscribers end it themselves with the link in each mail; after 12 months it ends by itself."
      actions={<Export address={address} />}
    >
      <MailNotice consequence="visitors are offered no job alerts." />
      <Alerts address={address} onSearch={setAddress} />
    </AdminPage>
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
  const counts = query.data?.pages[0]?.counts
  return (
    <div className="grid grid-cols-1 gap-4">
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
        {counts && <Counts {...counts} />}
      </div>
      <PagedList query={query} what="job alerts">
        {(pages) => <Found alerts={pages.flatMap(({ alerts }) => alerts)} isSearch={address !== ''} />}
      </PagedList>
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

function Found({ alerts, isSearch }: { alerts: JobAlert[]; isSearch: boolean }) {
  if (alerts.length > 0) return <JobAlertTable alerts={alerts} />
  return (
    <p className="rounded-md border border-line bg-panel p-5">
      {isSearch ? 'Nothing is stored about an address like this.' : 'Nobody has set up a job alert yet.'}
    </p>
  )
}
