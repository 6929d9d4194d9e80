import type { Locator } from '@playwright/test'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { choose, openAdmin, openHistory, revokeBefore, rowOf, runUntil } from '../../steps/admin-steps.ts'
import { expect, type Site, test } from '../../steps/site.ts'
import { dismissToast, expectToast, logIn } from '../../steps/steps.ts'

const CALL = '**/api/applications/*'
const TITLE = 'Ignition Developer'
const STORED = 'Strong on tags.\nWorked with ours for two years.'

let id: number
let jobId: number
test.beforeEach(async ({ site }) => {
  await site.deleteAllApplications()
  await site.deleteAllJobs()
  id = await site.apply({ name: 'Amy First' })
  jobId = await site.createJob({ title: TITLE })
})

/** The stored application. */
const stored = async (site: Site) => (await site.applications()).find((one) => one.id === id)

test('feedback that another admin saved is shown, and not overwritten without a choice', async ({ page, site }) => {
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  await rowOf(page, 'Amy First').getByRole('button', { name: 'Details' }).click()
  const dialog = page.getByRole('dialog', { name: 'Application Details' })
  const notice = dialog.getByRole('region', { name: 'Edit conflict' })
  const feedback = dialog.getByLabel('Feedback')
  const save = dialog.getByRole('button', { name: 'Save changes' })

  await test.step('both texts are there, with who wrote the stored one', async () => {
    await feedback.fill('Weak on PLCs.')
    await site.updateApplication(id, { feedback: STORED })
    await save.click()
    await expect(notice).toBeFocused()
    await expect(notice).toBeInViewport()
    await expect(notice.getByRole('definition')).toHaveText(STORED)
    await expect(notice).toContainText(/admin changed this .*\d:\d\d\s[AP]M/)
    await expect(feedback).toHaveValue('Weak on PLCs.')
    expect((await stored(site))?.feedback).toBe(STORED)
  })
  await test.step('closing asks for confirmation, as for all unsaved text', async () => {
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await expect(feedback).toHaveValue('Weak on PLCs.')
  })
  await test.step('the stored text can be taken', async () => {
    await notice.getByRole('button', { name: 'Use the stored version' }).click()
    await expect(notice).toHaveCount(0)
    await expect(feedback).toHaveValue(STORED)
    await expect(feedback).toBeFocused()
    await expect(save).toBeDisabled()
  })
  await test.step('one’s own can be saved over it, after yet another change too', async () => {
    await feedback.fill('Weak on PLCs, strong on tags.')
    await site.updateApplication(id, { feedback: 'Second', interviewDate: '2027-01-15T09:30:00.000Z' })
    await save.click()
    await expect(notice.getByRole('definition')).toHaveText('Second')
    await site.updateApplication(id, { feedback: 'Third' })
    await notice.getByRole('button', { name: 'Save my version' }).click()
    await expect(notice.getByRole('definition')).toHaveText('Third')
    await notice.getByRole('button', { name: 'Save my version' }).click()
    await expectToast(page, 'Application updated')
    await expect(notice).toHaveCount(0)
    await expect(dialog.getByLabel('Interview date')).not.toHaveValue('')
    expect(await stored(site)).toMatchObject({
      feedback: 'Weak on PLCs, strong on tags.',
      interviewDate: '2027-01-15T09:30:00.000Z',
    })
  })
})

test('changes of other fields cause no conflict', async ({ page, site }) => {
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  await rowOf(page, 'Amy First').getByRole('button', { name: 'Details' }).click()
  const dialog = page.getByRole('dialog', { name: 'Application Details' })
  await dialog.getByLabel('Feedback').fill('Weak on PLCs.')
  await site.updateApplication(id, { status: 'interview', interviewDate: '2027-01-15T09:30:00.000Z' })
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expectToast(page, 'Application updated')
  expect(await stored(site)).toMatchObject({
    status: 'interview',
    feedback: 'Weak on PLCs.',
    interviewDate: '2027-01-15T09:30:00.000Z',
  })
})

test('text of another admin that was shown before the writing began is no conflict', async ({ page, site }) => {
  await page.clock.install()
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  await rowOf(page, 'Amy First').getByRole('button', { name: 'Details' }).click()
  const dialog = page.getByRole('dialog', { name: 'Application Details' })
  const feedback = dialog.getByLabel('Feedback')
  await expect(feedback).toHaveValue('')
  await site.updateApplication(id, { feedback: STORED })
  await runUntil(page, 5_000, () => expect(feedback).toHaveValue(STORED, { timeout: 500 }))
  await feedback.fill(`${STORED} Weak on PLCs.`)
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await runUntil(page, 200, () => expectToast(page, 'Application updated'))
  await expect(dialog.getByRole('region', { name: 'Edit conflict' })).toHaveCount(0)
  expect((await stored(site))?.feedback).toBe(`${STORED} Weak on PLCs.`)
})

