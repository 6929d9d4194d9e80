import { useQuery } from '@tanstack/react-query'
import type { PageData } from '../../contract/page-data.ts'
import { documentTitle, useDocumentTitle } from '../layout/use-document-title.ts'
import type { PageHead } from '../page.ts'
import { AdminGuard } from '../session/admin-guard.tsx'
import { useSessionWatch } from '../session/end-session.ts'
import { useAuth } from '../session/use-auth.ts'
import { useLogout } from '../session/use-logout.ts'
import { Button } from '../ui/button.tsx'
import { adminJobsQuery, applicationsQuery } from './application-api.ts'
import { ApplicationsTable } from './applications-table.tsx'

const TITLE = 'Dashboard'

/** No search engine lists the admin area. */
export function head({ company }: PageData): PageHead {
  return { title: documentTitle(TITLE, company.name), description: TITLE, isIndexed: false }
}

/** The admin's dashboard, behind the guard. */
export function Page() {
  useDocumentTitle(TITLE)
  return (
    <AdminGuard redirectWithoutToken>
      <Dashboard />
    </AdminGuard>
  )
}

function Dashboard() {
  const logout = useLogout()
  return (
    <div className="wrap pt-8">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-2xl">Applications</h1>
        <Button tone="secondary" onClick={logout}>
          Logout
        </Button>
      </header>
      <div className="mt-6">
        <Applications />
      </div>
    </div>
  )
}

function Applications() {
  const { token } = useAuth()
  const applications = useQuery(applicationsQuery(token))
  const jobs = useQuery(adminJobsQuery(token))
  useSessionWatch(applications.error)
  if (applications.isPending) {
    return (
      <p role="status" className="text-ink-muted">
        Loading applications...
      </p>
    )
  }
  if (!applications.data) {
    return (
      <div role="alert" className="grid justify-items-start gap-4">
        <p>The applications could not be loaded.</p>
        <Button tone="secondary" onClick={() => applications.refetch()}>
          Try again
        </Button>
      </div>
    )
  }
  return <ApplicationsTable applications={applications.data} jobs={jobs.data ?? []} />
}
