import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import { ANCHOR, PAGE } from '../../../contract/wire/paths.ts'
import { useLogout } from '../../session/use-logout.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { KeyListButton } from '../../ui/keys/key-list-button.tsx'
import { Menu } from '../../ui/menu/menu.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { refreshDashboard } from '../applications/changes/pending-changes.ts'
import { stopHolding } from '../applications/changes/seen-list.ts'
import { Applications } from '../applications/list/applications.tsx'
import { StatLine } from '../applications/list/stat-line.tsx'
import { AdminPage, adminPage } from '../frame/admin-page.tsx'
import { MailOutageNotice } from '../messages/mail-notice.tsx'

/** The open positions, as visitors see them. */
const POSTINGS = `${PAGE.landing}#${ANCHOR.careers}`

/** The admin's dashboard. */
export const page = adminPage(Body)

function Body({ title }: { title: string }) {
  return (
    <AdminPage title={title} line={<StatLine />} actions={<PageActions />}>
      <MailOutageNotice linksToMessages isShort />
      <Applications />
    </AdminPage>
  )
}

function PageActions() {
  const logout = useLogout()
  const client = useQueryClient()
  const refreshing = useMutation({ mutationFn: () => refreshDashboard(client) })
  const refresh = () => {
    stopHolding()
    refreshing.mutate()
  }
  return (
    <>
      <div className="flex shrink-0 max-xl:hidden">
        <KeyListButton />
        <a href={POSTINGS} className={buttonClass('quiet', 'whitespace-nowrap')}>
          View Job Postings
        </a>
        <Tooltip side="bottom" words="Update the list and the counts now">
          <Button tone="quiet" isBusy={refreshing.isPending} reservesSpinner onClick={refresh}>
            Refresh
          </Button>
        </Tooltip>
        <Button tone="quiet" onClick={logout}>
          Logout
        </Button>
      </div>
      <Menu
        label="Actions of this page"
        hint="More actions"
        className={buttonClass('quiet', '-mr-2 w-11 shrink-0 xl:hidden')}
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
