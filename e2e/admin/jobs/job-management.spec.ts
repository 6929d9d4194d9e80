import { choose, expectRows, openAdmin, openMenu, refuse, rowOf, runUntil } from '../../steps/admin-steps.ts'
import { expect, test } from '../../steps/site.ts'
import { expectToast, toasts } from '../../steps/steps.ts'

const TITLE = 'Ignition Developer'
const JOBS = '**/api/admin/jobs'
const JOB = '**/api/admin/jobs/*'

test.beforeEach(async ({ site }) => {
  await site.deleteAllApplications()
  await site.deleteAllJobs()
})

test('without postings the page says so; Refresh reloads it, and Logout leaves it', async ({ page, site }) => {
  await openAdmin(page, site, '/admin/jobs', 'Job Postings')
  await expect(page.getByText('No job postings yet.')).toBeVisible()
  await site.createJob({ title: TITLE })
  const loading = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await loading
  await expectRows(page, [TITLE])
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click()
  await expectToast(page, 'Logged out')
  await expect(page).toHaveURL('/')
})

test('the table shows every column, its fallbacks and the badge of every state', async ({ page, site }) => {
  const states = {
    'An active job': { isActive: true },
    'A filled job': { status: 'filled' },
    'A draft': { status: 'draft', isActive: false },
    'A cancelled job': { status: 'cancelled' },
    'An inactive job': { isActive: false },
  }
  for (const [title, changes] of Object.entries(states)) {
    await site.updateJob(await site.createJob({ title, department: null }), changes)
  }
  await openAdmin(page, site, '/admin/jobs', 'Job Postings')
  const heads = ['Job Title', 'Location', 'Type', 'Department', 'Status', 'Created', 'Job Closed Date', 'Actions']
  await expect(page.getByRole('columnheader')).toHaveText(heads)
  const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'America/Chicago' }).format()
  const cells = (title: string) => rowOf(page, title).getByRole('cell')
  const common = ['Midland, TX', 'Full-time', 'Not specified']
  await expect(cells('An active job')).toHaveText([...common, 'Active', today, '-', ''])
  await expect(cells('A filled job')).toHaveText([...common, 'Filled', today, today, ''])
  await expect(cells('A draft')).toHaveText([...common, 'Draft', today, '-', ''])
  await expect(cells('A cancelled job')).toHaveText([...common, 'Cancelled', today, today, ''])
  await expect(cells('An inactive job')).toHaveText([...common, 'Inactive', today, '-', ''])
})

test('a posting is taken off the site, put back, cloned and filled through its menu', async ({ page, site }) => {
  const id = await site.createJob({ title: TITLE, internalJobCode: 'INT-7' })
  await site.createJob({ title: 'A draft', status: 'draft', isActive: false })
  await openAdmin(page, site, '/admin/jobs', 'Job Postings')
  const publicStatus = async () => (await page.request.get(`/api/jobs/${id}`)).status()
  await test.step('the menu offers only what applies', async () => {
    await expect((await openMenu(page, TITLE)).getByRole('menuitem')).toHaveText([
      'View details',
      'Edit',
      'Clone',
      'Copy link with source',
      'Mark as filled',
      'Deactivate',
      'Delete',
    ])
    await page.keyboard.press('Escape')
    await expect((await openMenu(page, 'A draft')).getByRole('menuitem')).toHaveText([
      'View details',
      'Edit',
      'Clone',
      'Activate',
      'Delete',
    ])
    await page.keyboard.press('Escape')
  })
  await test.step('the toggle takes a posting off the site and puts it back', async () => {
    await choose(page, TITLE, 'Deactivate')
    await expectToast(page, 'Job status updated')
    await expect(rowOf(page, TITLE)).toContainText('Inactive')
    expect(await publicStatus()).toBe(404)
    await choose(page, TITLE, 'Activate')
    await expect(rowOf(page, TITLE).getByText('Active', { exact: true })).toBeVisible()
    await expect.poll(publicStatus).toBe(200)
    await expectToast(page, 'Job status updated')
    await expect(toasts(page)).not.toContainText('visitors')
  })
  await test.step('mark as filled closes the posting today, and visitors can no longer apply', async () => {
    await choose(page, TITLE, 'Mark as filled')
    await expectToast(page, 'Job marked as filled')
    const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'America/Chicago' }).format()
    await expect(rowOf(page, TITLE).getByRole('cell')).toContainText(['Filled', today, today])
    await expect((await openMenu(page, TITLE)).getByRole('menuitem', { name: 'Mark as filled' })).toHaveCount(0)
    expect(await publicStatus()).toBe(404)
    await page.keyboard.press('Escape')
  })
  await test.step('a clone is a draft of the same title with its own code, and says so', async () => {
    await choose(page, TITLE, 'Clone')
    await expectToast(page, 'Job cloned successfully')
    await expect(rowOf(page, TITLE)).toHaveCount(2)
    const clone = page.getByRole('row').filter({ hasText: 'Clone' })
    await expect(clone).toContainText('Draft')
    await clone.getByRole('button', { name: `Actions for ${TITLE}` }).click()
    await page.getByRole('menuitem', { name: 'View details' }).click()
    const dialog = page.getByRole('dialog', { name: TITLE })
    await expect(dialog.getByText('INT-7-COPY', { exact: true })).toBeVisible()
    await expect(dialog.getByText('Cloned from')).toBeVisible()
    await expect(dialog.getByRole('definition').last()).toContainText(String(id))
  })
})

