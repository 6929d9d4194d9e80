import { composeDescription, emptySections } from '../../contract/jobs/job-description.ts'
import { expectFocusKept } from '../steps/focus-steps.ts'
import { expect, test } from '../steps/site.ts'
import { applicationForm, holdRequests, jobCard, openApplication, tabTo, toasts, visit } from '../steps/steps.ts'

const TITLE = 'Edge Engineer'
const EMPTY = 'No active job postings at the moment. Please check back soon for new opportunities.'
const LIST_CALL = '**/api/jobs?active=true'

test.beforeEach(async ({ site }) => site.deleteAllJobs())

test('the active postings are cards with all their facts', async ({ page, site }) => {
  const overview = 'Bring pads online. '.repeat(20).trim()
  const description = composeDescription({ ...emptySections(), 'Job Overview': overview })
  await site.createJob({ title: TITLE, jobType: 'Contract', location: 'Odessa, TX', description })
  const bare = { title: 'Bare Minimum', department: null, salaryRange: null, description: 'Short and sweet.' }
  await site.createJob({ title: 'Listed', description: 'You will:\n- build screens\n- test them.\n- ship' })
  await site.createJob(bare)
  await site.createJob({ title: 'Drafted', status: 'draft', isActive: false })
  await site.createJob({ title: 'Switched off', isActive: false })
  await site.createJob({ title: 'Filled', status: 'filled', isActive: false })
  await visit(page, '/')
  await test.step('only active postings are listed', async () => {
    await expect(page.getByRole('button', { name: 'Apply Now' })).toHaveCount(3)
    await expect(jobCard(page, TITLE)).toBeVisible()
  })
  await test.step('a card shows title, type, location, department, salary, the day, and the first 150 characters', async () => {
    const card = jobCard(page, TITLE)
    for (const fact of ['Contract', 'Odessa, TX', 'Engineering', '$95,000 - $120,000']) {
      await expect(card.getByText(fact, { exact: true })).toBeVisible()
    }
    await expect(card.getByText(`${overview.slice(0, 150)}...`, { exact: true })).toBeVisible()
    const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date())
    await expect(card.getByText(today)).toBeVisible()
    await expect(card.getByRole('link', { name: 'View Full Job Page' })).toHaveAttribute('href', /^\/jobs\/\d+$/)
  })
  await test.step('a card without department and salary shows neither, and a short description whole', async () => {
    const card = jobCard(page, 'Bare Minimum')
    await expect(card.getByText('Short and sweet.', { exact: true })).toBeVisible()
    await expect(card.getByRole('list').getByRole('listitem')).toHaveText([
      'Midland, TX',
      'Full-time',
      /^\w+ \d+, \d{4}$/,
    ])
    await expect(card).not.toContainText(/null|undefined|\.\.\./)
  })
  await test.step('a list in a description is a sentence on its card', async () => {
    await expect(
      jobCard(page, 'Listed').getByText('You will: build screens; test them. ship.', { exact: true }),
    ).toBeVisible()
  })
  await test.step('a creation date that cannot be read shows Recently posted', async () => {
    await page.route(LIST_CALL, async (route) => {
      const whole = await route.fetch({ headers: { ...route.request().headers(), 'if-none-match': '' } })
      const jobs = (await whole.json()) as object[]
      await route.fulfill({ json: jobs.map((job) => ({ ...job, createdAt: 'some day' })) })
    })
    await visit(page, '/')
    await expect(jobCard(page, TITLE).getByText('Recently posted', { exact: true })).toBeVisible()
  })
})

test('the whole row is the link of its title, its facts included', async ({ page, site }) => {
  await site.createJob({ title: TITLE, location: 'Odessa, TX' })
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    for (const text of ['Odessa, TX', 'Full-time', 'Engineering']) {
      await visit(page, '/')
      // Not the fact itself: what lies over it takes the click.
      await jobCard(page, TITLE).getByText(text, { exact: true }).click({ force: true })
      await expect(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible()
    }
  }
})

