import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { recordScan } from '../../../server/features/resumes/scan-queries.ts'
import { openDatabase } from '../../../server/platform/database/sqlite/open-database.ts'
import { expectRows, rowOf } from '../../steps/admin-steps.ts'
import { expect, test } from '../../steps/site.ts'
import { dismissToast, expectToast, holdRequests, tabTo } from '../../steps/steps.ts'
import { AMYS_NOTE, openThreeApplicants } from '../../steps/three-applicants.ts'

const CHANGES = '**/api/admin/application-changes'

test.beforeEach(({ page, site }) => openThreeApplicants(page, site))

test('the details show everything about an application, and say what is missing', async ({ page, site }) => {
  await test.step('everything about an application', async () => {
    await rowOf(page, 'Amy First').getByRole('button', { name: 'Details' }).click()
    const dialog = page.getByRole('dialog', { name: 'Application Details' })
    await expect(dialog.getByText('Ignition Developer', { exact: true })).toBeVisible()
    const terms = [
      ...['Applicant', 'Status', 'Assigned to', 'Tags', 'Email', 'Phone', 'Submitted date', 'Source', 'Answer by'],
      'Additional notes',
    ]
    await expect(dialog.getByRole('term')).toHaveText(terms)
    const values = dialog.getByRole('definition')
    await expect(values.nth(0)).toHaveText('Amy First')
    await expect(values.nth(1)).toHaveText('pending')
    await expect(values.nth(4).getByRole('link')).toHaveAttribute('href', /^mailto:amy(@|%40)example\.com$/)
    await expect(values.nth(5)).toHaveText('+1 432 555 0142')
    const year = new Date().getFullYear()
    await expect(values.nth(6)).toHaveText(new RegExp(`^[A-Z][a-z]{2} \\d+, ${year}, \\d+:\\d\\d\\s[AP]M$`))
    await expect(values.nth(8)).toHaveText(/^[A-Z][a-z]+day, [A-Z][a-z]+ \d+/)
    await expect(values.nth(9)).toHaveText(AMYS_NOTE)
    await expect(dialog.getByText(/^APP-\d{4}$/)).toBeVisible()
    await expect(dialog.getByLabel('Feedback')).toHaveValue('')
    await expect(dialog.getByLabel('Interview date')).toHaveValue('')
    const downloading = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download Resume' }).click()
    expect((await downloading).suggestedFilename()).toBe('resume.pdf')
    await dialog.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(dialog).toHaveCount(0)
  })
  await test.step('a decision, without leaving the details', async () => {
    await rowOf(page, 'Amy First').getByRole('button', { name: 'Details' }).click()
    const dialog = page.getByRole('dialog', { name: 'Application Details' })
    await dialog.getByRole('button', { name: 'Mark as Hired' }).click()
    await expectToast(page, 'Status updated', 'Application status changed to hired')
    await expect(dialog.getByRole('definition').nth(1)).toHaveText('hired')
    await expect(dialog.getByRole('button', { name: 'Mark as Hired', pressed: true })).toBeDisabled()
    await dialog.getByRole('button', { name: 'Mark as Pending' }).click()
    await expect(dialog.getByRole('definition').nth(1)).toHaveText('pending')
  })
  await test.step('on a slow network: the next decision follows the one before, and is no conflict', async () => {
    const dialog = page.getByRole('dialog', { name: 'Application Details' })
    await expectToast(page, 'Status updated', 'Application status changed to pending')
    await dismissToast(page)
    const release = await holdRequests(page, CHANGES)
    await dialog.getByRole('button', { name: 'Mark as Rejected' }).click()
    await expect(dialog.getByRole('definition').nth(1)).toHaveText('rejected')
    await dialog.getByRole('button', { name: 'Mark as Hired' }).click()
    await dialog.getByRole('button', { name: 'Mark as Pending' }).click()
    release()
    await expectToast(page, 'Status updated', 'Application status changed to pending')
    await expect(dialog.getByRole('definition').nth(1)).toHaveText('pending')
    await expect(page.getByRole('dialog')).toHaveCount(1)
    const stored = (await site.applications()).find(({ name }) => name === 'Amy First')
    expect(stored?.status).toBe('pending')
    await page.unroute(CHANGES)
    await dismissToast(page)
  })
  await test.step('a decision that is clicked twice is taken back by one Z; the current status sends nothing', async () => {
    const dialog = page.getByRole('dialog', { name: 'Application Details' })
    let requests = 0
    page.on('request', (request) => {
      if (request.url().endsWith(ADMIN_API.applicationChanges)) requests += 1
    })
    const button = dialog.getByRole('button', { name: 'Mark as Reviewing' })
    await button.evaluate((one: HTMLButtonElement) => [one.click(), one.click()])
    await expectToast(page, 'Status updated', 'Application status changed to reviewing')
    await expect.poll(() => requests).toBe(2)
    await expect(button).toBeDisabled()
    await button.dispatchEvent('click')
    await dialog.getByRole('button', { name: 'Close', exact: true }).click()
    await expectRows(page, ['Ben Second', 'Cid Third'])
    await page.keyboard.press('z')
    await expectToast(page, 'Change undone')
    await expectRows(page, ['Amy First', 'Ben Second', 'Cid Third'])
    expect(requests).toBe(2)
    // The next Z takes back the step before: hired, then rejected, then pending again.
    await page.keyboard.press('z')
    await expectRows(page, ['Ben Second', 'Cid Third'])
    await page.keyboard.press('z')
    await page.keyboard.press('z')
    await expectRows(page, ['Amy First', 'Ben Second', 'Cid Third'])
    await dismissToast(page)
    await rowOf(page, 'Amy First').getByRole('button', { name: 'Details' }).click()
  })
  await test.step('the way to its review, which leaves no text behind without asking', async () => {
    const dialog = page.getByRole('dialog', { name: 'Application Details' })
    await dialog.getByLabel('Feedback').fill('Strong on tags.')
    await dialog.getByRole('link', { name: 'Open in review' }).click()
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await dialog.getByLabel('Feedback').fill('')
    await dialog.getByRole('link', { name: 'Open in review' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Amy First' })).toBeVisible()
    await expect(page.getByText('1 of 3', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expectRows(page, ['Amy First', 'Ben Second', 'Cid Third'])
  })
  await test.step('an application without a note or a posting says so', async () => {
    await rowOf(page, 'Cid Third').getByRole('button', { name: 'Details' }).click()
    await expect(page.getByRole('dialog').getByText('No notes', { exact: true })).toBeVisible()
    await expect(page.getByRole('dialog').locator('header').getByText('General Application')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
  await test.step('where a resume was not scanned, or is infected', async () => {
    const db = await openDatabase(site.dataDir)
    const ids = new Map(
      (
        await db
          .selectFrom('resumes')
          .innerJoin('applications', 'applications.id', 'application_id')
          .select(['resumes.id', 'name'])
          .execute()
      ).map((row) => [row.name, row.id]),
    )
    await recordScan(db, ids.get('Ben Second') ?? 0, 'not-scanned')
    await recordScan(db, ids.get('Cid Third') ?? 0, 'infected')
    await db.destroy()
    await page.reload()
    const dialog = page.getByRole('dialog', { name: 'Application Details' })
    const words = {
      'Amy First': [],
      'Ben Second': [/Not scanned for viruses/],
      'Cid Third': [/A virus was found in this file/],
    }
    for (const [name, said] of Object.entries(words)) {
      await rowOf(page, name).getByRole('button', { name: 'Details' }).click()
      await expect(dialog.getByText('resume.pdf')).toBeVisible()
      await expect(dialog.getByText(/scanned|virus/)).toHaveText(said)
      await expect(dialog.getByRole('button', { name: 'Preview' })).toHaveCount(name === 'Cid Third' ? 0 : 1)
      await expect(dialog.getByRole('button', { name: 'Download Resume' })).toBeEnabled({
        enabled: name !== 'Cid Third',
      })
      await dialog.getByRole('button', { name: 'Close', exact: true }).click()
    }
  })
})

test('keyboard alone: a row is reached, opened and moved', async ({ page }) => {
  await test.step('arrow keys move between rows, Enter opens the review, Escape goes back to the list', async () => {
    await tabTo(page, rowOf(page, 'Amy First'))
    await page.keyboard.press('ArrowDown')
    await expect(rowOf(page, 'Ben Second')).toBeFocused()
    await page.keyboard.press('End')
    await expect(rowOf(page, 'Cid Third')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(rowOf(page, 'Cid Third')).toBeFocused()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowUp')
    await expect(rowOf(page, 'Amy First')).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Ben Second' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(rowOf(page, 'Ben Second')).toBeVisible()
  })
  await test.step('a row is moved through its menu, and the focus goes to the row in its place', async () => {
    await rowOf(page, 'Amy First').focus()
    const trigger = page.getByRole('button', { name: 'Actions for Amy First' })
    await tabTo(page, trigger)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Details' })).toBeFocused()
    // A menu moves its focus in a later task.
    for (const name of ['Download Resume', 'Mark as Reviewing']) {
      await page.keyboard.press('ArrowDown')
      await expect(page.getByRole('menuitem', { name })).toBeFocused()
    }
    await page.keyboard.press('Enter')
    await expectToast(page, 'Status updated', 'Application status changed to reviewing')
    await expectRows(page, ['Ben Second', 'Cid Third'])
    await expect(rowOf(page, 'Ben Second')).toBeFocused()
  })
})
