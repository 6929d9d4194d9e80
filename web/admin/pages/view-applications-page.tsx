import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Application } from '../../../contract/applications/application.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { readToken } from '../../api/auth-store.ts'
import { conditionalRead, shareWithETag } from '../../api/conditional-read.ts'
import { Loaded, StaleNotice } from '../../layout/loaded.tsx'
import { isSessionOver } from '../../session/end-session.ts'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { formatWeekdayAndDay } from '../../ui/text/date-formats.ts'
import { toast } from '../../ui/toast/toast.ts'
import { ViewApplicationsTable } from '../all-applications/view-applications-table.tsx'
import { pollOptions } from '../api/poll-options.ts'
import { AdminPage, adminPage } from '../frame/admin-page.tsx'

/** Every application. Read without a bearer: the cookie authorises it. */
const everyApplicationQuery = queryOptions<unknown, Error, Application[]>({
  queryKey: [ADMIN_API.applications],
  queryFn: (reading) =>
    conditionalRead(reading, ADMIN_API.applications, {
      token: readToken(),
      isByCookie: true,
      read: (response) => response.json(),
    }),
  structuralSharing: shareWithETag,
  select: (body) => (Array.isArray(body) ? body : []),
  ...pollOptions,
  staleTime: 0,
})

/** All applications in one table. */
export const page = adminPage(Body)

function Body({ title }: { title: string }) {
  return (
    <AdminPage title={title} note={formatWeekdayAndDay(new Date())}>
      <Applications />
    </AdminPage>
  )
}

function Applications() {
  const query = useQuery(everyApplicationQuery)
  useFailureToast(query.data === undefined && query.errorUpdateCount > 0, query.error)
  return (
    <Loaded
      query={query}
      loading={<TableSkeleton words="Loading applications..." />}
      failure="Applications could not be loaded."
    >
      {(applications) => (
        <>
          <StaleNotice queries={[query]} />
          {applications.length === 0 ? <NoApplications /> : <ViewApplicationsTable applications={applications} />}
        </>
      )}
    </Loaded>
  )
}

function NoApplications() {
  return (
    <div className="grid gap-2 rounded-md border border-line bg-panel p-5 md:p-7">
      <p>No applications found</p>
      <p className="text-ink-muted text-sm">New applications appear here as soon as they arrive.</p>
    </div>
  )
}

/** Shows a toast for the first failed load, not for each retry. */
function useFailureToast(hasFailed: boolean, error: Error | null) {
  const isShown = hasFailed && !isSessionOver(error)
  useEffect(() => {
    if (isShown)
      toast({ title: 'Error', description: 'Failed to load applications. Please try again later.', tone: 'error' })
  }, [isShown])
}
