import { Suspense, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { PAGE } from '../../../contract/paths.ts'
import { LoadFailureBoundary } from '../../layout/load-failure-boundary.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { usePreloadWhenIdle } from '../../ui/preload-when-idle.ts'

const ChangePassword = lazyPart(
  async () => (await import('../account/change-password-dialog.tsx')).ChangePasswordDialog,
)

const TABS = [
  { name: 'Dashboard', href: PAGE.adminDashboard, paths: [PAGE.admin, PAGE.adminDashboard] },
  { name: 'Job Postings', href: PAGE.adminJobs, paths: [PAGE.adminJobs] },
  { name: 'Insights', href: PAGE.adminInsights, paths: [PAGE.adminInsights] },
] satisfies Array<{ name: string; href: string; paths: string[] }>

const QUIET_LINKS = [
  { name: 'Storage', href: PAGE.adminStorage },
  { name: 'All applications', href: PAGE.viewApplications },
]

const TAB =
  '-mb-px inline-flex min-h-11 items-center border-b-2 border-transparent font-semibold text-ink no-underline hover:text-accent aria-[current]:border-accent aria-[current]:text-accent'
const QUIET = 'text-ink-muted text-sm hover:text-accent aria-[current]:text-accent aria-[current]:underline'

/** Navigation of the admin area; the current page's link is marked. */
export function AdminNav() {
  const [path] = useLocation()
  usePreloadWhenIdle(ChangePassword)
  const [isChangingPassword, setChangingPassword] = useState(false)
  return (
    <>
      <nav aria-label="Admin" className="flex flex-wrap items-center justify-between gap-x-6 border-line border-b">
        <ul className="flex list-none gap-6 p-0">
          {TABS.map(({ name, href, paths }) => (
            <li key={name} className="flex">
              <Link href={href} className={TAB} {...current(paths.some((one) => one === path))}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
        <ul className="-mx-2 flex list-none flex-wrap p-0">
          {QUIET_LINKS.map(({ name, href }) => (
            <li key={name} className="flex">
              <Link href={href} className={buttonClass('quiet', QUIET)} {...current(href === path)}>
                {name}
              </Link>
            </li>
          ))}
          <li className="flex">
            <button type="button" className={buttonClass('quiet', QUIET)} onClick={() => setChangingPassword(true)}>
              Change password
            </button>
          </li>
        </ul>
      </nav>
      <LoadFailureBoundary>
        <Suspense>{isChangingPassword && <ChangePassword.View onClose={() => setChangingPassword(false)} />}</Suspense>
      </LoadFailureBoundary>
    </>
  )
}

function current(isCurrent: boolean) {
  return isCurrent ? { 'aria-current': 'page' as const } : {}
}
