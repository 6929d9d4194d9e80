import { openDatabase } from '../server/database/open-database.ts'
import { noteScan } from '../server/scanning/scan-queries.ts'
import { expectRows, openAdmin, refuse, revoke, rowOf } from './admin-steps.ts'
import { expect, test } from './site.ts'
import { expectToast, holdCalls, logIn, tabTo, visit } from './steps.ts'

const NOTE = 'I have worked with Ignition since 2019.\nAnd with PLCs for longer.'

let token: string

test.beforeEach(async ({ page, site }) => {
  await site.deleteAllApplications()
  await site.deleteAllJobs()
  const jobId = String(await site.createJob({ title: 'Ignition Developer' }))
  await site.apply({ name: 'Cid Third', email: 'cid@example.com', note: '' })
  await site.apply({ name: 'Ben Second', email: 'ben@example.com' })
  await site.apply({ name: 'Amy First', email: 'amy@example.com', note: NOTE, jobId })
  token = await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  await expectRows(page, ['Amy First', 'Ben Second', 'Cid Third'])
})

test('the details show everything about an application', async ({ page }) => {
  await rowOf(page, 'Amy First').getByRole('button', { name: 'Details' }).click()
  const dialog = page.getByRole('dialog', { name: 'Application Details' })
  await expect(dialog.getByText('Ignition Developer', { exact: true })).toBeVisible()
  const terms = ['Applicant', 'Status', 'Email', 'Phone', 'Submitted Date', 'Additional Notes']
  await expect(dialog.getByRole('term')).toHaveText(terms)
  const values = dialog.getByRole('definition')
  await expect(values.nth(0)).toHaveText('Amy First')
  await expect(values.nth(1)).toHaveText('pending')
  await expect(values.nth(2).getByRole('link')).toHaveAttribute('href', /^mailto:amy(@|%40)example\.com$/)
  await expect(values.nth(3)).toHaveText('+1 432 555 0142')
  const year = new Date().getFullYear()
  await expect(values.nth(4)).toHaveText(new RegExp(`^[A-Z][a-z]{2} \\d+, ${year}, \\d+:\\d\\d\\s[AP]M$`))
  await expect(values.nth(5)).toHaveText(NOTE)
  await expect(dialog.getByLabel('Feedback')).toHaveValue('')
  await expect(dialog.getByLabel('Interview Date')).toHaveValue('')
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download Resume' }).click()
  expect((await downloading).suggestedFilename()).toBe('resume.pdf')
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(dialog).toHaveCount(0)
})

test('the details say where a resume was not scanned, or is infected', async ({ page, site }) => {
  const db = await openDatabase(site.dataDir)
  const ids = new Map(
    (await db.selectFrom('applications').select(['id', 'name']).execute()).map((row) => [row.name, row.id]),
  )
  await noteScan(db, ids.get('Ben Second') ?? 0, 'not-scanned')
  await noteScan(db, ids.get('Cid Third') ?? 0, 'infected')
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
    await expect(dialog.getByRole('button', { name: 'Download Resume' })).toBeEnabled({ enabled: name !== 'Cid Third' })
    await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  }
})

test('feedback and interview date are saved, and are there after a reload', async ({ page }) => {
  const dialog = page.getByRole('dialog', { name: 'Application Details' })
  const open = () => rowOf(page, 'Amy First').getByRole('button', { name: 'Details' }).click()
  const save = dialog.getByRole('button', { name: 'Save changes' })
  await open()
  await expect(save).toBeDisabled()
  await dialog.getByLabel('Feedback').fill('Strong on tags.')
  await dialog.getByLabel('Interview Date').fill('2027-01-15T09:30')
  await save.click()
  await expectToast(page, 'Application updated')
  await expect(save).toBeDisabled()
  await page.reload()
  await open()
  await expect(dialog.getByLabel('Feedback')).toHaveValue('Strong on tags.')
  await expect(dialog.getByLabel('Interview Date')).toHaveValue('2027-01-15T09:30')
})

test('what is typed while a save is under way stays, and can be saved too', async ({ page }) => {
  const letGo = await holdCalls(page, '**/api/applications/*')
  await rowOf(page, 'Amy First').getByRole('button', { name: 'Details' }).click()
  const dialog = page.getByRole('dialog', { name: 'Application Details' })
  const feedback = dialog.getByLabel('Feedback')
  await feedback.fill('Strong')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await feedback.fill('Strong on tags.')
  letGo()
  await expectToast(page, 'Application updated')
  await expect(feedback).toHaveValue('Strong on tags.')
  await expect(dialog.getByRole('button', { name: 'Save changes' })).toBeEnabled()
})

