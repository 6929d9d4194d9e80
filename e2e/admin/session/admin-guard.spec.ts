import type { Page } from '@playwright/test'
import { expectTitle, revoke, storedToken } from '../../steps/admin-steps.ts'
import { expect, test } from '../../steps/site.ts'
import { holdRequests, logIn, visit } from '../../steps/steps.ts'

const ME = '**/api/auth/me'
const PATHS = ['/admin', '/admin/dashboard']

test('the dashboard is for admins alone', async ({ page, site }) => {
  for (const path of PATHS) {
    await test.step(`${path} without a token goes to the login page`, async () => {
      await visit(page, path)
      await expect(page).toHaveURL('/admin/login')
      await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
    })
  }
  await site.signIn(page)
  for (const path of PATHS) {
    await test.step(`${path} says that it is checking, then lets an admin in`, async () => {
      const release = await holdRequests(page, ME)
      await visit(page, path)
      await expect(page.getByText('Checking authentication...', { exact: true })).toBeVisible()
      release()
      await expect(page.getByRole('main').getByRole('button', { name: 'Logout' })).toBeVisible()
      await expect(page.getByText('Checking authentication...')).toHaveCount(0)
      await expect(page).toHaveURL(path)
      await page.unroute(ME)
    })
  }
  await test.step('the guard checks again when the storage changes', async () => {
    await revoke(page)
    await page.evaluate(() => window.dispatchEvent(new StorageEvent('storage')))
    await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
    await logIn(page, site.credentials)
    await expectTitle(page, 'Dashboard')
  })
  await test.step('a user who is no admin sees the login', async () => {
    await page.route(ME, (route) => route.fulfill({ json: { id: 2, username: 'guest', isAdmin: false } }))
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
    expect(await storedToken(page)).toBeNull()
  })
})

test('a link with tab, search and sort opens after signing in, and Back does not lead to the login', async ({
  page,
  site,
}) => {
  const address = '/admin/dashboard?tab=hired&q=100%2541+%26+x&sort=name'
  await visit(page, '/')
  await page.goto(address)
  await expect(page).toHaveURL(`/admin/login?${new URLSearchParams({ next: address })}`)
  await logIn(page, site.credentials)
  await expect(page).toHaveURL(address)
  await expect(page.getByRole('tab', { name: 'Hired' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByLabel('Search')).toHaveValue('100%41 & x')
  await page.goBack()
  await expect(page).toHaveURL('/')
  await page.goForward()
  await expect(page).toHaveURL(address)
})

test('signing in never leads to another site', async ({ page, site }) => {
  await visit(page, `/admin/login?${new URLSearchParams({ next: '//example.org/admin/jobs' })}`)
  await logIn(page, site.credentials)
  await expectTitle(page, 'Dashboard')
  await expect(page).toHaveURL('/admin/dashboard')
})

test('the login page opened while signed in goes on, and Back leads to where one was', async ({ page, site }) => {
  await site.signIn(page)
  await visit(page, '/')
  await page.goto('/admin/login')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await expect(page).toHaveURL('/admin/dashboard')
  await page.goBack()
  await expect(page).toHaveURL('/')
})

test('the login page with a token that is not accepted ends at the login, and stays there', async ({ page, site }) => {
  await store(page, 'not-a-token', '{"id":1,"username":"admin","isAdmin":true}')
  await page.clock.install()
  await visit(page, '/admin/login')
  await expect(page).toHaveURL('/admin/dashboard')
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
  expect(await storedToken(page)).toBeNull()
  // Longer than the login page waits before it goes on.
  await page.clock.runFor(300)
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
  await logIn(page, site.credentials)
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
})

test('a token that is not accepted shows the login in place and is removed; signing in opens the page', async ({
  page,
  site,
}) => {
  await store(page, 'not-a-token', '{"id":1,"username":"admin","isAdmin":true}')
  await visit(page, '/admin/dashboard')
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
  await expect(page).toHaveURL('/admin/dashboard')
  expect(await storedToken(page)).toBeNull()
  await expect(page.getByText('the server did not answer')).toHaveCount(0)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Admin', exact: true })).toBeVisible()
  await logIn(page, site.credentials)
  await expect(page.getByRole('main').getByRole('button', { name: 'Logout' })).toBeVisible()
  await expect(page).toHaveURL('/admin/dashboard')
})

test('a check that keeps failing is made three times before the token is removed', async ({ page, site }) => {
  await site.signIn(page)
  let checks = 0
  await page.clock.install()
  await page.route(ME, (route) => {
    checks += 1
    return route.fulfill({ status: 503 })
  })
  await visit(page, '/admin/dashboard')
  await expect.poll(() => checks).toBe(1)
  await page.clock.runFor(1_000)
  await expect.poll(() => checks).toBe(2)
  await expect(page.getByText('Checking authentication...')).toBeVisible()
  expect(await storedToken(page)).not.toBeNull()
  await page.clock.runFor(2_000)
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
  await expect(page.getByText('You were logged out because the server did not answer.')).toBeVisible()
  expect(checks).toBe(3)
  expect(await storedToken(page)).toBeNull()
})

test('what is stored in part, or cannot be read, is no admin', async ({ page, consoleErrors }) => {
  const banner = page.getByRole('banner')
  await test.step('a stored user that cannot be read counts as signed out, and is logged', async () => {
    await store(page, 'some-token', '{nonsense')
    await visit(page, '/')
    await expect(banner.getByRole('link', { name: 'Admin', exact: true })).toBeVisible()
    await expect(banner.getByRole('button', { name: 'Logout' })).toHaveCount(0)
    await expect.poll(() => consoleErrors.length).toBeGreaterThan(0)
    expect(consoleErrors.join()).toMatch(/user/i)
  })
  await test.step('a user without the flag', async () => {
    await page.evaluate(() => localStorage.setItem('user', '{}'))
    await visit(page, '/')
    await expect(banner.getByRole('link', { name: 'Admin', exact: true })).toBeVisible()
  })
  await test.step('a token alone', async () => {
    await page.evaluate(() => {
      localStorage.removeItem('user')
      window.dispatchEvent(new StorageEvent('storage'))
    })
    await expect(banner.getByRole('link', { name: 'Admin', exact: true })).toBeVisible()
  })
})

/** Puts entries into the browser's storage before the next page loads. */
async function store(page: Page, token: string, user: string): Promise<void> {
  await page.addInitScript(
    ([authToken, json]) => {
      if (sessionStorage.getItem('e2e-stored')) return
      sessionStorage.setItem('e2e-stored', 'yes')
      localStorage.setItem('authToken', authToken as string)
      localStorage.setItem('user', json as string)
    },
    [token, user],
  )
}