test('a save whose response was lost is retried and is no conflict', async ({ page, site }) => {
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  await rowOf(page, 'Amy First').getByRole('button', { name: 'Details' }).click()
  const dialog = page.getByRole('dialog', { name: 'Application Details' })
  let sent = 0
  await page.route(CALL, async (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback()
    sent += 1
    if (sent > 1) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await dialog.getByLabel('Feedback').fill('Weak on PLCs.')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expectToast(page, 'Application updated')
  expect(sent).toBe(2)
  expect(await stored(site)).toMatchObject({ feedback: 'Weak on PLCs.', version: 2 })
  expect(await (await openHistory(page)).filter({ hasText: 'Feedback changed' }).count()).toBe(1)
})

test('clicks on Save before the page has shown the first one, and while that one is under way, save once', async ({
  page,
  site,
}) => {
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  await rowOf(page, 'Amy First').getByRole('button', { name: 'Details' }).click()
  const dialog = page.getByRole('dialog', { name: 'Application Details' })
  const respond = Promise.withResolvers<void>()
  let sent = 0
  await page.route(CALL, async (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback()
    sent += 1
    await respond.promise
    await route.continue()
  })
  await dialog.getByLabel('Feedback').fill('Weak on PLCs.')
  const save = dialog.getByRole('button', { name: /^Sav/ })
  // In one task, so that nothing is drawn between them: as of an impatient hand at a busy machine.
  await save.evaluate((button: HTMLElement) => {
    for (let click = 0; click < 3; click += 1) button.click()
  })
  await expect.poll(() => sent).toBeGreaterThan(0)
  await save.evaluate((button: HTMLElement) => button.click())
  respond.resolve()
  await expectToast(page, 'Application updated')
  await expect(page.getByText('Application updated', { exact: true })).toHaveCount(1)
  expect(sent).toBe(1)
  expect(await stored(site)).toMatchObject({ feedback: 'Weak on PLCs.', version: 2 })
})

test('text that waited for a new sign-in is not written over what others saved in between', async ({ page, site }) => {
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  const dialog = page.getByRole('dialog', { name: 'Application Details' })
  const open = () => rowOf(page, 'Amy First').getByRole('button', { name: 'Details' }).click()
  // The ended session is to meet the save first, and no read of the dialog.
  const read = page.waitForResponse(`**${pathTo(ADMIN_API.relatedApplications, id)}`)
  await open()
  await (await read).finished()
  await dialog.getByLabel('Feedback').fill('Weak on PLCs.')
  await revokeBefore(page, async () => {
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await expectToast(page, 'Session expired. Please log in again.')
  })
  await site.updateApplication(id, { feedback: STORED })
  await logIn(page, site.credentials)
  await open()
  await expect(dialog.getByLabel('Feedback')).toHaveValue('Weak on PLCs.')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog.getByRole('region', { name: 'Edit conflict' }).getByRole('definition')).toHaveText(STORED)
  expect((await stored(site))?.feedback).toBe(STORED)
})

test('a posting that two admins edit merges their fields, and asks about those that both changed', async ({
  page,
  site,
}) => {
  await openAdmin(page, site, '/admin/jobs', 'Job Postings')
  const dialog = page.getByRole('dialog', { name: 'Edit Job Posting' })
  const notice = dialog.getByRole('region', { name: 'Edit conflict' })
  const update = dialog.getByRole('button', { name: 'Update Job Posting' })
  const job = async () => (await site.jobs()).find((one) => one.id === jobId)

  await test.step('fields that only one of them changed are merged', async () => {
    await choose(page, TITLE, 'Edit')
    await field(dialog, 'Department').fill('Operations')
    await site.updateJob(jobId, { requirements: '- Three years', isActive: false })
    await update.click()
    await expectToast(page, 'Job updated successfully')
    expect(await job()).toMatchObject({ department: 'Operations', requirements: '- Three years', isActive: false })
    // The next one has the same words.
    await dismissToast(page)
  })
  await test.step('one’s own text can be saved over the other', async () => {
    await choose(page, TITLE, 'Edit')
    await field(dialog, 'Requirements').fill('- Mine')
    await field(dialog, 'Department').fill('Field')
    await site.updateJob(jobId, { requirements: '- Theirs', location: 'Odessa, TX' })
    await update.click()
    await expect(notice).toBeFocused()
    await expect(notice.getByRole('term')).toHaveText(['Requirements, as stored now'])
    await expect(notice.getByRole('definition')).toHaveText(['- Theirs'])
    await expect(notice).toContainText('admin changed this')
    await expect(field(dialog, 'Requirements')).toHaveValue('- Mine')
    await notice.getByRole('button', { name: 'Save my version' }).click()
    await expectToast(page, 'Job updated successfully')
    expect(await job()).toMatchObject({ department: 'Field', requirements: '- Mine', location: 'Odessa, TX' })
  })
  await test.step('or the other be taken, and the rest of one’s own stays to be saved', async () => {
    await choose(page, TITLE, 'Edit')
    await field(dialog, 'Requirements').fill('- Mine again')
    await field(dialog, 'Department').fill('Shop')
    await site.updateJob(jobId, { requirements: '- Theirs again' })
    await update.click()
    await notice.getByRole('button', { name: 'Use the stored version' }).click()
    await expect(notice).toHaveCount(0)
    await expect(field(dialog, 'Requirements')).toHaveValue('- Theirs again')
    await expect(field(dialog, 'Department')).toHaveValue('Shop')
    await update.click()
    await expect(dialog).toHaveCount(0)
    expect(await job()).toMatchObject({ department: 'Shop', requirements: '- Theirs again' })
  })
})

function field(dialog: Locator, label: string): Locator {
  return dialog.getByLabel(label, { exact: true })
}
