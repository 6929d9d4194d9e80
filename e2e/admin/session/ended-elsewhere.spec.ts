import type { Browser, Page } from '@playwright/test'
import { expectNoOverflow, expectNoViolations } from '../../steps/accessible-steps.ts'
import { expectTitle, holdReads, openAccountDialog, openAdmin, openAdminMenu } from '../../steps/admin-steps.ts'
import { expect, type Site, test } from '../../steps/site.ts'
import { expectToast, logIn, visit } from '../../steps/steps.ts'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const SAFARI = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1'

/** A page of another browser, whose own reads are held back until it goes on. */
type Elsewhere = { page: Page; letRead: () => Promise<void> }

/** Another browser in which the admin logs in. What its page reads by itself would find the session over before its next action does. */
async function logInElsewhere(browser: Browser, site: Site, userAgent: string): Promise<Elsewhere> {
  const page = await (await browser.newContext({ baseURL: site.url, userAgent })).newPage()
  await visit(page, '/admin/login')
  await logIn(page, site.credentials)
  await expectTitle(page, 'Dashboard')
  return { page, letRead: await holdReads(page) }
}

/** Expects that the next thing done there shows the login, and why. */
async function expectEnded({ page, letRead }: Elsewhere): Promise<void> {
  await (await openAdminMenu(page)).locator('a[href="/admin/storage"]').click()
  await letRead()
  await expectToast(page, 'Session expired. Please log in again.')
  await expect(page).toHaveURL(/\/admin\/login/)
  await page.context().close()
}

test('a browser ends the sessions of others, whose next action shows the login and says why', async ({
  page,
  browser,
  site,
}) => {
  const laptop = await logInElsewhere(browser, site, FIREFOX)
  const phone = await logInElsewhere(browser, site, SAFARI)
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  await openAccountDialog(page, 'Your sessions')
  const dialog = page.getByRole('dialog', { name: 'Your sessions' })
  await expect(dialog.getByRole('listitem').filter({ hasText: 'this one' })).toHaveCount(1)
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Safari on iPhone' })).toContainText('127.0.0.1')
  await expectNoViolations(page, 'the list of sessions')
  await expectNoOverflow(page, 'the list of sessions')
  await dialog.getByRole('button', { name: 'End Firefox on Windows' }).click()
  await expectToast(page, 'Session ended')
  await expect(dialog.getByText('Firefox on Windows')).toHaveCount(0)
  await expectEnded(laptop)
  await dialog.getByRole('button', { name: 'End all others' }).click()
  await expectToast(page, 'All other sessions ended')
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await expectEnded(phone)
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await (await openAdminMenu(page)).locator('a[href="/admin/storage"]').click()
  await expectTitle(page, 'Storage Settings')
})
