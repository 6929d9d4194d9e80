import type { Locator, Page } from '@playwright/test'
import { choose, expectRows, expectStats, expectTabs, expectTitle, openAdmin, rowOf } from '../../steps/admin-steps.ts'
import { expect, type Site, test } from '../../steps/site.ts'
import { toasts, visit } from '../../steps/steps.ts'

const OPEN = 'Ignition Developer'
const GONE = 'Night Operator'
const EMPTY = 'No applications found in this category'

test.beforeEach(async ({ page, site }) => {
  await site.deleteAllApplications()
  await site.deleteAllJobs()
  await fill(site)
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  await expectTabs(page, [3, 1, 1, 0, 1, 1])
})

test('the dashboard counts, filters, finds and sorts what is stored', async ({ page }) => {
  await test.step('there is no recovery card before the first resubmission', async () => {
    await expectStats(page, [7, 1, 3, 1])
    await expect(page.getByRole('heading', { name: 'Data Recovery Status' })).toHaveCount(0)
  })
  await test.step('a row shows every column, with its fallbacks and the cut note', () => expectColumns(page))
  await test.step('the job filter changes the tabs and the rows but not the stat cards', () => expectFilter(page))
  await test.step('the search finds names, addresses and notes, says when it finds nothing, and can be cleared', () =>
    expectSearch(page))
  await test.step('the heads of the columns sort, and say how', () => expectSorting(page))
  await test.step('stat cards and tabs count what is stored, and each tab shows its own rows, newest first', () =>
    expectOwnRows(page))
  await test.step('on a phone the rows are cards with the same words and actions', () => expectCards(page))
})

test('the address preserves the view, and Back undoes changes', async ({ page }) => {
  await test.step('Back undoes a tab, a filter and a sort one by one, with the search as it stood, and not its letters', () =>
    expectUndone(page))
  await test.step('the address preserves tab, filter, search and sort after a reload and Back', () =>
    expectAddressKeeps(page))
})

