import type { Locator, Page } from '@playwright/test'
import { APPLICANT } from '../../test/factories.ts'
import { PHONE } from '../steps/accessible-steps.ts'
import {
  expectRows,
  expectTitle,
  openAdmin,
  openAdminMenu,
  openAllApplications,
  openPasswordDialog,
  refuse,
  rowOf,
  runUntil,
} from '../steps/admin-steps.ts'
import { expect, test } from '../steps/site.ts'
import { expectToast, logIn, toasts, visit } from '../steps/steps.ts'

const NOTE = 'A long note that the table of all applications shows in full, to its very end.'
const middleOf = async (part: Locator) => {
  const { y, height } = (await part.boundingBox()) ?? { y: -1, height: 0 }
  return Math.round(y + height / 2)
}
const TEST_CALL = '**/api/admin/google-drive/test'

test('the pages besides the dashboard require a sign-in, and the bar connects them', async ({ page, site }) => {
  await test.step('/admin/jobs without a token goes to the login page, and signing in leads back', async () => {
    await visit(page, '/admin/jobs')
    await expect(page).toHaveURL('/admin/login?next=%2Fadmin%2Fjobs')
    await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
    await logIn(page, site.credentials)
    await expectToast(page, 'Login successful', 'Welcome to the admin dashboard.')
    await expect(page).toHaveURL('/admin/jobs')
    await expectTitle(page, 'Job Postings')
  })
  await test.step('the bar leads to every page, and mark the one that is shown', async () => {
    for (const [link, title] of [
      ['Storage', 'Storage Settings'],
      ['All applications', 'All Applications'],
      ['Job Postings', 'Job Postings'],
      ['Dashboard', 'Dashboard'],
    ] as const) {
      const nav = await openAdminMenu(page)
      await nav.getByRole('link', { name: link, exact: true }).click()
      await expectTitle(page, title)
      await expect(nav.locator('[aria-current=page]')).toHaveText(link)
    }
  })
  for (const [path, title] of [
    ['/view-applications', 'All Applications'],
    ['/admin/storage', 'Storage Settings'],
  ] as const) {
    await test.step(`${path} without a token shows the login in place, and opens where it is after signing in`, async () => {
      await page.evaluate(() => localStorage.clear())
      await page.clock.install()
      await visit(page, path)
      await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
      await expect(page).toHaveURL(path)
      await logIn(page, site.credentials)
      await expectToast(page, 'Login successful', 'Welcome to the admin dashboard.')
      await expectTitle(page, title)
      // Longer than the login page waits before it goes on to the dashboard.
      await page.clock.runFor(300)
      await expect(page).toHaveURL(path)
    })
  }
  await test.step('on a tablet the bar stays one line', async () => {
    for (const width of [768, 799, 864]) {
      await page.setViewportSize({ width, height: 1024 })
      const lines = [
        page.getByRole('link', { name: 'Insights' }),
        page.getByRole('button', { name: 'Search' }),
        page.getByRole('button', { name: 'Open menu' }),
      ].map(middleOf)
      expect(new Set(await Promise.all(lines)).size, `lines of the bar at ${width}`).toBe(1)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    }
  })
  await test.step('the footer of a short page stands at the bottom of a phone', async () => {
    await page.setViewportSize(PHONE)
    await visit(page, '/admin/applications/2147483647')
    await expect(page.getByRole('heading', { name: 'There is no such application.' })).toBeVisible()
    const footer = await page.getByRole('contentinfo').boundingBox()
    expect((footer?.y ?? 0) + (footer?.height ?? 0)).toBe(PHONE.height)
  })
})

test('view applications shows every application, follows what arrives, and says when it cannot', async ({
  page,
  site,
}) => {
  await site.deleteAllApplications()
  await page.clock.install()
  await test.step('without applications it says so', async () => {
    await openAllApplications(page, site)
    await expect(page.getByText('No applications found', { exact: true })).toBeVisible()
  })
  await test.step('shows today and every application, newest first, with its full note', async () => {
    await site.insertApplicants([{ name: 'Old Third', phone: null, created_at: '2025-06-13T21:17:00.000Z' }])
    await site.updateApplication(await site.apply({ name: 'Ben Second', email: 'ben@example.com', note: '' }), {
      status: 'hired',
      archived: true,
    })
    await site.apply({ name: 'Amy First', email: 'amy@example.com', note: NOTE })
    await page.reload()
    await expectAllApplications(page)
  })
  await test.step('the time of an application is in the browser’s zone', async () => {
    const words = ['ana@example.com', 'Not provided', APPLICANT.note, 'pending', 'Jun 13, 2025 4:17 PM']
    await expect(rowOf(page, 'Old Third').getByRole('cell')).toHaveText(words)
  })
  await test.step('a new application appears after 30 seconds without re-rendering the other rows', async () => {
    const row = await rowOf(page, 'Amy First').elementHandle()
    await site.apply({ name: 'Dan Later', email: 'dan@example.com' })
    await page.clock.runFor(31_000)
    await expectRows(page, ['Dan Later', 'Amy First', 'Ben Second', 'Old Third'])
    expect(await row?.evaluate((element) => element.isConnected)).toBe(true)
  })
  await test.step('a failing server shows one toast, and Try again loads the table', async () => {
    await page.route('**/api/applications', (route) => route.fulfill({ status: 500 }))
    await page.reload()
    await runUntil(page, 1_000, () => expect(toasts(page)).toHaveCount(1, { timeout: 300 }))
    await expectToast(page, 'Error', 'Failed to load applications. Please try again later.')
    const failure = page.getByRole('main').getByRole('alert')
    await expect(failure).toContainText('Applications could not be loaded. Trying again every few seconds.')
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(rowOf(page, 'Amy First')).toBeVisible()
  })
})

