import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { useSearch } from 'wouter/use-browser-location'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { KEEPS_SCROLL } from '../../layout/page-shell.tsx'
import { useAuth } from '../../session/use-auth.ts'
import { Button } from '../../ui/button.tsx'
import { useFileDownload } from '../api/file-download.ts'
import { auditQuery } from '../audit/audit-api.ts'
import { AuditFilter } from '../audit/audit-filter.tsx'
import { AuditTable } from '../audit/audit-table.tsx'
import { type AuditView, readAuditView, requestOf, writeAuditView } from '../audit/audit-view.ts'
import { AdminPage, adminPage } from '../frame/admin-page.tsx'
import { PagedList } from '../frame/paged-list.tsx'

/** Who did what. */
export const page = adminPage(Body)

function Body({ title }: { title: string }) {
  const [view, changeView] = useAuditView()
  const download = useFileDownload(`${ADMIN_API.auditFile}?${requestOf(view)}`, {
    fallbackName: 'Audit trail.csv',
    done: 'Audit trail downloaded',
    recordedIn: [ADMIN_API.audit],
  })
  return (
    <AdminPage
      title={title}
      note="Who did what, and when. The entries are sealed into a chain, so that a check on the server finds a changed or missing one."
      actions={
        <Button tone="secondary" isBusy={download.isPending} onClick={() => download.mutate()}>
          Download CSV
        </Button>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <AuditFilter view={view} onChange={changeView} />
        <Entries view={view} />
      </div>
    </AdminPage>
  )
}

function Entries({ view }: { view: AuditView }) {
  const { token } = useAuth()
  const query = useInfiniteQuery(auditQuery(token, view))
  return (
    <PagedList query={query} what="entries">
      {(pages) => {
        const entries = pages.flatMap((page) => page.entries)
        if (entries.length > 0) return <AuditTable entries={entries} />
        return (
          <p role="status" className="rounded-md border border-line bg-panel p-5">
            There is no entry of this kind.
          </p>
        )
      }}
    </PagedList>
  )
}

/** The view in the page's address, and the action that changes a part of it; Back undoes a choice. */
function useAuditView(): [AuditView, (change: Partial<AuditView>) => void] {
  const query = useSearch()
  const [path, navigate] = useLocation()
  const view = useMemo(() => readAuditView(query), [query])
  const change = (part: Partial<AuditView>) => {
    const written = writeAuditView({ ...view, ...part })
    // What is typed is one step back, not one for each letter.
    const isTyped = Object.keys(part).length === 1 && ['number', 'from', 'to'].some((name) => name in part)
    navigate(written ? `${path}?${written}` : path, { state: KEEPS_SCROLL, replace: isTyped })
  }
  return [view, change]
}
