import { ADMIN_PAGE } from '../../contract/wire/admin-paths.ts'
import { PAGE } from '../../contract/wire/paths.ts'

/** The default pages after a sign-in. */
const FIRST_PAGES: readonly string[] = [PAGE.adminDashboard, PAGE.admin]

/** Pages without a session; every other page of the admin area needs one. */
const OPEN_PAGES: readonly string[] = [
  PAGE.adminLogin,
  ADMIN_PAGE.setup,
  ADMIN_PAGE.join,
  ADMIN_PAGE.resetPassword,
  ADMIN_PAGE.colleague,
]

const ADMIN_PAGES: readonly string[] = [...FIRST_PAGES, PAGE.viewApplications, ...Object.values(ADMIN_PAGE)].filter(
  (page) => !OPEN_PAGES.includes(page),
)

/**
 * The address of the login page, with the page to return to in `next`; without it for the plain dashboard.
 * @param path the current page: an admin page, or the login page, whose `next` is preserved
 * @param query that address from its question mark on, or empty
 */
export function loginAddress(path: string, query: string): string {
  const next = path === PAGE.adminLogin ? pageAfterLogin(query) : orDashboard(path + query)
  if (FIRST_PAGES.includes(next)) return PAGE.adminLogin
  return `${PAGE.adminLogin}?${new URLSearchParams({ next })}`
}

/**
 * The page to open after a sign-in.
 * @param query the login page's query with its question mark; untrusted
 */
export function pageAfterLogin(query: string): string {
  return orDashboard(new URLSearchParams(query).get('next') ?? '')
}

/** Only exact paths match, so an address on another origin never does. */
function orDashboard(address: string): string {
  const [path = ''] = address.split('?')
  return ADMIN_PAGES.includes(path.replace(/\/\d{1,10}$/, '/:id')) ? address : PAGE.adminDashboard
}