test('a loading list says so, and a failed one is never shown as empty', async ({ page, site }) => {
  await site.createJob({ title: TITLE })
  await test.step('while the list loads the page says so', async () => {
    await visit(page, '/recovery')
    const release = await holdRequests(page, LIST_CALL)
    await page.getByRole('banner').getByRole('link').first().click()
    await expect(page.getByText('Loading available positions...', { exact: true })).toBeVisible()
    await expect(page.getByText(EMPTY)).toHaveCount(0)
    release()
    await expect(jobCard(page, TITLE)).toBeVisible()
    await expect(page.getByText('Loading available positions...')).toHaveCount(0)
    await page.unroute(LIST_CALL)
  })
  await test.step('a list that fails is tried three times, then says so, and can be retried', async () => {
    let attempts = 0
    await visit(page, '/recovery')
    await page.clock.install()
    await page.route(LIST_CALL, async (route) => {
      attempts += 1
      await (attempts === 2 ? route.abort() : route.fulfill({ status: 500 }))
    })
    await page.getByRole('banner').getByRole('link').first().click()
    await expect.poll(() => attempts).toBe(1)
    await page.clock.runFor(1_000)
    await expect.poll(() => attempts).toBe(2)
    await expect(page.getByText('Loading available positions...')).toBeVisible()
    await page.clock.runFor(2_000)
    await expect(page.getByRole('main').getByRole('alert')).toContainText(/could not be loaded/)
    expect(attempts).toBe(3)
    await expect(page.getByText(EMPTY)).toHaveCount(0)
    await page.unroute(LIST_CALL)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(jobCard(page, TITLE)).toBeVisible()
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
    await expectFocusKept(page, 'the list is there')
  })
  await test.step('a list that is there stays when a refetch fails', async () => {
    await page.route(LIST_CALL, (route) => route.abort())
    const failing = page.waitForEvent('requestfailed')
    await visit(page, '/')
    await failing
    await expect(jobCard(page, TITLE)).toBeVisible()
  })
})

test('coming back to the window shows a posting that is new', async ({ page, site }) => {
  await site.createJob({ title: TITLE })
  const fetched = page.waitForResponse(LIST_CALL)
  await visit(page, '/')
  await fetched
  await site.createJob({ title: 'Just published' })
  // Repeated, since focus during the first fetch rightly starts no second one.
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(jobCard(page, 'Just published')).toBeVisible({ timeout: 1_000 })
  }).toPass()
})

test('details and application open over the list, and give the focus back', async ({ page, site }) => {
  const description = composeDescription({
    ...emptySections(),
    'Job Overview': `${'Long words. '.repeat(30)}The end of it.`,
    'Key Responsibilities': '- Build\n- Commission',
  })
  await site.createJob({ title: TITLE, description })
  await visit(page, '/')
  await test.step('the details dialog shows the whole posting, closes, and gives the focus back', async () => {
    const opener = jobCard(page, TITLE).getByRole('button', { name: 'View Details' })
    const dialog = page.getByRole('dialog', { name: TITLE, exact: true })
    await opener.click()
    for (const heading of ['Job Overview', 'Key Responsibilities', 'Benefits & Perks', 'Requirements']) {
      await expect(dialog.getByRole('heading', { name: heading, exact: true })).toBeVisible()
    }
    await expect(dialog.getByText(/The end of it\.$/)).toBeVisible()
    for (const fact of ['Full-time', 'Midland, TX', 'Engineering', '$95,000 - $120,000']) {
      await expect(dialog.getByText(fact, { exact: true })).toBeVisible()
    }
    await dialog.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await expect(opener).toBeFocused()

    await page.keyboard.press('Enter')
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(opener).toBeFocused()
  })
  await test.step('Apply for This Position closes the details and opens the application', async () => {
    const opener = jobCard(page, TITLE).getByRole('button', { name: 'View Details' })
    await opener.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Apply for This Position', exact: true }).click()
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await expect(page.getByRole('dialog', { name: `Apply for ${TITLE}`, exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(opener).toBeFocused()
  })
  await test.step('the application dialog opens without the details, traps the focus, and returns it', async () => {
    await openApplication(page, TITLE)
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await tabTo(page, applicationForm(page).getByRole('button', { name: 'Submit Application' }))
    await page.keyboard.press('Tab')
    const isInside = () => page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)
    expect(await isInside()).toBe(true)
    await page.keyboard.press('Shift+Tab')
    expect(await isInside()).toBe(true)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(jobCard(page, TITLE).getByRole('button', { name: 'Apply Now' })).toBeFocused()
    await expect(toasts(page)).toHaveCount(0)
  })
})
