import { expectNoViolations, PHONE } from '../../steps/accessible-steps.ts'
import { choose, openAdmin, rowOf } from '../../steps/admin-steps.ts'
import { expect, test } from '../../steps/site.ts'
import { expectToast, toasts } from '../../steps/steps.ts'

const TITLE = 'Ignition Developer'
const FILLED_BEFORE = 'Another admin has filled it meanwhile. Nothing was changed: look at its applications again.'

test.beforeEach(async ({ site }) => {
  await site.deleteAllApplications()
  await site.deleteAllJobs()
})

test('the table says how many applicants a posting has, and leads to them', async ({ page, site }) => {
  const jobId = await site.createJob({ title: TITLE })
  await site.createJob({ title: 'Without applicants' })
  await site.insertApplicants([
    { job_id: jobId, name: 'Ana' },
    { job_id: jobId, name: 'Ben', status: 'hired' },
    { job_id: jobId, name: 'Cy', archived: 1 },
  ])
  await openAdmin(page, site, '/admin/jobs', 'Job Postings')
  await expect(rowOf(page, 'Without applicants')).not.toContainText('applicants,')
  const link = rowOf(page, TITLE).getByRole('link', { name: '3 applicants, 1 pending' })
  await expect(link).toHaveAttribute('href', `/admin/dashboard?job=${jobId}`)
  await rowOf(page, TITLE).getByRole('link', { name: TITLE }).click()
  await expect(page).toHaveURL(`/admin/jobs/${jobId}`)
  await expect(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible()
})

test('filling a posting asks who was hired, leaves those in Interview unless ticked, and one undo takes all of it back', async ({
  page,
  site,
}) => {
  const jobId = await site.createJob({ title: TITLE })
  const rows = ['pending', 'pending', 'reviewing', 'interview', 'interview', 'hired'] as const
  await site.insertApplicants(rows.map((status, index) => ({ job_id: jobId, name: `Applicant ${index}`, status })))
  await openAdmin(page, site, '/admin/jobs', 'Job Postings')
  const statuses = async () =>
    (await site.applications()).toSorted((one, other) => one.name.localeCompare(other.name)).map(({ status }) => status)
  const question = page.getByRole('dialog', { name: 'Mark as filled' })
  const opener = page.getByRole('button', { name: `Actions for ${TITLE}` })
  await choose(page, TITLE, 'Mark as filled')
  await expect(question).toContainText('5 applicants are still open.')
  const hired = question.getByLabel('Who was hired?')
  await expect(hired).toBeFocused()
  await expect(hired.getByRole('option')).toHaveText([
    'None of them',
    ...[3, 4, 2, 0, 1].map((index) => new RegExp(`^Applicant ${index} \\(APP-\\d+\\)$`)),
  ])
  await expectNoViolations(page, 'the question about a posting that is filled')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(rowOf(page, TITLE)).toContainText('Active')
  await expect(opener).toBeFocused()

  await choose(page, TITLE, 'Mark as filled')
  await hired.selectOption({ index: 1 })
  await expect(question.getByRole('checkbox')).toHaveCount(1)
  await expect(question.getByRole('status')).toContainText('Applicant 3 is hired.')
  await question.getByRole('button', { name: 'Fill and reject them' }).click()
  const outcome = 'Applicant 3 is hired. 3 applications rejected. 1 application stays open.'
  await expectToast(page, 'Job marked as filled', outcome)
  await expect(rowOf(page, TITLE)).toContainText('Filled')
  expect(await statuses()).toEqual(['rejected', 'rejected', 'rejected', 'hired', 'interview', 'hired'])
  await toasts(page).getByRole('button', { name: 'Undo' }).click()
  await expectToast(page, 'Filling undone', 'The posting is open again. 4 applications are open again.')
  await expect(rowOf(page, TITLE)).toContainText('Active')
  expect(await statuses()).toEqual(rows)
  await test.step('its history has one entry for each of both', async () => {
    await choose(page, TITLE, 'View details')
    await page.getByText('History', { exact: true }).click()
    const entries = page.getByRole('list', { name: 'History, newest first' }).getByRole('listitem')
    await expect(entries.nth(0)).toContainText('Undone: marked as filled')
    await expect(entries.nth(1)).toContainText('Marked as filled: 1 hired, 3 rejected')
    await expect(entries).toHaveCount(3)
    await page.keyboard.press('Escape')
  })
  await test.step('who is ticked is rejected too, and Z takes it back', async () => {
    await choose(page, TITLE, 'Mark as filled')
    await question.getByRole('checkbox', { name: 'Applicant 4' }).check()
    await question.getByRole('button', { name: 'Fill and reject them' }).click()
    await expectToast(page, 'Job marked as filled', '4 applications rejected. 1 application stays open.')
    expect(await statuses()).toEqual(['rejected', 'rejected', 'rejected', 'interview', 'rejected', 'hired'])
    await expect(opener).toBeFocused()
    await page.keyboard.press('z')
    await expect(rowOf(page, TITLE)).toContainText('Active')
  })
  await test.step('keeping them fills the posting alone, with an undo too', async () => {
    await page.reload()
    await choose(page, TITLE, 'Mark as filled')
    await question.getByRole('button', { name: 'Fill and keep them' }).click()
    await expectToast(page, 'Job marked as filled', '5 applications stay open.')
    expect(await statuses()).toEqual(rows)
    await toasts(page).getByRole('button', { name: 'Undo' }).click()
    await expectToast(page, 'Filling undone', 'The posting is open again.')
    await expect(rowOf(page, TITLE)).toContainText('Active')
  })
})

test('a posting that another admin fills while the question is open is left to that admin', async ({ page, site }) => {
  const jobId = await site.createJob({ title: TITLE })
  await site.insertApplicants([{ job_id: jobId, name: 'Ana' }])
  await openAdmin(page, site, '/admin/jobs', 'Job Postings')
  await choose(page, TITLE, 'Mark as filled')
  const question = page.getByRole('dialog', { name: 'Mark as filled' })
  await expect(question).toContainText('1 applicant is still open.')
  await site.updateJob(jobId, { status: 'filled' })
  await question.getByRole('button', { name: 'Fill and reject them' }).click()
  await expectToast(page, 'Update failed', FILLED_BEFORE)
  await expect(rowOf(page, TITLE)).toContainText('Filled')
  expect((await site.applications()).map(({ status }) => status)).toEqual(['pending'])
})

test('a change of a posting that another admin was faster with asks first', async ({ page, site }) => {
  const jobId = await site.createJob({ title: TITLE, isActive: false })
  await openAdmin(page, site, '/admin/jobs', 'Job Postings')
  // The list of before the other admin's change, which loads after the title.
  await expect(rowOf(page, TITLE)).toBeVisible()
  await site.updateJob(jobId, { status: 'cancelled' })
  await choose(page, TITLE, 'Activate')
  const question = page.getByRole('dialog', { name: 'Changed meanwhile' })
  await expect(question).toContainText(`“${TITLE}” is now cancelled.`)
  await expect(question).toContainText(site.credentials.username)
  await question.getByRole('button', { name: 'Leave it' }).click()
  await expect(rowOf(page, TITLE)).toContainText('Cancelled')
  await test.step('an edit of something else does not stand in the way', async () => {
    await site.updateJob(jobId, { department: 'Operations' })
    await choose(page, TITLE, 'Activate')
    await expectToast(page, 'Job status updated')
    expect(await site.jobs()).toMatchObject([{ department: 'Operations', status: 'cancelled', isActive: true }])
  })
  await test.step('so does its deletion', async () => {
    await choose(page, TITLE, 'Delete')
    await site.updateJob(jobId, { location: 'Odessa, TX' })
    await page.getByRole('dialog', { name: 'Delete Job Posting' }).getByRole('button', { name: 'Delete' }).click()
    await expect(question).toContainText('Edited: location')
    await question.getByRole('button', { name: 'Delete anyway' }).click()
    await expectToast(page, 'Job deleted')
    expect(await site.jobs()).toEqual([])
  })
})

test('the form previews the posting as visitors will see it, and keeps what was typed over a reload', async ({
  page,
  site,
}) => {
  await openAdmin(page, site, '/admin/jobs', 'Job Postings')
  await page.getByRole('button', { name: 'New Job Posting' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Job Posting' })
  const preview = dialog.getByRole('region', { name: 'Preview' })
  await dialog.getByLabel('Job Title', { exact: true }).fill(TITLE)
  await dialog.getByLabel('Job Location').fill('Midland, TX')
  await dialog.getByLabel('Key Responsibilities').fill('- Build screens\n- Commission on site')
  await expect(preview.getByRole('heading', { name: TITLE })).toBeVisible()
  await expect(preview.getByRole('listitem').filter({ hasText: 'Build screens' })).toBeVisible()
  await expect(preview).toContainText('As visitors will see it')
  await dialog.getByLabel('Job Status').selectOption('Draft')
  await expect(preview).toContainText('once it is active')
  await expectNoViolations(page, 'the form with its preview')
  await test.step('a reload asks, and what was typed is there again', async () => {
    page.once('dialog', (question) => question.accept())
    await page.reload()
    await expect(page.getByText('A new job posting is not saved.')).toBeVisible()
    await page.getByRole('button', { name: 'Continue with the new job posting' }).click()
    await expect(dialog.getByText('This is what you typed before. It is not saved yet.')).toBeVisible()
    await expect(dialog.getByLabel('Job Title', { exact: true })).toHaveValue(TITLE)
    await expect(dialog.getByLabel('Job Status')).toHaveValue('Draft')
  })
  await test.step('on a narrow screen the preview takes the place of the form; a fault brings the form back', async () => {
    await page.setViewportSize(PHONE)
    await expect(preview).toBeHidden()
    await dialog.getByRole('button', { name: 'Preview', exact: true }).click()
    await expect(preview).toBeVisible()
    await expect(dialog.getByLabel('Job Title', { exact: true })).toBeHidden()
    await dialog.getByRole('button', { name: 'Create Job Posting' }).click()
    await expect(dialog.getByLabel('Department')).toBeFocused()
  })
  await test.step('what is discarded is not there again', async () => {
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(page.getByText('is not saved.')).toHaveCount(0)
    await page.reload()
    await page.getByRole('button', { name: 'New Job Posting' }).click()
    await expect(dialog.getByLabel('Job Title', { exact: true })).toHaveValue('')
  })
})

test('two postings of the same title are told apart in the dashboard, also where their title is cut', async ({
  page,
  site,
}) => {
  const title = 'Senior Industrial Edge Platform Engineer (Kubernetes, MQTT)'
  const midland = await site.createJob({ title })
  await site.createJob({ title, location: 'Houston, TX' })
  await site.createJob({ title: 'SCADA Engineer' })
  await site.insertApplicants([{ job_id: midland, name: 'Ana Núñez' }])
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  const row = page.locator('tr[data-id]')
  await expect(row).toContainText(`${title} · Midland`)
  for (const width of [390, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const cell = await row.locator('[data-label="Job Position"]').boundingBox()
    const distinction = await row.getByText('· Midland').boundingBox()
    const end = (distinction?.x ?? 0) + (distinction?.width ?? 0)
    expect(end, `at ${width}`).toBeLessThanOrEqual((cell?.x ?? 0) + (cell?.width ?? 0))
    const isCut = await row.getByText('· Midland').evaluate((shown) => shown.scrollWidth > shown.clientWidth)
    expect(isCut, `at ${width}`).toBe(false)
  }
  const filter = page.getByLabel('Filter by Job').getByRole('option')
  await expect(filter).toContainText([`${title} · Houston`, `${title} · Midland`])
  await expect(filter.filter({ hasText: 'SCADA' })).toHaveText('SCADA Engineer')
})
