import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { expectTitle, openAdminMenu, openAllApplications, storedToken } from '../../steps/admin-steps.ts'
import { expect, type Site, test } from '../../steps/site.ts'
import { expectToast, holdRequests, logIn, visit } from '../../steps/steps.ts'

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
  expect(await storedToken(page)).toBeNull()
  await logIn(page, site.credentials)
  await expect(page.getByRole('rowheader', { name: 'Amy First' })).toBeVisible()
  await expect(page).toHaveURL('/view-applications')

  await context.clearCookies()
  await page.reload()
  await expectToast(page, 'Session expired. Please log in again.')
})

test('all applications refused: a toast shows the failure, and the session continues', async ({ page, site }) => {
  await page.clock.install()
  await site.signIn(page)
  for (const status of [403, 404, 500]) {
    await test.step(`with ${status}`, async () => {
      await page.route(LIST, (route) => route.fulfill({ status }))
      await visit(page, '/view-applications')
      await expectTitle(page, 'All Applications')
      await page.clock.runFor(4_000)
      await expectToast(page, 'Error', 'Failed to load applications. Please try again later.')
      expect(await storedToken(page)).not.toBeNull()
      await page.unroute(LIST)
    })
  }
})

test('a page of another port of this host is not given the list that the cookie opens', async ({ page, site }) => {
  const responses: number[] = []
  page.on('response', (response) => {
    if (new URL(response.url()).pathname === '/api/applications') responses.push(response.status())
  })
  await visit(page, '/view-applications')
  await logIn(page, site.credentials)
  await expectTitle(page, 'All Applications')
  await expect.poll(() => responses.at(-1)).toBe(200)

  const stranger = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end(`<a href="${site.url}/api/applications">All of them</a>`),
  ).listen(0)
  await once(stranger, 'listening')
  await page.goto(`http://${new URL(site.url).hostname}:${(stranger.address() as AddressInfo).port}`)
  await page.getByRole('link').click()
  await expect(page.getByText('Please log in to continue.')).toBeVisible()
  expect(responses.at(-1)).toBe(401)
  stranger.close()
  stranger.closeAllConnections()
})

test('after a logout the next admin sees no cached data', async ({ page, site }) => {
  await site.deleteAllApplications()
  await site.apply({ name: 'Amy First', email: 'amy@example.com' })
  await openAllApplications(page, site)
  await expect(page.getByRole('rowheader', { name: 'Amy First' })).toBeVisible()
  await test.step('in the admin area', async () => {
    await page.getByRole('link', { name: 'Job Postings' }).click()
    await page.getByRole('main').getByRole('button', { name: 'Logout' }).click()
    await expectNoRemains(page, site)
  })
  await test.step('on the landing page', async () => {
    await page.getByRole('banner').getByRole('link').first().click()
    await expect(page).toHaveURL('/')
    await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
    await expectNoRemains(page, site)
  })
})

/** Signs in again; the table is empty until the server responds. */
async function expectNoRemains(page: Page, site: Site): Promise<void> {
  const row = page.getByRole('rowheader', { name: 'Amy First' })
  await expectToast(page, 'Logged out')
  await page.getByRole('banner').getByRole('link', { name: 'Admin' }).click()
  const release = await holdRequests(page, LIST)
  await logIn(page, site.credentials)
  await (await openAdminMenu(page)).getByRole('link', { name: 'All applications' }).click()
  await expect(page.getByText('Loading applications...')).toBeVisible()
  await expect(row).toHaveCount(0)
  release()
  await expect(row).toBeVisible()
  await page.unroute(LIST)
}
