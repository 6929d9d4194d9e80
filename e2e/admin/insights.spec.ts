import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { dayIn, daysBetween } from '../../contract/promise/calendar-days.ts'
import { openDatabase } from '../../server/platform/database/sqlite/open-database.ts'
import { type History, insertHistories } from '../../test/status-history.ts'
import { expectUsable } from '../steps/accessible-steps.ts'
import { expectTitle, openAdmin } from '../steps/admin-steps.ts'
import { expectFocusKept } from '../steps/focus-steps.ts'
import { expect, type Site, test } from '../steps/site.ts'
import { expectToast, holdRequests, tabTo, visit } from '../steps/steps.ts'

const REQUEST = '**/api/admin/insights?*'
const HOUR_MS = 60 * 60 * 1000
const TITLE = '=SUM(A1), Ignition'

test.beforeEach(async ({ site }) => {
  await site.deleteAllApplications()
  await site.deleteAllJobs()
})

test('the figures, charts and tables show what is stored, and a name leads to its application', async ({
  page,
  site,
}) => {
  const job = await fill(site)
  const [from = '', today = ''] = [instant(200), Date.now()].map((at) => dayIn(new Date(at), 'America/Chicago'))
  const longest = daysBetween(from, today)
  await openAdmin(page, site, '/admin/insights', 'Insights')
  await expect(page).toHaveTitle(/^Insights \| /)
  await expectFigure(page, 'Received', /^4 *$/, 'in this period')
  await expectFigure(page, 'To first decision', /^3 +days$/, 'median of 2 decisions')
  await expectFigure(page, 'To hire', /^10 +days$/, 'median of 1 hire')
  await expectFigure(page, 'Waiting now', /^2 *$/, `longest: ${longest} days`)
  await expect(card(page, 'Applications per week').getByRole('img')).toHaveAccessibleName(/^4 applications in 26 weeks/)
  await expectTable(page, 'Funnel', [
    ['Received', '4', '100%'],
    ['Reviewing', '2', '50%'],
    ['Interview', '1', '25%'],
    ['Hired', '1', '25%'],
    ['Rejected', '1', '25%'],
  ])
  await expectTable(page, 'Where the time is spent', [
    ['Pending', '3', '3'],
    ['Reviewing', '1', '1'],
    ['Interview', '8', '1'],
    ['First decision', '3', '2'],
  ])
  const jobs = card(page, 'Applications by job')
  await expect(jobs.getByRole('listitem')).toHaveText([`${TITLE}3 75%`, 'General Application1 25%'])
  await expect(card(page, 'Oldest waiting').getByRole('rowheader')).toHaveText([/^Old Waiting/, /^New Waiting/])

  await test.step('another period and job are in the address, and Back returns', async () => {
    await page.getByLabel('Filter by Job').selectOption('General Applications')
    await expectFigure(page, 'Received', /^1 *$/, 'in this period')
    await page.getByLabel('Period').selectOption('Last 52 weeks')
    await expect(page).toHaveURL('/admin/insights?period=52&job=none')
    await expectFigure(page, 'Received', /^2 *$/, 'in this period')
    await page.goBack()
    await expect(page).toHaveURL('/admin/insights?job=none')
    await expectFigure(page, 'Received', /^1 *$/, 'in this period')
    await page.goBack()
    await expect(page.getByLabel('Filter by Job')).toHaveValue('')
    await visit(page, `/admin/insights?job=${job}`)
    await expectFigure(page, 'Received', /^3 *$/, 'in this period')
    await expect(page.getByLabel('Filter by Job')).toHaveValue(String(job))
  })
  await page.goto('/admin/insights')
  await page.getByRole('link', { name: 'Old Waiting' }).click()
  await expect(page).toHaveURL(/\/admin\/applications\/\d+\?sort=date$/)
  await expectTitle(page, 'Old Waiting')
})