test('the dashboard follows what arrives, and catches up after a failure', async ({ page, site }) => {
  await test.step('Refresh shows what has arrived: here a recovery application, with the card, the badge and the highlight', async () => {
    await site.apply({ name: 'Kim Again', email: 'kim@example.com', note: 'DATA RECOVERY RESUBMISSION\nOnce more.' })
    await page.getByRole('button', { name: 'Refresh' }).click()
    const card = page.getByRole('region', { name: 'Data Recovery Status' })
    await expect(card.getByRole('definition')).toHaveText(['1', '0', 'Unknown'])
    const row = page.getByRole('row').filter({ hasText: 'kim@example.com' })
    await expect(row.getByText('Recovery', { exact: true })).toBeVisible()
    const colour = (of: Locator) => of.evaluate((element) => getComputedStyle(element).backgroundColor)
    expect(await colour(row)).not.toBe(await colour(rowOf(page, 'Bea Pending')))
  })
  await test.step('a new application is there after 30 seconds, and an open dialog stays', async () => {
    await page.clock.install()
    await page.reload()
    await expect(rowOf(page, 'Bea Pending')).toBeVisible()
    await site.apply({ name: 'Jon Latest', email: 'jon@example.com' })
    await rowOf(page, 'Bea Pending').getByRole('button', { name: 'Details' }).click()
    await expect(page.getByRole('dialog', { name: 'Application Details' })).toBeVisible()
    await page.clock.runFor(31_000)
    await expect(page.getByRole('button', { name: '1 new · Show', includeHidden: true })).toBeAttached()
    await expect(page.getByRole('dialog', { name: 'Application Details' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '1 new · Show' }).click()
    await expect(rowOf(page, 'Jon Latest')).toBeVisible()
  })
  await test.step('a failing server shows a message and is retried until the list loads', async () => {
    await page.route('**/api/applications?*', (route) => route.fulfill({ status: 500 }))
    await page.reload()
    await expect(page.getByText('Loading applications...')).toBeAttached()
    await page.clock.runFor(10_000)
    await expect(page.getByText('The applications could not be loaded.')).toBeVisible()
    await page.unroute('**/api/applications?*')
    await page.clock.runFor(60_000)
    await expect(rowOf(page, 'Bea Pending')).toBeVisible()
    await expect(toasts(page)).toHaveCount(0)
  })
})

async function expectOwnRows(page: Page): Promise<void> {
  await expectStats(page, [7, 1, 3, 1])
  await page.getByRole('columnheader', { name: 'Date Applied' }).getByRole('button').click()
  await expectRows(page, ['Dan Pending', 'Carl Pending', 'Bea Pending'])
  const tabs: Array<[string, string[]]> = [
    ['Reviewing', ['Eve Reviewing']],
    ['Interview', ['Fay Interview']],
    ['Rejected', ['Gus Rejected']],
    ['Archived', ['Hal Archived']],
  ]
  for (const [tab, names] of tabs) {
    await page.getByRole('tab', { name: tab }).click()
    await expectRows(page, names)
  }
  await page.getByRole('tab', { name: 'Hired' }).click()
  await expect(page.getByText(EMPTY, { exact: true })).toBeVisible()
  await expect(page.getByText('Try another tab. New applications appear under Pending.')).toBeVisible()
  await page.getByRole('tab', { name: 'Pending' }).click()
}

async function expectColumns(page: Page): Promise<void> {
  await expectRows(page, ['Dan Pending', 'Carl Pending', 'Bea Pending'])
  const heads = ['Name', 'Email', 'Phone', 'Job Position', 'Note', 'Status', 'Date Applied', 'Resume', 'Actions']
  await expect(page.getByRole('columnheader')).toHaveText(heads)
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'America/Chicago' }).format(new Date())
  const row = rowOf(page, 'Bea Pending')
  await expect(row.getByRole('cell')).toContainText([
    'bea@example.com',
    '+1 432 555 0142',
    OPEN,
    'I have worked with Ignition si...',
    'pending',
    day,
  ])
  await expect(rowOf(page, 'Carl Pending')).toContainText('General Application')
  await expect(rowOf(page, 'Carl Pending')).toContainText('No notes')
  await expect(rowOf(page, 'Dan Pending')).toContainText('Unknown Position')
}

async function expectFilter(page: Page): Promise<void> {
  const filter = page.getByLabel('Filter by Job')
  await expect(filter.getByRole('option')).toHaveText(['All Jobs', 'General Applications', OPEN])
  await filter.selectOption('General Applications')
  await expectTabs(page, [1, 0, 1, 0, 1, 1])
  await expectRows(page, ['Carl Pending'])
  await filter.selectOption(OPEN)
  await expectTabs(page, [1, 1, 0, 0, 0, 0])
  await expectRows(page, ['Bea Pending'])
  await expectStats(page, [7, 1, 3, 1])
  await filter.selectOption('All Jobs')
  await expectTabs(page, [3, 1, 1, 0, 1, 1])
}

async function expectSearch(page: Page): Promise<void> {
  const search = page.getByLabel('Search')
  await search.fill('BEA PEN')
  await expectRows(page, ['Bea Pending'])
  await search.fill('carl@')
  await expectRows(page, ['Carl Pending'])
  await search.fill('worked with ignition')
  await expectRows(page, ['Dan Pending', 'Bea Pending'])
  await search.fill('100%_nobody')
  await expect(page.getByRole('status').getByText(EMPTY, { exact: true })).toBeVisible()
  await expect(page.getByText('Searched for “100%_nobody”.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expect(search).toHaveValue('')
  await expectRows(page, ['Dan Pending', 'Carl Pending', 'Bea Pending'])
}

async function expectSorting(page: Page): Promise<void> {
  const name = page.getByRole('columnheader', { name: 'Name' })
  const date = page.getByRole('columnheader', { name: 'Date Applied' })
  await expect(date).toHaveAttribute('aria-sort', 'descending')
  await name.getByRole('button').click()
  await expect(name).toHaveAttribute('aria-sort', 'ascending')
  await expectRows(page, ['Bea Pending', 'Carl Pending', 'Dan Pending'])
  await name.getByRole('button').click()
  await expect(name).toHaveAttribute('aria-sort', 'descending')
  await expect(date).toHaveAttribute('aria-sort', 'none')
  await expectRows(page, ['Dan Pending', 'Carl Pending', 'Bea Pending'])
}

async function expectCards(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 })
  const names = page.getByRole('rowheader')
  await expect(names).toHaveText(['Dan Pending', 'Carl Pending', 'Bea Pending'])
  await expect(page.getByRole('row', { name: /Name Bea Pending Email bea@example.com Phone/ })).toBeVisible()
  await page.getByRole('button', { name: 'Filter and sort' }).click()
  await page.getByLabel('Sort by').selectOption('name')
  await expect(names).toHaveText(['Bea Pending', 'Carl Pending', 'Dan Pending'])
  await choose(page, 'Bea Pending', 'Mark as Hired')
  await expectTabs(page, [2, 1, 1, 1, 1, 1])
}

