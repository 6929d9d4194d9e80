import type { Locator, Page } from '@playwright/test'
import { API } from '../../contract/wire/paths.ts'
import { expect, type Site } from './site.ts'
import { visit } from './steps.ts'

/** Opens a page of the admin area as an admin and waits for its title. */
export async function openAdmin(page: Page, site: Site, address: string, title: string): Promise<void> {
  await site.signIn(page)
  await visit(page, address)
  await expectTitle(page, title)
}

/** Expects the page of the admin area that has this title. */
export async function expectTitle(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
}

/** Opens the table of all applications, which is authorised by the cookie of a sign-in. */
export async function openAllApplications(page: Page, site: Site): Promise<void> {
  await site.addCookie(page)
  await openAdmin(page, site, '/view-applications', 'All Applications')
}

/** Opens the menu of the bar of the admin area, and returns the navigation. */
export async function openAdminMenu(page: Page): Promise<Locator> {
  await page.getByRole('banner').getByRole('button', { name: 'Open menu' }).click()
  return page.getByRole('navigation', { name: 'Admin' })
}

/** Opens the dialog that changes the password. */
export function openPasswordDialog(page: Page): Promise<void> {
  return openAccountDialog(page, 'Change password')
}

/** Opens a dialog of one's own account through the menu of the bar. */
export async function openAccountDialog(
  page: Page,
  name: 'Your name' | 'Change password' | 'Sign-in methods' | 'Your sessions',
): Promise<void> {
  await (await openAdminMenu(page)).getByRole('button', { name }).click()
}

/** Logs out through the menu of the bar. */
export async function logOut(page: Page): Promise<void> {
  await (await openAdminMenu(page)).getByRole('button', { name: 'Logout' }).click()
}

/** The token in the browser's storage; null if there is none. */
export function storedToken(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('authToken'))
}

/** Ends a page's session on the server. */
export async function revoke(page: Page): Promise<void> {
  const token = await storedToken(page)
  const response = await page.request.post(API.logout, { headers: { authorization: `Bearer ${token}` } })
  expect(response.ok()).toBe(true)
}

/** Ends the session at the server, which a change meets first: what the page reads by itself waits until that has ended. */
export async function revokeBefore(page: Page, change: () => Promise<void>): Promise<void> {
  const letRead = await holdReads(page)
  await revoke(page)
  await change()
  await letRead()
}

/** Holds back what a page reads from now on. @returns what lets it through */
export async function holdReads(page: Page): Promise<() => Promise<void>> {
  const reads = '**/api/**'
  await page.route(reads, (route) => (route.request().method() === 'GET' ? undefined : route.fallback()))
  return () => page.unroute(reads)
}

/** The row whose head is exactly this name or title. */
export function rowOf(page: Page, name: string): Locator {
  return page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })
}

/** Names or titles of all rows, in their order. */
export async function expectRows(page: Page, names: string[]): Promise<void> {
  await expect(page.getByRole('rowheader')).toHaveText(names)
}

/** Opens the menu of a row. */
export async function openMenu(page: Page, name: string): Promise<Locator> {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
  return page.getByRole('menu')
}

/** Chooses one action of a row's menu. */
export async function choose(page: Page, name: string, action: string): Promise<void> {
  const menu = await openMenu(page, name)
  await menu.getByRole('menuitem', { name: action, exact: true }).click()
}

/** Expects the counts of the six tabs, in their order. */
export async function expectTabs(page: Page, counts: [number, number, number, number, number, number]): Promise<void> {
  const labels = ['Pending', 'Reviewing', 'Interview', 'Hired', 'Rejected', 'Archived']
  await expect(page.getByRole('tab')).toHaveText(labels.map((label, index) => `${label}${counts[index]}`))
}

/** Expects the numbers of the four stat cards: total, active jobs, pending, interview. */
export async function expectStats(page: Page, counts: [number, number, number, number]): Promise<void> {
  const names = ['Total Applications', 'Active Jobs', 'Pending Reviews', 'Interview Stage']
  for (const [index, name] of names.entries()) {
    await expect(statOf(page, name).getByRole('definition').first()).toHaveText(String(counts[index]))
  }
}

/** The cell of the dashboard's line that has a count. */
export function statOf(page: Page, name: string): Locator {
  return page.getByRole('main').locator('dl > div').filter({ hasText: name })
}

/** Fails requests of one method to an address with an error that is not retried. */
export async function refuse(page: Page, pattern: string, method: string): Promise<void> {
  await page.route(pattern, (route) =>
    route.request().method() === method
      ? route.fulfill({ status: 500, json: { message: '4: refused by the test', code: 'internal' } })
      : route.fallback(),
  )
}

/** Runs the page's clock step by step until an assertion passes: responses arrive in real time between the steps. */
export async function runUntil(page: Page, step: number, holds: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(step)
    await holds()
  }).toPass()
}

/** Opens the history in the dialog that is open, and gives its entries. */
export async function openHistory(page: Page): Promise<Locator> {
  await page.getByRole('dialog').getByText('History', { exact: true }).click()
  const entries = page.getByRole('list', { name: 'History, newest first' }).getByRole('listitem')
  await expect(entries.first()).toBeVisible()
  return entries
}
