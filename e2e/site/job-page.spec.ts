import type { Page } from '@playwright/test'
import { composeDescription, emptySections } from '../../contract/jobs/job-description.ts'
import { expectNoViolations } from '../steps/accessible-steps.ts'
import { expect, test } from '../steps/site.ts'
import { holdRequests, jobCard, visit } from '../steps/steps.ts'

const TITLE = 'Controls Field Technician'

const FULL = composeDescription({
  'Job Overview': 'Keep pads running.\nDay and night.\n\nA second paragraph.',
  Description: 'A truck, a laptop, <b>no HTML</b> & <img src="x" onerror="document.title=1">.',
  'Key Responsibilities': '- Wire panels\n- Tune loops\n\n1. Arrive\n2. Repair',
  'Growth & Culture Fit': 'You like to learn.',
  'Benefits & Perks': 'From the section.',
})

test.beforeEach(async ({ site }) => site.deleteAllJobs())

test('the page shows every public field of a posting, and nothing else', async ({ page, site }) => {
  await test.step('the facts, all five sections, requirements and the summary', async () => {
    const id = await site.createJob({ title: TITLE, description: FULL, benefits: 'From the field.' })
    const response = await page.goto(`/jobs/${id}`)
    expect(response?.status()).toBe(200)
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1 })).toHaveText(TITLE)
    await expect(main.getByText('We answer within 10 days.', { exact: true })).toBeVisible()
    await expect(main.getByRole('heading', { level: 2 })).toHaveText([
      'Job Overview',
      'Description',
      'Key Responsibilities',
      'Requirements',
      'Growth & Culture Fit',
      'Benefits & Perks',
      'Job Summary',
    ])
    await expect(main.getByText('From the section.')).toBeVisible()
    await expect(main.getByText('From the field.')).toHaveCount(0)
    const summary = page.getByRole('region', { name: 'Job Summary' })
    for (const fact of ['Full-time', 'Midland, TX', 'Engineering', '$95,000 - $120,000']) {
      await expect(summary.getByText(fact, { exact: true })).toBeVisible()
      await expect(main.getByText(fact, { exact: true }).first()).toBeVisible()
    }
    const badge = summary.getByText('Active', { exact: true })
    const [red = 0, green = 0, blue = 0] = await badge.evaluate((element) =>
      (getComputedStyle(element).color.match(/\d+/g) ?? []).map(Number),
    )
    expect(green).toBeGreaterThan(Math.max(red, blue))
  })
  await test.step('lists read as lists, paragraphs as paragraphs, and HTML stays text', async () => {
    const main = page.getByRole('main')
    for (const item of ['Wire panels', 'Tune loops', 'Arrive', 'Repair']) {
      await expect(main.getByRole('listitem').filter({ hasText: item })).toHaveText(item)
    }
    await expect(main.getByText('A second paragraph.', { exact: true })).toBeVisible()
    await expect(main.getByText('<b>no HTML</b> & <img src="x" onerror="document.title=1">')).toBeVisible()
    await expect(main.getByRole('img', { name: 'x' })).toHaveCount(0)
    await expect(page).toHaveTitle(new RegExp(`^${TITLE}.* \\| `))
  })
  await test.step('without a section for them the benefits come from their field; what is empty is not shown', async () => {
    const description = composeDescription({ ...emptySections(), 'Job Overview': 'Short.' })
    const id = await site.createJob({ department: null, salaryRange: null, description, benefits: 'Health insurance' })
    await visit(page, `/jobs/${id}`)
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { name: 'Benefits & Perks' })).toBeVisible()
    await expect(main.getByText('Health insurance')).toBeVisible()
    await expect(main.getByRole('heading', { name: 'Description', exact: true })).toHaveCount(0)
    await expect(main).not.toContainText(/Department|Salary|null|undefined/)
  })
  await test.step('Back to Jobs returns to the landing page', async () => {
    await page.getByText('Back to Jobs', { exact: true }).click()
    await expect(page).toHaveURL('/')
    await expect(jobCard(page, TITLE)).toBeVisible()
  })
})

