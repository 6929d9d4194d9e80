import type { Page } from '@playwright/test'
import { openAdmin, openAllApplications } from './admin-steps.ts'
import { expect, test } from './site.ts'
import { expectToast, holdCalls, logIn } from './steps.ts'

const LIST = '**/api/applications'

test('all applications without the cookie that opens them: the session ends and says so, and signing in helps', async ({
  page,
  context,
  site,
}) => {
  await site.deleteAllApplications()
  await site.apply({ name: 'Amy First', email: 'amy@example.com' })
  await site.signIn(page)
  await page.goto('/view-applications')
  await expectToast(page, 'Session expired. Please log in again.')
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull()
  await logIn(page, site.credentials)
  await expect(page.getByRole('rowheader', { name: 'Amy First' })).toBeVisible()
  await expect(page).toHaveURL('/view-applications')

  await context.clearCookies()
  await page.reload()
  await expectToast(page, 'Session expired. Please log in again.')
})

for (const status of [403, 404, 500]) {
  test(`all applications refused with ${status}: the failure is told, and the session goes on`, async ({
    page,
    site,
  }) => {
    await page.clock.install()
    await page.route(LIST, (route) => route.fulfill({ status }))
    await openAdmin(page, site, '/view-applications', 'All Applications')
    await page.clock.runFor(4_000)
    await expectToast(page, 'Error', 'Failed to load applications. Please try again later.')
    expect(await page.evaluate(() => localStorage.getItem('authToken'))).not.toBeNull()
  })
}

const PLACES = {
  'in the admin area': async (page: Page) => {
    await page.getByRole('link', { name: 'Job Postings' }).click()
    await page.getByRole('main').getByRole('button', { name: 'Logout' }).click()
  },
  'on the landing page': async (page: Page) => {
    await page.getByRole('banner').getByRole('link').first().click()
    await expect(page).toHaveURL('/')
    await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
  },
}

for (const [where, logOut] of Object.entries(PLACES)) {
  test(`after a logout ${where} whoever signs in next sees nothing of what was read before`, async ({ page, site }) => {
    await site.deleteAllApplications()
    await site.apply({ name: 'Amy First', email: 'amy@example.com' })
    await openAllApplications(page, site)
    const row = page.getByRole('rowheader', { name: 'Amy First' })
    await expect(row).toBeVisible()
    await logOut(page)
    await expectToast(page, 'Logged out')
    await page.getByRole('banner').getByRole('link', { name: 'Admin' }).click()
    const letGo = await holdCalls(page, LIST)
    await logIn(page, site.credentials)
    await page.getByRole('link', { name: 'All applications' }).click()
    await expect(page.getByText('Loading applications...')).toBeVisible()
    await expect(row).toHaveCount(0)
    letGo()
    await expect(row).toBeVisible()
  })
}
