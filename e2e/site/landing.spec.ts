import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { Company } from '../../contract/site/company.ts'
import { expect, test } from '../steps/site.ts'
import { jobCard, visit } from '../steps/steps.ts'

const company = JSON.parse(readFileSync('company.example.json', 'utf8')) as Company

test('the landing page presents the company, section by section', async ({ page }) => {
  await visit(page, '/')
  await test.step('the company and its values', async () => {
    await expect(page.getByRole('banner').getByRole('link', { name: company.name })).toHaveAttribute('href', '/')
    await expect(page.getByText(/Jobs Board$/)).toBeVisible()
    await expect(page.getByText(/^Industrial IIoT career opportunities/)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: /Join the innovation team/i })).toBeVisible()
    const main = page.getByRole('main')
    for (const words of [/Industry 4\.0/, /digital transformation/i, /small, passionate team/]) {
      await expect(main.getByText(words).first()).toBeVisible()
    }
    for (const value of ['Innovation', 'Integrity', 'Growth', 'Excellence']) {
      await expect(main.getByRole('term').filter({ hasText: new RegExp(`^${value}$`) })).toBeVisible()
    }
  })
  await test.step('three technology cards show title, description, drawing and tags', async () => {
    for (const [title, tags] of [
      ['SCADA Systems', ['Ignition', 'Perspective', 'Vision']],
      ['IIoT Solutions', ['MQTT', 'Sparkplug B', 'Edge Computing']],
      ['Edge Computing', ['Python', 'Docker', 'SQL']],
    ] as const) {
      const card = jobCard(page, title)
      // Decorative, so it has no role.
      await expect(card.locator('svg').first()).toBeVisible()
      await expect(card.getByRole('paragraph')).not.toBeEmpty()
      await expect(card.getByRole('list').getByRole('listitem')).toHaveText([...tags])
    }
  })
  await test.step('the contact block and the footer show the values of the company file', async () => {
    const main = page.getByRole('main')
    await expect(main.getByText(/Founder and CEO/i)).toBeVisible()
    await expect(main.getByText(company.founder)).toBeVisible()
    await expect(main.getByRole('link', { name: company.phone })).toHaveAttribute('href', /^tel:\+\d+$/)
    await expect(main.getByRole('link', { name: company.email })).toHaveAttribute('href', `mailto:${company.email}`)
    await expect(main.getByRole('link', { name: 'www.example.com' })).toHaveAttribute('href', company.website)

    const footer = page.getByRole('contentinfo')
    await expect(footer.getByText(company.blurb)).toBeVisible()
    await expect(footer.getByRole('link', { name: /LinkedIn/ })).toHaveAttribute(
      'href',
      /^https:\/\/social\.example\.com/,
    )
    await expect(footer.getByText(`© ${new Date().getUTCFullYear()} ${company.legalName}`)).toBeVisible()
  })
  await test.step('the four links of the footer lead to their pages and sections', async () => {
    const footer = page.getByRole('contentinfo')
    for (const [name, address] of [
      ['Privacy Policy', '/privacy'],
      ['Terms of Service', '/terms'],
      ['Careers', '/#careers'],
      ['Contact', '/#contact'],
    ] as const) {
      await expect(footer.getByRole('link', { name, exact: true })).toHaveAttribute('href', address)
    }
    await footer.getByRole('link', { name: 'Privacy Policy' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible()
    await page.getByRole('contentinfo').getByRole('link', { name: 'Careers', exact: true }).click()
    await expect.poll(() => topOf(page, 'careers')).toBe(80)
  })
})

test.describe('with movement allowed', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('the hero button scrolls smoothly to the careers, 80 px below the top', async ({ page, site }) => {
    await site.createJob()
    await visit(page, '/')
    const positions = await recordScrolling(page)
    await page.getByRole('main').getByRole('link', { name: 'See open positions' }).click()
    await expect.poll(() => topOf(page, 'careers')).toBe(80)
    // At least one on the way: how many there are depends on how busy the machine is.
    const passed = await positions()
    expect(passed.some((top) => top < (passed.at(-1) ?? 0))).toBe(true)
    await expect(page).toHaveURL(/#careers$/)
  })
})

test('links within the page lead to their section, 80 px below the top', async ({ page, site }) => {
  await test.step('the empty list says so and leads to the application form', async () => {
    await site.deleteAllJobs()
    await visit(page, '/')
    const words = 'No active job postings at the moment. Please check back soon for new opportunities.'
    await expect(page.getByText(words)).toHaveText(`${words} Send a general application.`)
    await page.getByRole('link', { name: 'Send a general application' }).click()
    await expect.poll(() => topOf(page, 'application-form')).toBe(80)
  })
  await test.step('with reduced motion the hero button jumps to the careers', async () => {
    await site.createJob()
    await visit(page, '/')
    const positions = await recordScrolling(page)
    await page.getByRole('main').getByRole('link', { name: 'See open positions' }).click()
    await expect.poll(() => topOf(page, 'careers')).toBe(80)
    expect((await positions()).length).toBeLessThanOrEqual(2)
  })
  await test.step('an address with an anchor opens at that section', async () => {
    await visit(page, '/recovery')
    await visit(page, '/#careers')
    await expect.poll(() => topOf(page, 'careers')).toBe(80)
  })
})

test('the tab has a title, and the page reads without JavaScript; by touch each position shows its preview and actions', async ({
  page,
  browser,
  site,
}) => {
  await site.createJob({ title: 'Field Technician' })
  await visit(page, '/')
  await expect(page).toHaveTitle(new RegExp(`\\| ${company.name}$`))
  const tablet = { hasTouch: true, isMobile: true, viewport: { width: 1280, height: 800 } }
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url, ...tablet })
  const reader = await plain.newPage()
  await reader.goto('/')
  const card = jobCard(reader, 'Field Technician').first()
  for (const part of [card.getByRole('button', { name: 'Apply Now' }), card.getByRole('paragraph')]) {
    await expect.poll(() => part.evaluate((one) => one.checkVisibility({ opacityProperty: true }))).toBe(true)
  }
  await plain.close()
})

test('a chosen theme overrules the system and is remembered', async ({ page }) => {
  const isDark = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme === 'dark')
  await visit(page, '/recovery')
  expect(await isDark()).toBe(false)
  await page.getByRole('radio', { name: 'Dark' }).focus()
  await page.keyboard.press('Space')
  await expect.poll(isDark).toBe(true)
  await visit(page, '/recovery')
  expect(await isDark()).toBe(true)
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked()
})

/** Distance of an anchor from the top of the window, in whole pixels. */
function topOf(page: Page, anchor: string): Promise<number> {
  return page.evaluate((id) => Math.round(document.getElementById(id)?.getBoundingClientRect().top ?? -1), anchor)
}

/** Records every scroll position. @returns a function that reads the record */
async function recordScrolling(page: Page): Promise<() => Promise<number[]>> {
  const positions = await page.evaluateHandle(() => {
    const passed: number[] = []
    window.addEventListener('scroll', () => passed.push(window.scrollY))
    return passed
  })
  return () => positions.jsonValue()
}
