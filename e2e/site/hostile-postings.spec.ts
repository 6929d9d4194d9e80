import type { Browser, Page } from '@playwright/test'
import { visibleSections } from '../../contract/jobs/job-description.ts'
import { insertJob } from '../../server/features/jobs/job-queries.ts'
import { openDatabase } from '../../server/platform/database/sqlite/open-database.ts'
import type { JobRow } from '../../server/platform/database/tables.ts'
import { HOSTILE, hostileRows, wordsOf } from '../../test/search-engine/hostile-postings.ts'
import { PHONE } from '../steps/accessible-steps.ts'
import { openAdmin } from '../steps/admin-steps.ts'
import { expect, type Site, test } from '../steps/site.ts'
import { visit } from '../steps/steps.ts'

/** What people see of awkward postings; `test/hostile-outputs.test.ts` has what programs read. */

/** Stores them past the contract, and one posting through it, after which the server reads all of them. */
async function storeHostile(site: Site, which = HOSTILE) {
  await site.deleteAllJobs()
  const db = await openDatabase(site.dataDir)
  const stored = []
  for (const row of hostileRows(new Date(), which)) stored.push(await insertJob(db, row))
  await db.destroy()
  await site.createJob({ title: 'Their neighbour' })
  return stored
}

const excess = (page: Page) => page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth))

/** A phone without JavaScript. */
async function plainPhone(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: PHONE, ...(baseURL && { baseURL }) })
  return context.newPage()
}

test.beforeEach(({ page }) => page.setViewportSize(PHONE))

test('the list, a search, a facet and the embedded list show each title whole, on a phone without horizontal scrolling', async ({
  page,
  site,
}) => {
  const titles = (await storeHostile(site)).map(({ title }) => title).toReversed()
  await visit(page, '/')
  expect(await page.locator('.job-row h3').allTextContents()).toEqual(['Their neighbour', ...titles])
  expect(await excess(page)).toBe(0)
  for (const [query, title] of [
    [`?q=${encodeURIComponent('مهندس')}`, titles.at(-1)],
    [`?q=${encodeURIComponent('ky su')}`, titles.at(-2)],
    [`?department=${encodeURIComponent('"><b>R&D</b>')}`, titles[0]],
  ] as const) {
    await visit(page, `/${query}`)
    expect(await page.locator('.job-row h3').allTextContents()).toEqual([title])
    expect(await excess(page)).toBe(0)
  }
  await page.goto('/embed')
  expect(await page.locator('.title').allTextContents()).toEqual(['Their neighbour', ...titles])
  expect(await excess(page)).toBe(0)
})

for (const what of HOSTILE) {
  test(`a posting ${what} has every word on its page, on the form without JavaScript, and on the page when it has closed`, async ({
    page,
    site,
    browser,
    baseURL,
  }) => {
    const [stored] = await storeHostile(site, [what])
    const plain = await plainPhone(browser, baseURL)
    const { id, title, location, description, benefits, requirements } = stored as JobRow
    const sections = [...visibleSections({ description, benefits }), { title: 'Requirements', text: requirements }]
    const wordsIn = ({ title, text }: { title: string; text: string }) => [...wordsOf(title), ...wordsOf(text)]
    // The page has requirements before benefits, its structured data at the end.
    const expectWords = async () => {
      const shown = wordsOf(await page.locator('article').innerText()).join(' ')
      for (const section of sections) expect(shown).toContain(wordsIn(section).join(' '))
    }

    await visit(page, `/jobs/${id}`)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(title)
    await expectWords()
    expect(await excess(page)).toBe(0)
    const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')
    const read = await page.evaluate(
      (html) => new DOMParser().parseFromString(html.replaceAll('<', ' <'), 'text/html').body.textContent ?? '',
      data.description,
    )
    expect([data.title, wordsOf(read)]).toEqual([title, sections.flatMap(wordsIn)])

    await page.getByRole('button', { name: 'Apply Now' }).first().click()
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByRole('heading').first().textContent()).toContain(`Apply for ${title}`)
    await expect(dialog.getByLabel('Name')).toBeVisible()
    expect(await excess(page)).toBe(0)

    for (const address of [`/jobs/${id}`, `/apply?job=${id}`]) {
      await plain.goto(address)
      expect(await plain.getByRole('heading', { name: 'Apply for' }).textContent()).toBe(`Apply for ${title}`)
      expect(await plain.getByText(location, { exact: true }).count()).toBeGreaterThan(0)
      await expect(plain.getByRole('button', { name: 'Submit Application' })).toBeVisible()
    }
    await site.updateJob(id, { status: 'filled' })
    await visit(page, `/jobs/${id}`)
    await expect(page.getByRole('heading', { name: 'This position has been filled' })).toBeVisible()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(title)
    await expectWords()
    expect(await excess(page)).toBe(0)
    await plain.context().close()
  })
}

