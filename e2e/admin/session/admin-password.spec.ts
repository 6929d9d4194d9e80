import type { BrowserContext, Page } from '@playwright/test'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { API } from '../../../contract/wire/paths.ts'
import { SIGN_IN_API } from '../../../contract/wire/sign-in-paths.ts'
import { choose, expectTitle, openPasswordDialog, rowOf, storedToken } from '../../steps/admin-steps.ts'
import { test } from '../../steps/own-server.ts'
import { expect, type Site } from '../../steps/site.ts'
import { expectToast, logIn, toasts, visit } from '../../steps/steps.ts'

const FRESH = 'a quite new password'

/** Signs in as a person does, which also sets the cookie. */
async function signIn(page: Page, { credentials }: Site): Promise<void> {
  await visit(page, '/admin/login')
  await logIn(page, credentials)
  await expectTitle(page, 'Dashboard')
}

/** Opens another tab of the same browser. */
async function openTab(context: BrowserContext, address: string, title: string): Promise<Page> {
  const tab = await context.newPage()
  await visit(tab, address)
  await expectTitle(tab, title)
  return tab
}

/** Fills in the dialog and sends it. */
async function changePassword(page: Page, current: string): Promise<void> {
  await openPasswordDialog(page)
  const dialog = page.getByRole('dialog', { name: 'Change password' })
  await dialog.getByLabel('Current password').fill(current)
  await dialog.getByLabel('New password', { exact: true }).fill(FRESH)
  await dialog.getByLabel('Confirm new password').fill(FRESH)
  await dialog.getByRole('button', { name: 'Change password' }).click()
}

const cookieOf = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name.endsWith('wellhead-applications'))?.value

test('a changed password puts a new token and cookie in place of the old ones, and every tab goes on with them', async ({
  page,
  context,
  browser,
  ownServer: { site },
}) => {
  await site.apply({ name: 'Amy First', email: 'amy@example.com' })
  await signIn(page, site)
  const elsewhere = await (await browser.newContext({ baseURL: site.url })).newPage()
  await signIn(elsewhere, site)
  const list = await openTab(context, '/view-applications', 'All Applications')
  const form = await openTab(context, '/admin/jobs', 'Job Postings')
  await test.step('a dialog that cannot be loaded says so, and is tried again', async () => {
    await page.route('**/assets/account-dialogs-*.js', (route) => route.abort())
    await openPasswordDialog(page)
    await expectToast(page, 'Change password could not be loaded', /^Check your connection and try again\./)
    await page.unrouteAll()
    await toasts(page).getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('dialog', { name: 'Change password' }).getByRole('button', { name: 'Cancel' }).click()
  })
  await form.getByRole('button', { name: 'New Job Posting' }).click()
  await form.getByLabel('Job Title').fill('Half-typed title')
  const before = { token: await storedToken(page), cookie: await cookieOf(context) }

  await changePassword(page, site.credentials.password)
  await expectToast(page, 'Password changed')
  await expectTitle(page, 'Dashboard')
  const after = { token: await storedToken(page), cookie: await cookieOf(context) }
  await test.step('the old token and the old cookie open nothing, the new ones do', async () => {
    for (const [{ token, cookie }, status] of [
      [before, 401],
      [after, 200],
    ] as const) {
      const byToken = await fetch(site.url + API.me, { headers: { authorization: `Bearer ${token}` } })
      const byCookie = await fetch(site.url + ADMIN_API.applications, {
        headers: { cookie: `wellhead-applications=${cookie}` },
      })
      expect([byToken.status, byCookie.status]).toEqual([status, status])
    }
  })
  await test.step('what was being typed in another tab is there, and reads and writes go on', async () => {
    expect(await storedToken(form)).toBe(after.token)
    await expect(form.getByLabel('Job Title')).toHaveValue('Half-typed title')

    await page.getByRole('link', { name: 'Job Postings', exact: true }).click()
    await expectTitle(page, 'Job Postings')
    await list.reload()
    await expect(list.getByRole('rowheader', { name: 'Amy First' })).toBeVisible()
    for (const tab of [list, form]) await expect(toasts(tab)).toHaveCount(0)
  })
  await test.step('elsewhere the session is over', async () => {
    await elsewhere.reload()
    await expect(elsewhere.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
    await elsewhere.context().close()
  })
})

test('a request of another tab during the change is repeated, and ends no session', async ({
  page,
  context,
  ownServer: { site },
}) => {
  await site.createJob({ title: 'Ignition Developer' })
  await signIn(page, site)
  const other = await openTab(context, '/admin/jobs', 'Job Postings')
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { promise: changed, resolve: isChanged } = Promise.withResolvers<void>()
  await page.route(`**${SIGN_IN_API.changePassword}`, async (route) => {
    const response = await route.fetch()
    isChanged()
    await held
    await route.fulfill({ response })
  })
  await changePassword(page, site.credentials.password)
  await changed
  const refused = other.waitForResponse((response) => response.request().method() === 'PATCH')
  await choose(other, 'Ignition Developer', 'Deactivate')
  expect((await refused).status()).toBe(401)
  release()
  await expectToast(page, 'Password changed')
  await expectToast(other, 'Job status updated')
  await expect(rowOf(other, 'Ignition Developer')).toContainText('Inactive')
  await expectTitle(other, 'Job Postings')
})

test('signing out everywhere is offered beside the change, and ends every session of the admin', async ({
  page,
  context,
  browser,
  ownServer: { site },
}) => {
  await signIn(page, site)
  const elsewhere = await (await browser.newContext({ baseURL: site.url })).newPage()
  await signIn(elsewhere, site)
  const other = await openTab(context, '/admin/storage', 'Storage Settings')
  await openPasswordDialog(page)
  const button = page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' })
  await test.step('a failure shows a toast, and the session continues', async () => {
    await page.route(`**${ADMIN_API.logoutEverywhere}`, (route) => route.fulfill({ status: 400, json: {} }))
    await button.click()
    await expectToast(page, 'Sign-out failed', 'Please try again')
    await page.unrouteAll()
    expect(await storedToken(page)).not.toBeNull()
  })
  await button.click()
  await expectToast(page, 'Signed out everywhere')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Admin', exact: true })).toBeVisible()
  expect([await storedToken(page), await cookieOf(context)]).toEqual([null, undefined])
  await expect(other.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
  await elsewhere.reload()
  await expect(elsewhere.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
  await elsewhere.context().close()
})
