import type { Page } from '@playwright/test'
import { APPLICANT } from '../test/factories.ts'
import { openAdmin, openAllApplications, refuse, rowOf } from './admin-steps.ts'
import { expect, test } from './site.ts'
import { expectToast, logIn, visit } from './steps.ts'

const NOTE = 'A long note that the table of all applications shows in full, to its very end.'
const TEST_CALL = '**/api/admin/google-drive/test'

test('/admin/jobs without a token goes to the login page, and signing in leads back', async ({ page, site }) => {
  await visit(page, '/admin/jobs')
  await expect(page).toHaveURL('/admin/login?next=%2Fadmin%2Fjobs')
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
  await logIn(page, site.credentials)
  await expectToast(page, 'Login successful', 'Welcome to the admin dashboard.')
  await expect(page).toHaveURL('/admin/jobs')
  await expect(page.getByRole('heading', { level: 1, name: 'Job Postings' })).toBeVisible()
})

for (const [path, title] of [
  ['/view-applications', 'All Applications'],
  ['/admin/storage', 'Storage Settings'],
] as const) {
  test(`${path} without a token shows the login in place, and opens where it is after signing in`, async ({
    page,
    site,
  }) => {
    await visit(page, path)
    await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
    await expect(page).toHaveURL(path)
    await logIn(page, site.credentials)
    await expectToast(page, 'Login successful', 'Welcome to the admin dashboard.')
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    // Longer than the login page waits before it goes on to the dashboard.
    await page.waitForTimeout(300)
    await expect(page).toHaveURL(path)
  })
}