test('a posting that is no longer open stays out of sight when it is switched on, and the notice says why', async ({
  page,
  site,
}) => {
  const id = await site.createJob({ title: TITLE })
  await site.updateJob(id, { status: 'filled' })
  await site.updateJob(id, { isActive: false })
  await openAdmin(page, site, '/admin/jobs', 'Job Postings')
  await choose(page, TITLE, 'Activate')
  const words = 'It is filled, so visitors cannot see it. Choose Edit to change its Job Status.'
  await expectToast(page, 'Job status updated', words)
  expect((await page.request.get(`/api/jobs/${id}`)).status()).toBe(404)
  await choose(page, TITLE, 'Deactivate')
  await expect(toasts(page)).not.toContainText('visitors')
  await expectToast(page, 'Job status updated')
})

test('delete says how many applications there are; they stay as Unknown Position', async ({ page, site }) => {
  const jobId = String(await site.createJob({ title: TITLE }))
  await site.createJob({ title: 'Without applications' })
  await site.apply({ name: 'Amy First', email: 'amy@example.com', jobId })
  await site.apply({ name: 'Ben Second', email: 'ben@example.com', jobId })
  await openAdmin(page, site, '/admin/jobs', 'Job Postings')
  const dialog = page.getByRole('dialog', { name: 'Delete Job Posting' })
  await choose(page, 'Without applications', 'Delete')
  await expect(dialog.getByRole('status')).toHaveText('It has no applications.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await choose(page, TITLE, 'Delete')
  await expect(dialog).toContainText(`Are you sure you want to delete “${TITLE}”? This action cannot be undone.`)
  const words = 'Its 2 applications are not deleted. They will be listed under “Unknown Position”.'
  await expect(dialog.getByRole('status')).toHaveText(words)
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await expectToast(page, 'Job deleted')
  await expectRows(page, ['Without applications'])
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Dashboard' }).click()
  await expect(rowOf(page, 'Amy First')).toContainText('Unknown Position')
})

const REFUSALS = [
  ['Clone', JOBS, 'POST', 'Clone failed', 'Failed to clone job posting'],
  ['Mark as filled', JOB, 'PATCH', 'Update failed', 'Failed to mark job as filled'],
  ['Deactivate', JOB, 'PATCH', 'Update failed', 'Failed to update job status'],
  ['Delete', JOB, 'DELETE', 'Delete failed', 'Failed to delete job posting'],
] as const

test('a refused change is reverted and shows a toast', async ({ page, site }) => {
  await site.createJob({ title: TITLE })
  await openAdmin(page, site, '/admin/jobs', 'Job Postings')
  for (const [action, pattern, method, title, text] of REFUSALS) {
    await test.step(action, async () => {
      await refuse(page, pattern, method)
      await choose(page, TITLE, action)
      const dialog = page.getByRole('dialog')
      if (action === 'Delete') await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
      await expectToast(page, title, text)
      await expectRows(page, [TITLE])
      await expect(rowOf(page, TITLE).getByText('Active', { exact: true })).toBeVisible()
    })
  }
})

test('a list that cannot be loaded shows a message and is retried until it loads', async ({ page, site }) => {
  await site.createJob({ title: TITLE })
  await page.route('**/api/jobs', (route) => route.fulfill({ status: 500 }))
  await page.clock.install()
  await openAdmin(page, site, '/admin/jobs', 'Job Postings')
  await expect(page.getByText('Loading job postings...')).toBeAttached()
  const failure = page.getByRole('main').getByRole('alert')
  await runUntil(page, 1_000, () => expect(failure).toContainText('could not be loaded', { timeout: 300 }))
  await expect(failure).toHaveText(/^The job postings could not be loaded\. Trying again every few seconds\./)
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect(failure).toBeVisible()
  await page.unrouteAll()
  await runUntil(page, 10_000, () => expect(failure).toHaveCount(0, { timeout: 300 }))
  await expectRows(page, [TITLE])
})
