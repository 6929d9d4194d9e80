import type { Page } from '@playwright/test'
import { ACTIVE_JOBS } from '../../contract/wire/paths.ts'
import { expectUsable } from '../steps/accessible-steps.ts'
import { DEMO_POSTINGS } from '../steps/demo-postings.ts'
import { expectFocusKept } from '../steps/focus-steps.ts'
import { expect, type Site, test } from '../steps/site.ts'
import { jobCard, visit } from '../steps/steps.ts'

/** Seven postings of two departments, with pay from 41,600 (20 an hour) to 110,000 a year. */
async function createPostings(site: Site): Promise<void> {
  const pay = (thousands: number) => ({ salaryRange: `$${thousands - 10},000 - $${thousands},000 per year` })
  await site.createJob({ title: 'Pipeline Welder', department: 'Field', location: 'Odessa, Texas', ...pay(50) })
  await site.createJob({ title: 'Pipeline Inspector', department: 'Field', location: 'Odessa, Texas', ...pay(60) })
  await site.createJob({ title: 'Field Driver', department: 'Field', jobType: 'Part-time', salaryRange: null })
  await site.createJob({ title: 'Edge Engineer', department: 'Software', location: 'Remote (US)', ...pay(110) })
  await site.createJob({ title: 'Data Engineer', department: 'Software', location: 'Remote (US)', ...pay(90) })
  const requirements = 'You speak Núñez and Modbus.'
  await site.createJob({ title: 'Protocol Engineer', department: 'Software', requirements, ...pay(90) })
  await site.createJob({ title: 'Intern', department: 'Software', jobType: 'Internship', salaryRange: '$20 per hour' })
}

const titles = (page: Page) => page.locator('#careers').getByRole('heading', { level: 3 })
const facet = (page: Page, name: string) => page.getByRole('search').getByRole('combobox', { name })

test.beforeEach(async ({ site }) => site.deleteAllJobs())

test('filters appear from six open postings on', async ({ page, site }) => {
  for (const posting of DEMO_POSTINGS.slice(0, 5)) await site.createJob(posting)
  await visit(page, '/?type=Contract')
  await expect(page.getByRole('button', { name: 'Apply Now' })).toHaveCount(5)
  await expect(page.getByRole('search')).toHaveCount(0)
  await site.createJob(DEMO_POSTINGS[5])
  await visit(page, '/')
  await expect(page.getByRole('search')).toBeVisible()
})

test('a choice or a word filters the list at once, in the address, with the counts of the others', async ({
  page,
  site,
}) => {
  await createPostings(site)
  await visit(page, '/')
  await expect(facet(page, 'Department').getByRole('option')).toHaveText([
    'Any department',
    'Software (4)',
    'Field (3)',
  ])
  await expect(facet(page, 'Place').getByRole('option', { name: 'Remote (2)' })).toBeAttached()

  await test.step('a facet', async () => {
    await facet(page, 'Department').selectOption('Software')
    await expect(page.getByText('4 of 7 positions', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Search' })).toBeHidden()
    await expect(titles(page)).toHaveText(['Intern', 'Protocol Engineer', 'Data Engineer', 'Edge Engineer'])
    await expect(page).toHaveURL(/\?department=Software$/)
    // Those of its own facet are counted as if nothing were chosen in it.
    await expect(facet(page, 'Department').getByRole('option', { name: 'Field (3)' })).toBeAttached()
    await expect(facet(page, 'Job type').getByRole('option')).toHaveText([
      'Any type',
      'Full-time (3)',
      'Internship (1)',
    ])
  })
  await test.step('another one: pay by the year, hourly pay included', async () => {
    await facet(page, 'Pay').selectOption({ label: '$90k+ (3)' })
    await expect(titles(page)).toHaveText(['Protocol Engineer', 'Data Engineer', 'Edge Engineer'])
  })
  await test.step('the beginning of a word, in any section and without its accents', async () => {
    await page.getByRole('searchbox', { name: 'Search positions' }).fill('nune modb')
    await expect(titles(page)).toHaveText(['Protocol Engineer'])
    await expect(page).toHaveURL(/\?q=nune\+modb&department=Software&pay=90000$/)
  })
  await test.step('a position and back keep the filters', async () => {
    await titles(page).getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1, name: 'Protocol Engineer' })).toBeVisible()
    await page.goBack()
    await expect(titles(page)).toHaveText(['Protocol Engineer'])
    await expect(facet(page, 'Department')).toHaveValue('Software')
    await expect(page.getByRole('searchbox')).toHaveValue('nune modb')
  })
  await test.step('the filters can be cleared while positions remain', async () => {
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await expect(titles(page)).toHaveCount(7)
    await expect(page.getByRole('link', { name: 'Clear filters' })).toHaveCount(0)
    await expectFocusKept(page, 'the filters are cleared')
    await expect(page).toHaveURL(/\/$/)
  })
  await test.step('no position fits, and all of them come back', async () => {
    await page.getByRole('searchbox').fill('astronaut')
    await expect(page.getByRole('heading', { name: 'No position fits' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'apply without a posting' })).toHaveAttribute(
      'href',
      '#application-form',
    )
    await page.getByRole('link', { name: 'Show all positions' }).click()
    await expect(titles(page)).toHaveCount(7)
    await expect(page.getByRole('searchbox')).toHaveValue('')
    await expect(page).toHaveURL(/\/$/)
  })
})

