import { expectNoOverflow } from '../steps/accessible-steps.ts'
import { choose, openAdmin, openHistory, refuse, rowOf } from '../steps/admin-steps.ts'
import { expect, test } from '../steps/site.ts'
import { expectToast, tabTo } from '../steps/steps.ts'

test.beforeEach(async ({ site }) => {
  await site.deleteAllApplications()
  await site.deleteAllJobs()
})

test('the details list who did what, newest first, and follow changes', async ({ page, site }) => {
  const id = await site.apply({ name: 'Amy First' })
  await site.updateApplication(id, { status: 'interview' })
  await openAdmin(page, site, '/admin/dashboard?tab=interview', 'Dashboard')
  const requested: string[] = []
  page.on('request', (request) => request.url().endsWith('/history') && requested.push(request.url()))
  await rowOf(page, 'Amy First').getByRole('button', { name: 'Details' }).click()
  const dialog = page.getByRole('dialog', { name: 'Application Details' })
  await expect(dialog.getByText('History', { exact: true })).toBeVisible()
  expect(requested).toEqual([])

  const entries = await openHistory(page)
  const day = '[A-Z][a-z]{2} \\d+, \\d{4}, \\d+:\\d\\d\\s[AP]M'
  await expect(entries.filter({ hasNotText: 'Receipt' })).toHaveText([
    new RegExp(`^${day}Status changed from pending to interview${site.credentials.username}$`),
    new RegExp(`^${day}Application receivedApplicant$`),
  ])
  await expect(entries.filter({ hasText: 'Receipt' })).toHaveText([new RegExp(`^${day}Receipt not sentAutomatic$`)])
  await dialog.getByLabel('Feedback').fill('Strong on tags.')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expectToast(page, 'Application updated')
  await expect(entries.first()).toContainText('Feedback changed')
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download Resume' }).click()
  await downloading
  await expect(entries.first()).toContainText('Resume opened or downloaded')
  await expect(entries).toHaveCount(5)
  await test.step('what is done again is counted in the entry above it', async () => {
    const again = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download Resume' }).click()
    await again
    await expect(entries.first()).toContainText('Resume opened or downloaded 2 times')
    await expect(entries).toHaveCount(5)
  })
  await expectNoOverflow(page, 'the history')
})

test('keyboard alone: the history of a posting opens and closes, and says when it cannot be read', async ({
  page,
  site,
}) => {
  const id = await site.createJob({ title: 'Edge Engineer' })
  await site.updateJob(id, { title: 'Edge Developer', salaryRange: null })
  await openAdmin(page, site, '/admin/jobs', 'Job Postings')
  await refuse(page, '**/history', 'GET')
  await choose(page, 'Edge Developer', 'View details')
  await tabTo(page, page.getByRole('dialog').locator('summary'))
  await page.keyboard.press('Enter')
  await expect(page.getByText('The history could not be loaded.')).toBeVisible()
  await page.unroute('**/history')
  await page.getByRole('button', { name: 'Try again' }).click()
  const entries = page.getByRole('list', { name: 'History, newest first' }).getByRole('listitem')
  await expect(entries).toContainText(['Edited: job title, salary range', 'Posting created'])
  await page.getByRole('dialog').locator('summary').focus()
  await page.keyboard.press('Enter')
  await expect(entries).toHaveCount(0)
})
