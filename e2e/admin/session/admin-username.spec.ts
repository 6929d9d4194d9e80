import type { Page } from '@playwright/test'
import { expectTitle, openPasswordDialog } from '../../steps/admin-steps.ts'
import { expect, type Site, test } from '../../steps/site.ts'
import { expectToast, logIn, visit } from '../../steps/steps.ts'

const CALL = '**/api/auth/change-password'
const FRESH = { username: 'Ana Núñez', password: 'a new password' }

test('setup advises to change username and password, and one dialog changes both', async ({
  page,
  browser,
  startServer,
}) => {
  const url = await startServer()
  await visit(page, `${url}/admin/setup`)
  await page.getByRole('button', { name: 'Create Admin Account' }).click()
  await expect(page.getByText(/Change them after your first login/)).toBeVisible()
  const [username = '', password = ''] = await page.locator('dd.font-mono').allTextContents()
  const first = { username, password }
  const elsewhere = await (await browser.newContext({ baseURL: url })).newPage()
  await visit(elsewhere, '/admin/login')
  await logIn(elsewhere, first)
  await expectTitle(elsewhere, 'Dashboard')
  await page.getByRole('link', { name: 'Go to Login' }).click()
  await logIn(page, first)
  await openPasswordDialog(page)

  await test.step('a missing or taken username, and too many wrong passwords, show their messages', () =>
    expectRefusals(page, first))
  await test.step('a change is said, and shown from then on', () => expectChanged(page))
  await test.step('a change preserves this session and ends the others', async () => {
    await page.reload()
    await expectTitle(page, 'Dashboard')
    await elsewhere.reload()
    await expect(elsewhere.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
  })
  await test.step('only the new username and the new password sign in', async () => {
    await logIn(elsewhere, first)
    await expectToast(elsewhere, 'Login failed', 'Invalid username or password.')
    await logIn(elsewhere, { ...FRESH, password })
    await expect(elsewhere.getByRole('button', { name: 'Log in' })).toBeEnabled()
    await logIn(elsewhere, FRESH)
    await expectTitle(elsewhere, 'Dashboard')
  })
  await elsewhere.context().close()
})

async function expectRefusals(page: Page, first: Site['credentials']): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Change password' })
  const send = dialog.getByRole('button', { name: 'Change password' })
  await expect(dialog.getByLabel('Username')).toHaveValue(first.username)
  await dialog.getByLabel('Username').fill('  ')
  await dialog.getByLabel('Current password').fill(first.password)
  await dialog.getByLabel('New password', { exact: true }).fill(FRESH.password)
  await dialog.getByLabel('Confirm new password').fill(FRESH.password)
  await send.click()
  await expect(dialog.getByRole('alert')).toHaveText(['Username is required'])

  const taken = 'Another account has this username. Please choose a different one.'
  await page.route(CALL, (route) => route.fulfill({ status: 409, json: { code: 'username_taken', message: taken } }))
  await dialog.getByLabel('Username').fill(` ${FRESH.username} `)
  await send.click()
  await expect(dialog.getByRole('alert')).toHaveText([taken])
  await expect(dialog.getByLabel('Username')).toBeFocused()
  await page.unroute(CALL)
  const wait = 'Too many wrong passwords were sent. Please try again in 15 minutes.'
  await page.route(CALL, (route) => route.fulfill({ status: 429, json: { code: 'too_many_requests', message: wait } }))
  await send.click()
  await expectToast(page, 'Password change failed', wait)
  await page.unroute(CALL)
}

async function expectChanged(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Change password' })
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await expectToast(page, 'Username and password changed')
  await expect(dialog).toHaveCount(0)
  const user = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? ''))
  expect(user).toMatchObject({ username: FRESH.username, isAdmin: true })
  await openPasswordDialog(page)
  await expect(dialog.getByLabel('Username')).toHaveValue(FRESH.username)
  await page.keyboard.press('Escape')
}
