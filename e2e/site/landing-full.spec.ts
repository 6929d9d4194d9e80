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

test('on a phone, with all that the settings add, the first of eleven positions is on the second screen, and the page is at most 7,500 px long', async ({
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
})

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