test('without JavaScript the filters are a form that the server handles', async ({ browser, site }) => {
  await createPostings(site)
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url })
  const page = await context.newPage()
  await page.goto('/')
  await page.getByRole('searchbox').fill('engineer')
  await facet(page, 'Place').selectOption('Remote')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(titles(page)).toHaveText(['Data Engineer', 'Edge Engineer'])
  await expect(page.getByText('2 of 7 positions', { exact: true })).toBeVisible()
  await expect(facet(page, 'Place')).toHaveValue('Remote')
  await expect(page.getByRole('link', { name: 'Clear filters' })).toHaveAttribute('href', '/#careers')
  await facet(page, 'Job type').selectOption('')
  await page.getByRole('searchbox').fill('welder')
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByRole('heading', { name: 'No position fits' })).toBeVisible()
  await page.getByRole('link', { name: 'Show all positions' }).click()
  await expect(titles(page)).toHaveCount(7)
  await context.close()
})

test('the page brings the rows once; the whole postings come with the first filter or dialog', async ({
  page,
  site,
}) => {
  await createPostings(site)
  const statuses: number[] = []
  page.on('response', (response) => response.url().endsWith(ACTIVE_JOBS) && statuses.push(response.status()))
  const fetched = page.waitForResponse(`**${ACTIVE_JOBS}`)
  await visit(page, '/')
  await fetched
  expect(statuses[0]).toBe(304)
  await jobCard(page, 'Protocol Engineer').getByRole('button', { name: 'View Details' }).click()
  await expect(page.getByRole('dialog').getByText('You speak Núñez and Modbus.')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox').fill('welder')
  await expect(titles(page)).toHaveText(['Pipeline Welder'])
  expect(statuses).toContain(200)
})

test('the filters and the empty list are accessible, from 320 to 2560 px, light and dark', async ({ page, site }) => {
  await createPostings(site)
  for (const address of ['/?department=Software', '/?q=astronaut', '/no-such-page']) {
    await visit(page, address)
    await expectUsable(page, address)
  }
})

test('the application form is there again after a visit to a position', async ({ page, site }) => {
  await site.createJob({ title: 'Edge Engineer' })
  await visit(page, '/')
  await jobCard(page, 'Edge Engineer').getByRole('link', { name: 'View Full Job Page' }).click()
  await page.getByRole('link', { name: 'Back to Jobs' }).click()
  await expect(jobCard(page, 'Edge Engineer')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: /Join the innovation team/ })).toBeVisible()
  await page.getByRole('heading', { name: 'Apply without a posting' }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('form', { name: 'Application' })).toBeVisible()
})
