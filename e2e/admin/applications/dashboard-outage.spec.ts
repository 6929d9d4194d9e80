import type { Page } from '@playwright/test'
import {
  choose,
  expectRows,
  expectTabs,
  expectTitle,
  openAdmin,
  openPasswordDialog,
  rowOf,
  runUntil,
} from '../../steps/admin-steps.ts'
import { test } from '../../steps/own-server.ts'
import { expect, test as testOnSharedSite } from '../../steps/site.ts'
import { expectToast, toasts, visit } from '../../steps/steps.ts'

const STALE = 'Connection lost. You are seeing earlier data. This page updates when the connection returns.'
const REFETCH_MS = 30_000

test('while the server is gone the rows stay, say so and refuse changes; they catch up when it is back', async ({
  page,
  ownServer,
}) => {
  const { site } = ownServer
  await site.insertApplicants([{ name: 'Amy First' }])
  await page.clock.install()
  const code = ['/toaster-', '/menu-list-'].map((name) => fetched(page, name))
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  await expectRows(page, ['Amy First'])
  await Promise.all(code)
  await ownServer.kill()
  await page.clock.runFor(REFETCH_MS)
  await expect(page.getByText(STALE, { exact: true })).toBeVisible()
  await expectRows(page, ['Amy First'])
  await choose(page, 'Amy First', 'Mark as Hired')
  await runUntil(page, 1_000, () => expectToast(page, 'Update failed', 'Failed to update application status'))
  await expectRows(page, ['Amy First'])
  await expectTabs(page, [1, 0, 0, 0, 0, 0])

  await site.insertApplicants([{ name: 'Ben Meanwhile' }])
  await ownServer.startAgain()
  await runUntil(page, 10_000, () => expect(page.getByText(STALE)).toHaveCount(0, { timeout: 500 }))
  await page.getByRole('button', { name: '1 new · Show' }).click()
  await expectRows(page, ['Ben Meanwhile', 'Amy First'])
  await choose(page, 'Amy First', 'Mark as Hired')
  await expectTabs(page, [1, 0, 0, 1, 0, 0])
})

testOnSharedSite(
  'when a later read fails, the rows and the open dialog stay, and the page recovers',
  async ({ page, site }) => {
    await site.deleteAllApplications()
    await site.insertApplicants([{ name: 'Amy First' }])
    await page.clock.install()
    await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
    await expectRows(page, ['Amy First'])
    await page.route('**/api/applications?*', (route) => route.fulfill({ status: 500 }))
    await page.clock.runFor(REFETCH_MS)
    await expect(page.getByText(STALE, { exact: true })).toBeVisible()
    await expect(toasts(page)).toHaveCount(0)
    await rowOf(page, 'Amy First').getByRole('button', { name: 'Details' }).click()
    const dialog = page.getByRole('dialog', { name: 'Application Details' })
    await dialog.getByLabel('Feedback').fill('Typed in the middle of it')
    await page.unrouteAll()
    await runUntil(page, 10_000, () => expect(page.getByText(STALE)).toHaveCount(0, { timeout: 500 }))
    await expect(dialog.getByLabel('Feedback')).toHaveValue('Typed in the middle of it')
  },
)

test('the search, the tab that the pointer is near, and the dialogs of applications and postings open for the first time while the server is gone; that of the password says why not', async ({
  page,
  context,
  ownServer,
}) => {
  const { site, kill } = ownServer
  await site.insertApplicants([{ name: 'Amy First' }, { name: 'Rob Rejected', status: 'rejected' }])
  const code = ['/details-dialog-', '/search-overlay-', '/toaster-'].map((name) => fetched(page, name))
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  await expectRows(page, ['Amy First'])
  await Promise.all(code)
  const rejected = page.getByRole('tab', { name: 'Rejected' })
  const rows = fetched(page, 'status=rejected')
  await rejected.hover()
  await rows
  const jobs = await context.newPage()
  const form = fetched(jobs, '/job-form-dialog-')
  await visit(jobs, '/admin/jobs')
  await expectTitle(jobs, 'Job Postings')
  await form
  for (const open of [page, jobs]) {
    await open.waitForLoadState('networkidle')
    await open.waitForFunction(() =>
      [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload], link[rel=stylesheet]')].every(
        ({ href }) => performance.getEntriesByName(href).length > 0,
      ),
    )
  }
  await kill()
  await page.getByRole('button', { name: /^Details/ }).click()
  await expect(page.getByRole('dialog', { name: 'Application Details' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await expect(page.getByRole('combobox', { name: 'Search people and postings' })).toBeFocused()
  await page.keyboard.press('Escape')
  await rejected.click()
  await expectRows(page, ['Rob Rejected'])
  await openPasswordDialog(page)
  await expect(page.getByText('Change password could not be loaded', { exact: true })).toBeVisible()
  await jobs.getByRole('button', { name: 'New Job Posting' }).click()
  await expect(jobs.getByRole('dialog', { name: 'Create New Job Posting' })).toBeVisible()
})

/** Waits until a part of the program, with all that it imports, or a response has come as a whole. */
async function fetched(page: Page, name: string): Promise<void> {
  const response = await page.waitForResponse((one) => one.url().includes(name))
  await response.finished()
  const isCode = response.url().endsWith('.js')
  if (isCode) await page.evaluate((url) => import(url).then(() => undefined), response.url())
}