test('Arabic within the English page has its own direction: texts as a whole, titles and facts where they stand', async ({
  page,
  site,
}) => {
  const [arabic] = await storeHostile(site)
  await visit(page, `/jobs/${arabic?.id}`)
  const sides = (texts: string[]) =>
    page.evaluate(
      (wanted) =>
        wanted.map((text) => {
          const found = [...document.querySelectorAll('article *')].findLast(
            ({ textContent }) => textContent?.trim() === text,
          )
          const { direction, textAlign } = getComputedStyle(found ?? document.body)
          return `${direction} ${textAlign}`
        }),
      texts,
    )
  expect(await sides(['نبني شاشات المشغل.', 'برمجة Ignition', 'Health insurance'])).toEqual([
    'rtl start',
    'rtl start',
    'ltr start',
  ])
  const isolated = await page
    .locator('h1 bdi, .facts bdi')
    .evaluateAll((all) =>
      all.map((each) => `${getComputedStyle(each).direction} ${getComputedStyle(each).unicodeBidi}`),
    )
  expect(isolated).toEqual(Array(4).fill('rtl isolate'))
  const spacing = await page
    .locator('h1 bdi')
    .first()
    .evaluate((title) => getComputedStyle(title).letterSpacing)
  expect(['normal', '0px'], 'joined letters stay joined').toContain(spacing)
  const left = await page.locator('h1').evaluate((heading) => getComputedStyle(heading).direction)
  expect(left).toBe('ltr')
})

test('each share picture is drawn: Arabic from the right, Vietnamese from the left, and a general title for other letters', async ({
  page,
  site,
}) => {
  const stored = await storeHostile(site)
  await visit(page, '/')
  /** Left and right end of the ink in the rows of the title. */
  const inkOf = (id: number) =>
    page.evaluate(async (address) => {
      const bitmap = await createImageBitmap(await (await fetch(address)).blob())
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
      canvas?.drawImage(bitmap, 0, 0)
      const rows = canvas?.getImageData(0, 140, 1200, 250).data ?? []
      let [left, right] = [1200, 0]
      for (let at = 0; at < rows.length; at += 4) {
        if ((rows[at] ?? 255) > 100) continue
        left = Math.min(left, (at / 4) % 1200)
        right = Math.max(right, (at / 4) % 1200)
      }
      return { size: [bitmap.width, bitmap.height], left, right }
    }, `/jobs/${id}/share.png`)
  const inks = []
  for (const { id } of stored) inks.push(await inkOf(id))
  expect(inks.map(({ size }) => size)).toEqual(stored.map(() => [1200, 630]))
  const [arabic, vietnamese, japanese] = inks
  expect(arabic?.right).toBeGreaterThan(1_100)
  expect(arabic?.left).toBeGreaterThan(90)
  for (const ink of inks.slice(1)) {
    expect(ink.left).toBeLessThan(90)
    // Nothing runs out of the picture.
    expect(ink.right).toBeLessThanOrEqual(1_121)
  }
  expect(vietnamese?.right).toBeGreaterThan(japanese?.right ?? 0)
})

test("the admin's lists show each title whole, and scroll sideways nowhere", async ({ page, site }) => {
  const stored = await storeHostile(site)
  await site.deleteAllApplications()
  await site.insertApplicants(
    stored.map(({ id }, index) => ({ job_id: id, name: `Applicant ${index}`, status: 'pending' })),
  )
  for (const width of [PHONE.width, 1_440]) {
    await page.setViewportSize({ width, height: 900 })
    await openAdmin(page, site, '/admin/jobs', 'Job Postings')
    for (const { id, title } of stored) expect(await page.locator(`#job-title-${id}`).textContent()).toBe(title)
    expect(await excess(page)).toBe(0)
    await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
    const positions = page.locator('tr[data-id] .position')
    await expect(positions).toHaveCount(stored.length)
    expect((await positions.allTextContents()).toSorted()).toEqual(stored.map(({ title }) => title).toSorted())
    expect(await excess(page)).toBe(0)
  }
})

test("an admin's page of each posting has its title, and scrolls sideways nowhere", async ({ page, site }) => {
  const stored = await storeHostile(site)
  await site.signIn(page)
  for (const { id, title } of stored) {
    await visit(page, `/admin/jobs/${id}`)
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe(title)
    expect(await excess(page)).toBe(0)
  }
})