test('the quiet links of the admin area lead to both pages, and mark the one that is shown', async ({ page, site }) => {
  await visit(page, '/admin/login')
  await logIn(page, site.credentials)
  await expect(page).toHaveURL('/admin/dashboard')
  const nav = page.getByRole('navigation', { name: 'Admin' })
  for (const [link, title] of [
    ['Storage', 'Storage Settings'],
    ['All applications', 'All Applications'],
    ['Job Postings', 'Job Postings'],
    ['Dashboard', 'Dashboard'],
  ] as const) {
    await nav.getByRole('link', { name: link, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(nav.locator('[aria-current=page]')).toHaveText(link)
  }
})

test.describe('view applications', () => {
  test.beforeEach(({ site }) => site.deleteAllApplications())

  test('shows today and every application, newest first, with its full note', async ({ page, site }) => {
    await site.updateApplication(await site.apply({ name: 'Ben Second', email: 'ben@example.com', note: '' }), {
      status: 'hired',
      archived: true,
    })
    await site.apply({ name: 'Amy First', email: 'amy@example.com', note: NOTE })
    await openAllApplications(page, site)
    const zone = { timeZone: 'America/Chicago' }
    const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', ...zone }).format()
    await expect(page.getByText(today, { exact: true })).toBeVisible()
    await expect(page.getByRole('columnheader')).toHaveText([
      'Name',
      'Email',
      'Phone',
      'Notes',
      'Status',
      'Date Applied',
    ])
    await expect(page.getByRole('rowheader')).toHaveText(['Amy First', 'Ben Second'])
    const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', ...zone }).format()
    await expect(rowOf(page, 'Amy First').getByRole('cell')).toHaveText([
      'amy@example.com',
      '+1 432 555 0142',
      NOTE,
      'pending',
      new RegExp(`^${day} \\d{1,2}:\\d\\d [AP]M$`),
    ])
    await expect(rowOf(page, 'Ben Second')).toContainText('No notes')
    await expect(rowOf(page, 'Ben Second')).toContainText('hired')
  })

  test('the moment of an application is told in the zone of the browser', async ({ page, site }) => {
    await site.insertApplicants([{ name: 'Amy First', phone: null, created_at: '2025-06-13T21:17:00.000Z' }])
    await openAllApplications(page, site)
    const words = ['ana@example.com', 'Not provided', APPLICANT.note, 'pending', 'Jun 13, 2025 4:17 PM']
    await expect(rowOf(page, 'Amy First').getByRole('cell')).toHaveText(words)
  })

  test('a new application arrives by itself after 30 seconds, and the rows before it stay as they are', async ({
    page,
    site,
  }) => {
    await site.apply({ name: 'Amy First', email: 'amy@example.com' })
    await page.clock.install()
    await openAllApplications(page, site)
    const row = await rowOf(page, 'Amy First').elementHandle()
    await site.apply({ name: 'Ben Later', email: 'ben@example.com' })
    await page.clock.runFor(31_000)
    await expect(page.getByRole('rowheader')).toHaveText(['Ben Later', 'Amy First'])
    expect(await row?.evaluate((element) => element.isConnected)).toBe(true)
  })

  test('without applications it says so', async ({ page, site }) => {
    await openAllApplications(page, site)
    await expect(page.getByText('No applications found', { exact: true })).toBeVisible()
  })

  test('a failing server is told once in a toast, and Try again brings the table', async ({ page, site }) => {
    await site.apply({ name: 'Amy First', email: 'amy@example.com' })
    await openAllApplications(page, site)
    await page.route('**/api/applications', (route) => route.fulfill({ status: 500 }))
    await page.reload()
    await expectToast(page, 'Error', 'Failed to load applications. Please try again later.')
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(rowOf(page, 'Amy First')).toBeVisible()
  })
})

test.describe('storage', () => {
  test('shows both cards and the configuration, and tests aloud only when asked', async ({ page, site }) => {
    await openAdmin(page, site, '/admin/storage', 'Storage Settings')
    const drive = page.getByRole('region', { name: 'Cloud Drive Storage' })
    await expect(drive.getByRole('status')).toHaveText('Disconnected')
    await expect(drive).toContainText('Google Drive is not configured')
    await expect(drive.getByRole('listitem')).not.toHaveCount(0)
    const local = page.getByRole('region', { name: 'Local Storage' })
    await expect(local.getByRole('status')).toHaveText('Available')
    await expect(local).toContainText('fallback')
    const configuration = page.getByRole('region', { name: 'Current Configuration' })
    await expect(configuration).toContainText('Primary storage: Local storage')
    await expect(configuration).toContainText('Legacy local files remain downloadable.')
    await expect(page.getByText('Connection Failed')).toHaveCount(0)
    await drive.getByRole('button', { name: 'Test Connection' }).click()
    await expectToast(page, 'Connection Failed', /^Google Drive is not configured/)
  })

  test('a drive that answers is connected and primary', async ({ page, site }) => {
    await page.route(TEST_CALL, (route) => route.fulfill({ json: { connected: true, message: 'It answers.' } }))
    await openAdmin(page, site, '/admin/storage', 'Storage Settings')
    const drive = page.getByRole('region', { name: 'Cloud Drive Storage' })
    await expect(drive.getByRole('status')).toHaveText('Connected')
    await expect(page.getByText('Primary storage: Cloud drive')).toBeVisible()
    await drive.getByRole('button', { name: 'Test Connection' }).click()
    await expectToast(page, 'Connection Successful', 'It answers.')
  })

  test('a test that cannot be made says so', async ({ page, site }) => {
    await openAdmin(page, site, '/admin/storage', 'Storage Settings')
    const drive = page.getByRole('region', { name: 'Cloud Drive Storage' })
    await expect(drive.getByRole('status')).toHaveText('Disconnected')
    await page.route(TEST_CALL, (route) => route.abort())
    await drive.getByRole('button', { name: 'Test Connection' }).click()
    await expectToast(page, 'Test Failed', 'Unable to test Google Drive connection')
  })
})

test.describe('change password', () => {
  test('refuses in words what is missing, too short or not the same', async ({ page, site }) => {
    await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
    await changePassword(page, '', '12345', '123456')
    await expect(page.getByRole('alert')).toContainText([
      'Current password is required',
      'Password must be at least 6 characters',
    ])
    await changePassword(page, 'x', '123456', '1234567', false)
    await expect(page.getByRole('alert')).toHaveText(['The two new passwords are not the same'])
  })

  test('a wrong current password is told at its field, and nothing changes', async ({ page, site }) => {
    await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
    await changePassword(page, 'not-the-password', 'new-password', 'new-password')
    await expect(page.getByRole('alert')).toHaveText(/current password/i)
    await expect(page.getByLabel('Current password')).toBeFocused()
    await page.keyboard.press('Escape')
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  })

  test('a failing server is told in words, and what was typed stays', async ({ page, site }) => {
    await refuse(page, '**/api/auth/change-password', 'POST')
    await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
    await changePassword(page, site.credentials.password, 'new-password', 'new-password')
    await expectToast(page, 'Password not changed', 'Please try again')
    await expect(page.getByLabel('Current password')).toHaveValue(site.credentials.password)
  })

  test('a change keeps this session, ends the others, and only the new password signs in', async ({
    browser,
    startServer,
  }) => {
    const baseURL = await startServer()
    const setup = await fetch(`${baseURL}/api/auth/setup-admin`, { method: 'POST' })
    const credentials = (await setup.json()) as { username: string; password: string }
    const [here, elsewhere] = await Promise.all(
      [1, 2].map(async () => {
        const page = await (await browser.newContext({ baseURL })).newPage()
        await visit(page, '/admin/login')
        await logIn(page, credentials)
        await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
        return page
      }),
    )
    if (!here || !elsewhere) throw new Error('two pages were opened')
    await changePassword(here, credentials.password, 'a new password', 'a new password')
    await expectToast(here, 'Password changed')
    await here.reload()
    await expect(here.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    await elsewhere.reload()
    await expect(elsewhere.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
    await logIn(elsewhere, credentials)
    await expectToast(elsewhere, 'Login failed', 'Invalid username or password.')
    await logIn(elsewhere, { ...credentials, password: 'a new password' })
    await expect(elsewhere.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
    await Promise.all([here, elsewhere].map((page) => page.context().close()))
  })
})

/** Opens the dialog, unless it is open, and sends it. */
async function changePassword(page: Page, current: string, fresh: string, again: string, opens = true): Promise<void> {
  if (opens) await page.getByRole('button', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change password' })
  await dialog.getByLabel('Current password').fill(current)
  await dialog.getByLabel('New password', { exact: true }).fill(fresh)
  await dialog.getByLabel('New password again').fill(again)
  await dialog.getByRole('button', { name: 'Change password' }).click()
}
