import type { Page } from '@playwright/test'
import {
  choose,
  expectTitle,
  logOut,
  openAdmin,
  openAdminMenu,
  openAllApplications,
  openPasswordDialog,
  revoke,
} from '../../steps/admin-steps.ts'
import { expect, type Site, test } from '../../steps/site.ts'
import { expectToast, logIn, visit } from '../../steps/steps.ts'

const TITLE = 'Ignition Developer'

test.beforeEach(async ({ site }) => {
  await site.deleteAllApplications()
  await site.deleteAllJobs()
  await site.createJob({ title: TITLE })
})

/** What an admin may be doing when the session ends, by the page it is done on. */
const WORK: Array<[string, string, string, (page: Page) => Promise<unknown>]> = [
  ['a posting is switched off', '/admin/jobs', 'Job Postings', (page) => choose(page, TITLE, 'Deactivate')],
  ['a posting is cloned', '/admin/jobs', 'Job Postings', (page) => choose(page, TITLE, 'Clone')],
  [
    'the storage is tested',
    '/admin/storage',
    'Storage Settings',
    (page) => page.getByRole('button', { name: 'Test Connection' }).click(),
  ],
  [
    'the password is changed, which it is not',
    '/admin/storage',
    'Storage Settings',
    (page) => page.keyboard.press('Enter'),
  ],
]

test('an ended session shows a toast, and leads to the login and back', async ({ page, site }) => {
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  for (const [work, address, title, act] of WORK) {
    await test.step(`when ${work}`, async () => {
      await (await openAdminMenu(page)).locator(`a[href="${address}"]`).click()
      await expectTitle(page, title)
      if (address === '/admin/storage') await expect(page.getByText('Disconnected')).toBeVisible()
      if (work.includes('password')) await writePassword(page, site)
      await revoke(page)
      await act(page)
      await expectToast(page, 'Session expired. Please log in again.')
      await expect(page).toHaveURL(`/admin/login?${new URLSearchParams({ next: address })}`)
      const stored = await page.evaluate(() => [localStorage.getItem('authToken'), localStorage.getItem('user')])
      expect(stored).toEqual([null, null])
      await logIn(page, site.credentials)
      await expect(page).toHaveURL(address)
      await expectTitle(page, title)
    })
  }
})

/** Fills in the dialog that changes the password, and leaves it open. */
async function writePassword(page: Page, site: Site): Promise<void> {
  await openPasswordDialog(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Current password').fill(site.credentials.password)
  await dialog.getByLabel('New password', { exact: true }).fill('a new password')
  await dialog.getByLabel('Confirm new password').fill('a new password')
}

test('logout in one tab signs out every page of the admin area in the others', async ({ page, context, site }) => {
  await openAllApplications(page, site)
  const others = await Promise.all(
    [
      ['/admin', 'Dashboard'],
      ['/admin/jobs', 'Job Postings'],
      ['/admin/storage', 'Storage Settings'],
    ].map(async ([address = '', title = '']) => {
      const other = await context.newPage()
      await visit(other, address)
      await expect(other.getByRole('heading', { level: 1, name: title })).toBeVisible()
      return other
    }),
  )
  const last = others.at(-1) as Page
  await logOut(last)
  await expect(last).toHaveURL('/')
  for (const other of [page, ...others.slice(0, -1)]) {
    await expectToast(other, 'Logged out')
    await expect(other.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
    await expect(other.getByRole('navigation', { name: 'Admin' })).toHaveCount(0)
  }
})