test('keyboard alone: a table opens and closes, and its CSV file holds no formula', async ({ page, site }) => {
  await fill(site)
  await openAdmin(page, site, '/admin/insights', 'Insights')
  const jobs = card(page, 'Applications by job')
  await tabTo(page, jobs.getByRole('button', { name: 'Show as table' }))
  await page.keyboard.press('Enter')
  const counts = jobs.getByRole('table').getByRole('row').getByRole('cell').nth(2)
  await expect(counts).toHaveText(/^[1-3]$/)
  await expect(jobs.getByRole('button', { name: 'Hide table' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(jobs.getByRole('table')).toHaveCount(0)
  await tabTo(page, jobs.getByRole('button', { name: 'Download CSV' }))
  const downloading = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  const download = await downloading
  expect(download.suggestedFilename()).toBe('applications-by-job.csv')
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n')
  expect(lines[0]).toBe('\uFEFF"Week of","Job","Applications"')
  expect(lines.some((line) => /^"\d{4}-\d\d-\d\d","'=SUM\(A1\), Ignition",[1-3]$/.test(line))).toBe(true)
  expect(lines.filter((line) => /^"\d{4}-\d\d-\d\d","General Application",1$/.test(line))).toHaveLength(1)
})

test('the page and its tables are accessible and fit, light and dark, wide and narrow', async ({ page, site }) => {
  await fill(site)
  await openAdmin(page, site, '/admin/insights', 'Insights')
  await expect(page.getByRole('link', { name: 'Old Waiting' })).toBeVisible()
  // A table that is open has a button of another name.
  for (let charts = 4; charts > 0; charts -= 1)
    await page.getByRole('button', { name: 'Show as table' }).first().click()
  await expectUsable(page, 'insights')
})

test('loading, nothing yet, a failure and an ended session each say what to do', async ({ page, site }) => {
  await test.step('while loading, the page says so', async () => {
    const release = await holdRequests(page, REQUEST)
    await openAdmin(page, site, '/admin/insights?period=8', 'Insights')
    await expect(page.getByRole('status').filter({ hasText: 'Loading insights...' })).toBeVisible()
    release()
  })
  await test.step('without applications, it says what comes next', async () => {
    await expect(page.getByRole('status').filter({ hasText: 'No applications yet in this period.' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Publish a posting' })).toBeVisible()
    await page.getByRole('button', { name: 'Show all jobs, last 52 weeks' }).click()
    await expect(page).toHaveURL('/admin/insights?period=52')
    await expect(page.getByRole('button', { name: 'Show all jobs, last 52 weeks' })).toHaveCount(0)
    await expectFocusKept(page, 'the choice is taken back')
    await page.unrouteAll()
  })
  await test.step('of a posting that is not stored, it says that there is none, and leads to all', async () => {
    await page.goto('/admin/insights?job=2147483647')
    await expect(page.getByRole('status').filter({ hasText: 'There is no posting with this number.' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Publish a posting' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Show all jobs, last 52 weeks' }).click()
    await expect(page).toHaveURL('/admin/insights?period=52')
  })
  await test.step('after a failure, Try again reads the figures', async () => {
    await page.route(REQUEST, (route) => route.fulfill({ status: 403, json: {} }))
    await page.reload()
    await expect(page.getByRole('alert')).toContainText('The insights could not be loaded.')
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('No applications yet in this period.')).toBeVisible()
  })
  await test.step('an ended session goes to the login, which leads back', async () => {
    await page.route(REQUEST, (route) => route.fulfill({ status: 401, json: {} }))
    await page.reload()
    await expectToast(page, 'Session expired. Please log in again.')
    await expect(page).toHaveURL('/admin/login?next=%2Fadmin%2Finsights%3Fperiod%3D52')
  })
})

/** Three applications for a posting and one without, and one from before the usual period. @returns the posting */
async function fill(site: Site): Promise<number> {
  const job = await site.createJob({ title: TITLE })
  const histories: History[] = [
    // Stays: pending 1 day, reviewing 1, interview 8.
    { ...received(60), job_id: job, moves: [moved(59, 'reviewing'), moved(58, 'interview'), moved(50, 'hired')] },
    // Stays: pending 4 days.
    { ...received(40), job_id: job, moves: [moved(36, 'rejected')] },
    // Stays: pending 3 days.
    { ...received(20), job_id: job, moves: [moved(17, 'reviewing')] },
    { ...received(1), name: 'New Waiting' },
    { ...received(200), name: 'Old Waiting' },
  ]
  const db = await openDatabase(site.dataDir)
  await insertHistories(db, histories)
  await db.destroy()
  return job
}

const DAY_MS = 24 * HOUR_MS
// Around noon where the company is, so that no change of clocks moves an instant to another day.
const NOON = Math.floor((Date.now() - 18 * HOUR_MS) / DAY_MS) * DAY_MS + 18 * HOUR_MS
const instant = (daysAgo: number) => new Date(NOON - daysAgo * DAY_MS).toISOString()
const received = (daysAgo: number) => ({ created_at: instant(daysAgo) })
const moved = (daysAgo: number, to: NonNullable<History['moves']>[number][1]): [string, typeof to] => [
  instant(daysAgo),
  to,
]

function card(page: Page, title: string): Locator {
  return page.getByRole('region', { name: title, exact: true })
}

/** Expects a figure and the note under it. */
async function expectFigure(page: Page, name: string, figure: RegExp, note: string): Promise<void> {
  const figures = page.locator('dl').first().locator('> div')
  const shown = figures.filter({ has: page.getByText(name, { exact: true }) })
  await expect(shown.getByRole('definition').first()).toHaveText(figure)
  await expect(shown.getByRole('definition').last()).toContainText(note)
}

/** Opens the table of a chart and expects its rows. */
async function expectTable(page: Page, title: string, rows: string[][]): Promise<void> {
  await card(page, title).getByRole('button', { name: 'Show as table' }).click()
  const cells = card(page, title).getByRole('table').getByRole('row').getByRole('cell')
  await expect(cells).toHaveText(rows.flat())
}
