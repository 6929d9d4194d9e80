import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PageData } from '../../../contract/page-data.ts'
import { ANCHOR, PAGE } from '../../../contract/paths.ts'
import type { PageHead } from '../../layout/page.ts'
import { documentTitle, useDocumentTitle } from '../../layout/use-document-title.ts'
import { useLogout } from '../../session/use-logout.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { KeyListButton } from '../../ui/keys/key-list.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { AdminPage } from '../layout/admin-page.tsx'
import { AdminGuard } from '../login/admin-guard.tsx'
import { refreshDashboard } from './changes/pending-changes.ts'
import { Applications } from './list/applications.tsx'

const TITLE = 'Dashboard'

/** The admin area is not indexed. */
export function head({ company }: PageData): PageHead {
  return { title: documentTitle(TITLE, company.name), description: TITLE, isIndexed: false }
}

/** The admin's dashboard, behind the guard. */
export function Page() {
  useDocumentTitle(TITLE)
  return (
    <AdminGuard redirectWithoutToken>
      <AdminPage title={TITLE} actions={<PageActions />}>
        <Applications />
      </AdminPage>
    </AdminGuard>
  )
}

function PageActions() {
  const logout = useLogout()
  return (
    <>
      <KeyListButton className="max-md:hidden" />
      <a
        href={`${PAGE.landing}#${ANCHOR.careers}`}
        className={buttonClass('quiet', 'max-md:w-20 max-md:py-0 max-md:leading-tight')}
      >
        View Job Postings
      </a>
      <Refresh />
      <Button tone="secondary" onClick={logout}>
        Logout
      </Button>
    </>
  )
}

function Refresh() {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const refresh = () => {
    setBusy(true)
    refreshDashboard(client).finally(() => setBusy(false))
  }
  return (
    <Tooltip side="bottom" words="Update the list and the counts now">
      <Button tone="secondary" isBusy={isBusy} reservesSpinner onClick={refresh}>
        Refresh
      </Button>
    </Tooltip>
  )
}
