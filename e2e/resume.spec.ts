import { openAdmin, revoke, rowOf, storedToken } from './admin-steps.ts'
import { expect, test } from './site.ts'
import { expectToast } from './steps.ts'

const RESUME = '**/api/applications/*/resume'

test.beforeEach(async ({ site }) => {
  await site.deleteAllApplications()
  await site.deleteAllJobs()
})

test('a download without a token, without a network, of a gone application and without a session is told apart', async ({
  page,
  site,
}) => {
  await site.apply({ name: 'Amy First' })
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  const token = (await storedToken(page)) ?? ''
  const download = rowOf(page, 'Amy First').getByRole('button', { name: 'Download resume of Amy First' })
  let calls = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/resume')) calls += 1
  })
  await page.evaluate(() => localStorage.removeItem('authToken'))
  await download.click()
  await expectToast(page, 'Download failed', 'Authentication token not found. Please log in again.')
  expect(calls).toBe(0)
  await expect(page).toHaveURL('/admin/dashboard')

  await page.evaluate((stored) => localStorage.setItem('authToken', stored), token)
  await page.route(RESUME, (route) => route.abort())
  await download.click()
  await expectToast(page, 'Download failed', 'Failed to download resume file')
  await page.unrouteAll()

  const saving = page.waitForEvent('download')
  await download.click()
  expect((await saving).suggestedFilename()).toBe('resume.pdf')
  await expectToast(page, 'Resume downloaded')

  await site.deleteAllApplications()
  await download.click()
  await expectToast(page, 'Download failed', 'This application no longer exists.')

  await revoke(page)
  await download.click()
  await expectToast(page, 'Download failed', 'Session expired. Please log in again.')
  await expect(page).toHaveURL('/admin/login')
  expect(await storedToken(page)).toBeNull()
})

test('a PDF can be looked at in the details, a Word document only downloaded', async ({
  page,
  site,
  consoleErrors,
}) => {
  await site.apply({ name: 'Ben Word' }, 'resume.docx')
  await site.apply({ name: 'Amy Paper' })
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  const dialog = page.getByRole('dialog', { name: 'Application Details' })
  await rowOf(page, 'Amy Paper').getByRole('button', { name: 'Details' }).click()
  await expect(dialog.getByText('resume.pdf', { exact: false })).toBeVisible()
  await dialog.getByRole('button', { name: 'Preview' }).click()
  const frame = dialog.getByTitle('Resume of Amy Paper')
  await expect(frame).toHaveAttribute('src', /^blob:/)
  await expect(frame).toBeInViewport()
  await expect(dialog.getByRole('button', { name: 'Preview' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()

  await rowOf(page, 'Ben Word').getByRole('button', { name: 'Details' }).click()
  await expect(dialog.getByText('resume.docx')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Preview' })).toHaveCount(0)
  const saving = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download Resume' }).click()
  expect((await saving).suggestedFilename()).toBe('resume.docx')
  expect(consoleErrors).toEqual([])
})
