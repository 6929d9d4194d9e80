import { PAGE } from '../../contract/paths.ts'

/** Where a sign-in leads when nothing else was asked for. */
const FIRST_PAGES: readonly string[] = [PAGE.adminDashboard, PAGE.admin]

const ADMIN_PAGES: readonly string[] = [...FIRST_PAGES, PAGE.adminJobs, PAGE.adminStorage, PAGE.viewApplications]

/**
 * The address of the login page that remembers which page was wanted; the plain one for the dashboard as it first stands.
 * @param path where the browser is: a page of the admin area, or the login page, which goes on remembering
 * @param query that address from its question mark on, or empty
 */
export function loginAddress(path: string, query: string): string {
  const wanted = path === PAGE.adminLogin ? wantedPage(query) : orDashboard(path + query)
  if (FIRST_PAGES.includes(wanted)) return PAGE.adminLogin
  return `${PAGE.adminLogin}?${new URLSearchParams({ next: wanted })}`
}

/**
 * The page that a sign-in goes on to.
 * @param query the login page's address from its question mark on, which anybody may have written
 */
export function wantedPage(query: string): string {
  return orDashboard(new URLSearchParams(query).get('next') ?? '')
}

/** The path is compared whole: nothing that names another origin is ever one of ours. */
function orDashboard(address: string): string {
  const [path = ''] = address.split('?')
  return ADMIN_PAGES.includes(path) ? address : PAGE.adminDashboard
}
