import { PAGE } from '../../contract/wire/paths.ts'

/** The default pages after a sign-in. */
const FIRST_PAGES: readonly string[] = [PAGE.adminDashboard, PAGE.admin]

const ADMIN_PAGES: readonly string[] = [
  ...FIRST_PAGES,
  PAGE.adminJobs,
  PAGE.adminInterviews,
  PAGE.adminInsights,
  PAGE.adminStorage,
  PAGE.viewApplications,
]

/** {@link PAGE.review} and {@link PAGE.adminJob} with an id. */
const PAGE_OF_ONE = /^\/admin\/(?:applications|jobs)\/\d{1,10}$/

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
  return ADMIN_PAGES.includes(path) || PAGE_OF_ONE.test(path) ? address : PAGE.adminDashboard
}