test('storage shows where resumes are, and tests the drive', async ({ page, site }) => {
  await openAdmin(page, site, '/admin/storage', 'Storage Settings')
  const drive = page.getByRole('region', { name: 'Cloud Drive Storage' })
  const testConnection = () => drive.getByRole('button', { name: 'Test Connection' }).click()
  await test.step('shows both cards and the configuration, and a toast only after the button', async () => {
    await expectWithoutDrive(page)
    await testConnection()
    await expectToast(page, 'Connection Failed', /^Google Drive is not configured/)
  })
  await test.step('a test that cannot be made says so', async () => {
    await page.route(TEST_CALL, (route) => route.abort())
    await testConnection()
    await expectToast(page, 'Test Failed', 'Unable to test Google Drive connection')
    await page.unroute(TEST_CALL)
  })
  await test.step('a drive that responds is connected and primary', async () => {
    await page.route(TEST_CALL, (route) => route.fulfill({ json: { connected: true, message: 'It works.' } }))
    await page.reload()
    await expect(drive.getByRole('status')).toHaveText('Connected')
    await expect(page.getByText('Primary storage: Cloud drive')).toBeVisible()
    await testConnection()
    await expectToast(page, 'Connection Successful', 'It works.')
  })
})

test('a failed password change shows why', async ({ page, site }) => {
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  await test.step('missing, too short or not the same', async () => {
    await changePassword(page, '', 'eleven char', '12345')
    await expect(page.getByRole('alert')).toContainText([
      'Current password is required',
      'Password must be at least 12 characters',
    ])
    await changePassword(page, 'x', 'new-password', 'new-passwort', false)
    await expect(page.getByRole('alert')).toHaveText(['The new passwords do not match'])
  })
  await test.step('a failing server shows a toast, and the typed text stays', async () => {
    await refuse(page, '**/api/auth/change-password', 'POST')
    await changePassword(page, site.credentials.password, 'new-password', 'new-password', false)
    await expectToast(page, 'Password change failed', 'Please try again')
    await expect(page.getByLabel('Current password')).toHaveValue(site.credentials.password)
    await page.unrouteAll()
  })
  await test.step('a common password is refused at its field', async () => {
    await changePassword(page, site.credentials.password, 'Password1234', 'Password1234', false)
    await expect(page.getByRole('alert')).toHaveText(/one of the most common ones/)
    await expect(page.getByLabel('New password', { exact: true })).toBeFocused()
  })
  await test.step('a wrong current password is refused at its field, and nothing changes', async () => {
    await changePassword(page, 'not-the-password', 'new-password', 'new-password', false)
    await expect(page.getByRole('alert')).toHaveText(/current password/i)
    await expect(page.getByLabel('Current password')).toBeFocused()
    await page.keyboard.press('Escape')
    await page.reload()
    await expectTitle(page, 'Dashboard')
  })
})

async function expectAllApplications(page: Page): Promise<void> {
  const zone = { timeZone: 'America/Chicago' }
  const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', ...zone }).format()
  await expect(page.getByText(today, { exact: true })).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText(['Name', 'Email', 'Phone', 'Notes', 'Status', 'Date Applied'])
  await expectRows(page, ['Amy First', 'Ben Second', 'Old Third'])
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
}

async function expectWithoutDrive(page: Page): Promise<void> {
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
}

/** Opens the dialog, unless it is open, and sends it. */
async function changePassword(page: Page, current: string, fresh: string, again: string, opens = true): Promise<void> {
  if (opens) await openPasswordDialog(page)
  const dialog = page.getByRole('dialog', { name: 'Change password' })
  await dialog.getByLabel('Current password').fill(current)
  await dialog.getByLabel('New password', { exact: true }).fill(fresh)
  await dialog.getByLabel('Confirm new password').fill(again)
  await dialog.getByRole('button', { name: 'Change password' }).click()
}
