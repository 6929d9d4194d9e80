import type { Page } from '@playwright/test'
import { DEMO_TEXTS } from '../../demo/demo-texts.ts'
import { expectUsable, PHONE } from '../steps/accessible-steps.ts'
import { DEMO_POSTINGS } from '../steps/demo-postings.ts'
import { testWithSettings } from '../steps/own-server.ts'
import { expect } from '../steps/site.ts'
import { visit } from '../steps/steps.ts'

/** With a mail server, so that job alerts are offered. Nothing is sent. */
const test = testWithSettings(async () => ({
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'careers@example.com',
}))

/** The font sizes of all texts outside of drawings, in pixels. */
async function textSizes(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const sizes = new Set<number>()
    for (const element of document.body.querySelectorAll(':not(svg, svg *, script)')) {
      const hasText = [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '')
      if (hasText && element.checkVisibility()) sizes.add(Number.parseFloat(getComputedStyle(element).fontSize))
    }
    return [...sizes].sort((one, other) => one - other)
  })
}

test('on a phone, with all that the settings add, the first of eleven positions is on the second screen, and the page is at most 7,500 px long; everywhere its texts have four sizes', async ({
  page,
  ownSite,
}) => {
  for (const posting of DEMO_POSTINGS) await ownSite.createJob(posting)
  await ownSite.changeTexts(DEMO_TEXTS)
  await page.setViewportSize(PHONE)
  await visit(page, '/')
  await expect(page.locator('#careers').getByRole('heading', { level: 3 })).toHaveCount(11)
  await expect(page.getByRole('region', { name: 'What we offer' }).getByRole('listitem')).toHaveCount(5)
  await expect(page.getByRole('list', { name: 'How we hire' }).getByRole('listitem')).toHaveCount(6)
  await expect(page.getByRole('link', { name: 'Get new positions by email' })).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
  const { first, whole } = await page.evaluate(() => ({
    first: document.querySelector('#careers h3')?.getBoundingClientRect().top ?? 0,
    whole: document.documentElement.scrollHeight,
  }))
  expect(first).toBeLessThan(2 * PHONE.height)
  expect(whole).toBeLessThanOrEqual(7_500)
  expect(await textSizes(page)).toEqual([14, 17, 22, expect.any(Number)])
  await page.setViewportSize({ width: 1440, height: 900 })
  expect(await textSizes(page)).toEqual([14, 17, 22, expect.any(Number)])
  await expectRowsOfOneHeight(page)
})

/**
 * Eight positions are whole on the screen of the list; the one under the pointer or with the focus shows preview and actions, and
 * nothing else moves.
 */
async function expectRowsOfOneHeight(page: Page): Promise<void> {
  await page.mouse.move(0, 0)
  await page.evaluate(() => document.getElementById('careers')?.scrollIntoView({ behavior: 'instant' }))
  const rows = page
    .locator('#careers')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 3 }) })
  const bottoms = () => rows.evaluateAll((all) => all.map((row) => Math.round(row.getBoundingClientRect().bottom)))
  const before = await bottoms()
  expect(before.filter((bottom) => bottom <= 900).length).toBeGreaterThanOrEqual(8)
  const shown = (row: number) =>
    rows
      .nth(row)
      .evaluate((one) =>
        [...one.querySelectorAll('button, a, p')]
          .filter((part) => part.checkVisibility({ opacityProperty: true }))
          .map((part) => (part.matches('p') ? 'preview' : part.textContent)),
      )
  const title = await rows.nth(2).getByRole('heading').innerText()
  const all = [title, 'preview', 'Apply Now', 'View Details', 'View Full Job Page']
  expect(await shown(2)).toEqual([title])
  await rows.nth(2).hover()
  await expect.poll(() => shown(2)).toEqual(all)
  expect(await bottoms()).toEqual(before)
  await rows.nth(3).hover()
  await expect.poll(() => shown(2)).toEqual([title])
  await rows.nth(2).getByRole('link', { name: title }).focus()
  await page.keyboard.press('Tab')
  await expect(rows.nth(2).getByRole('button', { name: 'Apply Now' })).toBeFocused()
  await expect.poll(() => shown(2)).toEqual(all)
  expect(await bottoms()).toEqual(before)
}

test('the most and the longest steps and benefits fit and are accessible, from 320 to 2560 px, light and dark', async ({
  page,
  ownSite,
}) => {
  const longest = (word: string) => word.repeat(200).slice(0, 200)
  await ownSite.changeTexts({
    ...DEMO_TEXTS,
    readers: longest('Read by many. '),
    hiringSteps: [longest('Unbroken'), ...Array(7).fill('A conversation')],
    benefits: [longest('Rindfleischetikettierung'), ...Array(11).fill('Fridays off')],
  })
  await visit(page, '/')
  await expect(page.getByRole('region', { name: 'What we offer' }).getByRole('listitem')).toHaveCount(12)
  await expectUsable(page, 'the landing page')
})
