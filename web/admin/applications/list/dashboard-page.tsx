import { useQueryClient } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import type { PageData } from '../../../../contract/site/page-data.ts'
import { ANCHOR, PAGE } from '../../../../contract/wire/paths.ts'
import type { PageHead } from '../../../layout/page.ts'
import { documentTitle, useDocumentTitle } from '../../../layout/use-document-title.ts'
import { useLogout } from '../../../session/use-logout.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { KeyListButton } from '../../../ui/keys/key-list.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { Tooltip } from '../../../ui/tooltip.tsx'
import { AdminPage } from '../../layout/admin-page.tsx'
import { AdminGuard } from '../../login/admin-guard.tsx'
import { MailOutage } from '../../messages/mail-notice.tsx'
import { refreshDashboard } from '../changes/pending-changes.ts'
import { Applications } from './applications.tsx'
import { PromiseLine } from './promise-line.tsx'

const TITLE = 'Dashboard'

/** The open positions, as visitors see them. */
const POSTINGS = `${PAGE.landing}#${ANCHOR.careers}`

/** The admin area is not indexed. */
export function head({ company }: PageData): PageHead {
  return { title: documentTitle(TITLE, company.name), description: TITLE, isIndexed: false }
}

/** The admin's dashboard, behind the guard. */
export function Page() {
  useDocumentTitle(TITLE)
  return (
    <AdminGuard redirectWithoutToken>
      {!import.meta.env.SSR && (
        <AdminPage title={TITLE} beside={<PromiseLine />} actions={<PageActions />}>
          <MailOutage linksToMessages isShort />
          <Applications />
        </AdminPage>
      )}
    </AdminGuard>
  )
}

function PageActions() {
  const logout = useLogout()
  const { refresh, isBusy } = useRefresh()
  return (
    <>
      <div className="flex gap-2 max-md:hidden">
        <KeyListButton />
        <a href={POSTINGS} className={buttonClass('quiet')}>
          View Job Postings
        </a>
        <Tooltip side="bottom" words="Update the list and the counts now">
          <Button tone="secondary" isBusy={isBusy} reservesSpinner onClick={refresh}>
            Refresh
          </Button>
        </Tooltip>
        <Button tone="secondary" onClick={logout}>
          Logout
        </Button>
      </div>
      <Menu
        label="Actions of this page"
        hint="More actions"
        className={buttonClass('quiet', '-mr-2 w-11 md:hidden')}
        groups={[
          [
            { label: 'View Job Postings', onSelect: () => window.location.assign(POSTINGS) },
            { label: 'Refresh', onSelect: refresh },
            { label: 'Logout', onSelect: logout },
          ],
        ]}
      >
        <Ellipsis aria-hidden="true" className="size-5" />
      </Menu>
    </>
  )
}

function useRefresh() {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const refresh = () => {
    setBusy(true)
    refreshDashboard(client).finally(() => setBusy(false))
  }
  return { refresh, isBusy }
}