test('page and dialog say how much travel, which rotation, until when one can apply, and what happens then', async ({
  page,
  site,
}) => {
  const hiringSteps = ['A call with the crew lead', 'A day at the shop']
  const facts = { travel: 'Up to 20%', rotation: '14 days on, 14 off', closingDate: '2099-01-12', hiringSteps }
  const pay = { salaryRange: null, payMin: 34, payMax: 44.5, payCurrency: 'USD', payPeriod: 'hour' } as const
  const id = await site.createJob({ title: TITLE, description: FULL, ...facts, ...pay })
  const lines = ['Travel: Up to 20%', 'Rotation: 14 days on, 14 off', 'Apply by January 12, 2099', ...hiringSteps]
  await visit(page, `/jobs/${id}`)
  const main = page.getByRole('main')
  for (const line of lines) await expect(main.getByText(line, { exact: true })).toBeVisible()
  const summary = page.getByRole('region', { name: 'Job Summary' })
  await expect(summary).toContainText('TravelUp to 20%Rotation14 days on, 14 offApply byJanuary 12, 2099')
  await expect(summary).toContainText('Salary range$34 - $44.50 per hour')
  await expectNoViolations(page, 'job page with all facts')
  await visit(page, '/')
  await expect(jobCard(page, TITLE).getByText('$34 - $44.50 per hour', { exact: true })).toBeVisible()
  await jobCard(page, TITLE).getByRole('button', { name: 'View Details' }).click()
  const dialog = page.getByRole('dialog')
  for (const line of [...lines, '$34 - $44.50 per hour'])
    await expect(dialog.getByText(line, { exact: true })).toBeVisible()
  await expectNoViolations(page, 'details dialog with all facts')
})

test('closed postings and invalid ids are 404 with Job Not Found and a link home', async ({ page, site }) => {
  const draft = await site.createJob({ status: 'draft', isActive: false })
  for (const id of [String(draft), 'abc']) {
    const response = await page.goto(`/jobs/${id}`)
    expect(response?.status(), id).toBe(404)
    await expectNotFound(page)
  }
  await visit(page, '/jobs/abc')
  await expect(page).toHaveTitle(/Job Not Found/)
  await page.getByText('Back to Home', { exact: true }).click()
  await expect(page).toHaveURL('/')
})

test('from the landing page it says that it is loading, then shows what a reload shows', async ({ page, site }) => {
  const id = await site.createJob({ title: TITLE, description: FULL })
  await visit(page, '/')
  const release = await holdRequests(page, `**/api/jobs/${id}`)
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await jobCard(page, TITLE).getByRole('link', { name: 'View Full Job Page' }).click()
  await expect(page.getByText('Loading job details...', { exact: true })).toBeVisible()
  release()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(TITLE)
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  const [title, text] = [await page.title(), await page.getByRole('main').innerText()]
  await page.reload()
  await expect(page.getByRole('main')).toHaveText(text, { useInnerText: true })
  await expect(page).toHaveTitle(title)
  await page.goBack()
  await expect(jobCard(page, TITLE)).toBeVisible()
})

test('a posting that has closed, or cannot be read, shows Job Not Found', async ({ page, site }) => {
  const id = await site.createJob({ title: TITLE })
  const other = await site.createJob({ title: 'Unreadable' })
  const fetched = page.waitForResponse('**/api/jobs?active=true')
  await visit(page, '/')
  await fetched
  await site.updateJob(id, { isActive: false })
  await jobCard(page, TITLE).getByRole('link', { name: 'View Full Job Page' }).click()
  await expectNotFound(page)

  await page.goBack()
  await page.route(`**/api/jobs/${other}`, (route) => route.fulfill({ status: 500 }))
  await jobCard(page, 'Unreadable').getByRole('link', { name: 'View Full Job Page' }).click()
  await expect(page.getByText('Loading job details...')).toBeVisible()
  await expectNotFound(page)
})

test('a filled position stays readable, without a way to apply, and leads to a similar one', async ({ page, site }) => {
  await site.deleteAllJobs()
  const similar = await site.createJob({ title: 'A similar position' })
  const id = await site.createJob({ title: TITLE })
  const fetched = page.waitForResponse('**/api/jobs?active=true')
  await visit(page, '/')
  await fetched
  await site.updateJob(id, { status: 'filled' })
  await test.step('also for those who follow a link from before', async () => {
    await jobCard(page, TITLE).getByRole('link', { name: 'View Full Job Page' }).click()
    await expect(page.getByRole('heading', { name: 'This position has been filled' })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(TITLE)
    await expect(page).toHaveTitle(new RegExp(`^${TITLE}`))
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  })
  await expectNoViolations(page, 'a filled position')
  await page.getByRole('link', { name: 'A similar position' }).click()
  await expect(page).toHaveURL(`/jobs/${similar}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A similar position')
  await test.step('which closes too', async () => {
    await site.updateJob(similar, { status: 'cancelled' })
    await page.reload()
    await expect(page.getByRole('heading', { name: 'This position is no longer open' })).toBeVisible()
  })
})

async function expectNotFound(page: Page): Promise<void> {
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'Job Not Found', exact: true })).toBeVisible()
  const words = "The job posting you're looking for doesn't exist or has been removed."
  await expect(main.getByText(words, { exact: true })).toBeVisible()
  await expect(main.getByText('Back to Home', { exact: true })).toBeVisible()
}
