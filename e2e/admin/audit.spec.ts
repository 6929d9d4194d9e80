import { readFile } from 'node:fs/promises'
import { openDatabase } from '../../server/platform/database/sqlite/open-database.ts'
import { expectUsable } from '../steps/accessible-steps.ts'
import { expectTitle, openAdmin, openAdminMenu } from '../steps/admin-steps.ts'
import { expect, test } from '../steps/site.ts'

test('an owner reads who did what, narrows it down by the address, opens what it is about, reads on, and downloads it', async ({
  page,
  site,
}) => {
  await site.deleteAllApplications()
  await site.deleteAllJobs()
  const job = await site.createJob({ title: 'Field Engineer' })
  const db = await openDatabase(site.dataDir)
  await db.deleteFrom('audit_trail').where('account_id', '=', 77).execute()
  const entry = { account_id: 77, username: '=ben', subject: 'job' as const, subject_id: job, version: null }
  const rows = Array.from({ length: 60 }, (_, index) => ({
    ...{ ...entry, at: `2020-01-01T00:00:${String(index).padStart(2, '0')}.000Z` },
    ...{ action: 'activated', event: '{"action":"activated"}' },
  }))
  await db.insertInto('audit_trail').values(rows).execute()
  await db.destroy()

  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  await (await openAdminMenu(page)).getByRole('link', { name: 'Audit trail' }).click()
  await expectTitle(page, 'Audit trail')
  await expect(page.getByRole('row', { name: /Posting created/ }).first()).toContainText('Field Engineer, JOB-')
  await expectUsable(page, 'the audit trail')
  await page.setViewportSize({ width: 1280, height: 800 })

  await test.step('a number is asked for once it is said of what', async () => {
    await expect(page.getByRole('textbox', { name: /number/i })).toHaveCount(0)
    await page.getByLabel('About').selectOption('Postings')
    await page.getByRole('textbox', { name: 'Number after JOB-' }).fill(`JOB-${job}`)
    await expect(page).toHaveURL(`/admin/audit?subject=job&number=${job}`)
  })
  await test.step('a choice is in the address, and Back undoes it', async () => {
    await page.goto('/admin/audit?person=77')
    await page.getByLabel('What').selectOption('Posting activated')
    await expect(page).toHaveURL('/admin/audit?person=77&action=activated')
    await expect(page.getByRole('row')).toHaveCount(1 + 50)
    await page.getByRole('button', { name: 'Show older entries' }).click()
    await expect(page.getByRole('row')).toHaveCount(1 + 60)
    await page.getByLabel('Until').fill('2019-12-30')
    await expect(page.getByText('There is no entry of this kind.')).toBeVisible()
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect(page).toHaveURL('/admin/audit')
    await page.goBack()
    await expect(page).toHaveURL('/admin/audit?person=77&action=activated&to=2019-12-30')
  })

  await page.goto('/admin/audit?action=activated&person=77')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^Audit trail \d{4}-\d\d-\d\d\.csv$/)
  const saved = await readFile(await download.path(), 'utf8')
  expect(saved.split('\r\n')).toHaveLength(1 + 60 + 1)
  expect(saved).toContain(`"'=ben",77`)

  await page
    .getByRole('link', { name: /^Field Engineer, JOB-/ })
    .first()
    .click()
  await expect(page).toHaveURL(`/admin/jobs/${job}`)
})