test('a refused save keeps what was typed, and closing asks before it is lost', async ({ page }) => {
  await refuse(page, '**/api/applications/*', 'PATCH')
  await rowOf(page, 'Amy First').getByRole('button', { name: 'Details' }).click()
  const dialog = page.getByRole('dialog', { name: 'Application Details' })
  const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' })
  await dialog.getByLabel('Feedback').fill('Typed for nothing?')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  const words =
    'Failed to save the feedback and interview date. What you typed is still there, and you can save it again.'
  await expectToast(page, 'Update failed', words)
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(dialog.getByLabel('Feedback')).toHaveValue('Typed for nothing?')
  await dialog.getByRole('button', { name: 'Close dialog' }).click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('nothing closes the details while a save is under way, and afterwards they close for good', async ({ page }) => {
  const letGo = await holdCalls(page, '**/api/applications/*')
  await rowOf(page, 'Amy First').getByRole('button', { name: 'Details' }).click()
  const dialog = page.getByRole('dialog', { name: 'Application Details' })
  const close = dialog.getByRole('button', { name: 'Close', exact: true })
  await dialog.getByLabel('Feedback').fill('Strong')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(close).toBeDisabled()
  await dialog.getByRole('button', { name: 'Close dialog' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  letGo()
  await expectToast(page, 'Application updated')
  await close.click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('what was typed when the session ends is there again after signing in', async ({ page, site }) => {
  const dialog = page.getByRole('dialog', { name: 'Application Details' })
  const open = (name: string) => rowOf(page, name).getByRole('button', { name: 'Details' }).click()
  await open('Amy First')
  await dialog.getByLabel('Feedback').fill('Strong on tags.')
  await dialog.getByLabel('Interview Date').fill('2027-01-15T09:30')
  await revoke(page, token)
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expectToast(page, 'Session expired. Please log in again.')
  await expect(page).toHaveURL('/admin/login')
  await logIn(page, site.credentials)
  await open('Ben Second')
  await expect(dialog.getByLabel('Feedback')).toHaveValue('')
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await open('Amy First')
  await expect(dialog.getByLabel('Feedback')).toHaveValue('Strong on tags.')
  await expect(dialog.getByLabel('Interview Date')).toHaveValue('2027-01-15T09:30')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expectToast(page, 'Application updated')
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('what was typed when another tab logs out is there again after signing in', async ({ page, context, site }) => {
  const dialog = page.getByRole('dialog', { name: 'Application Details' })
  const open = () => rowOf(page, 'Amy First').getByRole('button', { name: 'Details' }).click()
  await open()
  await dialog.getByLabel('Feedback').fill('Strong on tags.')
  const other = await context.newPage()
  await visit(other, '/admin/jobs')
  await other.getByRole('main').getByRole('button', { name: 'Logout' }).click()
  await expectToast(other, 'Logged out')
  await expectToast(page, 'Logged out')
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await logIn(page, site.credentials)
  await open()
  await expect(dialog.getByLabel('Feedback')).toHaveValue('Strong on tags.')
})

test('leaving the page with unsaved details asks first; without changes it does not', async ({ page }) => {
  await rowOf(page, 'Amy First').getByRole('button', { name: 'Details' }).click()
  const feedback = page.getByRole('dialog', { name: 'Application Details' }).getByLabel('Feedback')
  await feedback.fill('Strong on tags.')
  const asking = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const question = await asking
  expect(question.type()).toBe('beforeunload')
  await question.dismiss()
  await expect(feedback).toHaveValue('Strong on tags.')
  await feedback.fill('')
  const closing = page.waitForEvent('close')
  await page.close({ runBeforeUnload: true })
  await closing
})

test('an application without a note or a posting says so', async ({ page }) => {
  await rowOf(page, 'Cid Third').getByRole('button', { name: 'Details' }).click()
  await expect(page.getByRole('dialog').getByText('No notes', { exact: true })).toBeVisible()
  await expect(page.getByRole('dialog').getByText('General Application')).toBeVisible()
})

test('keyboard alone: arrow keys move between rows, Enter opens the details, Escape goes back to the row', async ({
  page,
}) => {
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
  const dialog = page.getByRole('dialog', { name: 'Application Details' })
  await expect(dialog.getByText('Ben Second', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(rowOf(page, 'Ben Second')).toBeFocused()
})

test('keyboard alone: a row is moved through its menu, and the focus goes to the row in its place', async ({
  page,
}) => {
  const trigger = page.getByRole('button', { name: 'Actions for Amy First' })
  await tabTo(page, trigger)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Download Resume' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Mark as Reviewing' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expectToast(page, 'Status updated', 'Application status changed to reviewing')
  await expectRows(page, ['Ben Second', 'Cid Third'])
  await expect(rowOf(page, 'Ben Second')).toBeFocused()
})