async function expectAddressKeeps(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Rejected' }).click()
  await page.getByLabel('Filter by Job').selectOption('General Applications')
  await page.getByLabel('Search').fill('gus')
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await expect(page).toHaveURL(/\?(?=.*tab=rejected)(?=.*job=none)(?=.*q=gus)(?=.*sort=name)/)
  const address = page.url()
  await page.reload()
  await expectPreserved()
  await page.getByRole('link', { name: 'Job Postings', exact: true }).first().click()
  await expectTitle(page, 'Job Postings')
  await page.goBack()
  await expectPreserved()
  await visit(page, address)
  await expectPreserved()

  async function expectPreserved() {
    await expect(page.getByRole('tab', { name: 'Rejected' })).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByLabel('Filter by Job')).toHaveValue('none')
    await expect(page.getByLabel('Search')).toHaveValue('gus')
    await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending')
    await expectRows(page, ['Gus Rejected'])
  }
}

async function expectUndone(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Archived' }).click()
  await page.getByLabel('Filter by Job').selectOption('General Applications')
  for (const words of ['h', 'ha', 'hal']) {
    await page.getByLabel('Search').fill(words)
    await expect(page).toHaveURL(`/admin/dashboard?tab=archived&job=none&q=${words}`)
  }
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await expect(page).toHaveURL('/admin/dashboard?tab=archived&job=none&q=hal&sort=name')
  await page.goBack()
  await expect(page).toHaveURL('/admin/dashboard?tab=archived&job=none&q=hal')
  await expect(page.getByRole('columnheader', { name: 'Date Applied' })).toHaveAttribute('aria-sort', 'descending')
  await page.goBack()
  await expect(page).toHaveURL('/admin/dashboard?tab=archived')
  await expect(page.getByLabel('Filter by Job')).toHaveValue('')
  await expect(page.getByLabel('Search')).toHaveValue('')
  await page.goBack()
  await expect(page).toHaveURL('/admin/dashboard')
  await expectRows(page, ['Dan Pending', 'Carl Pending', 'Bea Pending'])
  await page.goForward()
  await expectRows(page, ['Hal Archived'])
}

/** One posting, and seven applications of which one is for a posting that is gone. */
async function fill(site: Site): Promise<void> {
  const jobId = String(await site.createJob({ title: OPEN }))
  const gone = await site.createJob({ title: GONE })
  const apply = (name: string, more: Record<string, string> = {}) =>
    site.apply({ name, email: `${name.slice(0, 3).toLowerCase()}@example.com`, ...more })
  await site.updateApplication(await apply('Hal Archived'), { archived: true })
  await site.updateApplication(await apply('Gus Rejected'), { status: 'rejected' })
  await site.updateApplication(await apply('Fay Interview'), { status: 'interview' })
  await site.updateApplication(await apply('Eve Reviewing', { jobId }), { status: 'reviewing' })
  await apply('Bea Pending', { jobId })
  await apply('Carl Pending', { email: 'carl@example.com', note: '' })
  await apply('Dan Pending', { jobId: String(gone) })
  await site.deleteJob(gone)
}
