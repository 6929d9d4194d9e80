import type { Locator } from '@playwright/test'
import { ADMIN_API, ADMIN_PAGE } from '../../../contract/wire/admin-paths.ts'
import { expectTitle } from '../../steps/admin-steps.ts'
import { openReview, twoApplicants } from '../../steps/review-steps.ts'
import { expect, test } from '../../steps/site.ts'
import { holdRequests, visit } from '../../steps/steps.ts'

/** What a reader does not notice, in pixels. */
const UNSEEN = 4

test('what loads later finds its room held: the login, the review panel, messages and interviews do not move', async ({
  page,
  site,
}) => {
  const { amy } = await twoApplicants(site)
  await test.step('the login, when the button of the passkey comes', async () => {
    const release = await holdRequests(page, '**/assets/passkey-prompt-*.js')
    await visit(page, '/admin/login')
    await expectHeld(page.getByRole('button', { name: 'Forgot your password?' }), async () => {
      release()
      await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible()
    })
  })
  await test.step('the review panel, when interviews, scorecards, comments and asked colleagues come', async () => {
    const release = await holdRequests(
      page,
      /\/applications\/\d+\/(interviews|scorecards|comments|colleague-questions)$/,
    )
    await openReview(page, site, amy)
    await expect(page.getByText('Loading comments...')).toBeVisible()
    await expectHeld(page.getByLabel('Messages', { exact: true }), async () => {
      release()
      await expect(page.getByRole('button', { name: 'Ask a colleague' })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Give a scorecard' })).toBeVisible()
      await expect(page.getByRole('textbox', { name: 'Comment' })).toBeVisible()
    })
  })
  await test.step('messages, which say at once that no mail leaves', async () => {
    const release = await holdRequests(page, `**${ADMIN_API.mail}`)
    await visit(page, ADMIN_PAGE.messages)
    await expectTitle(page, 'Messages')
    await expect(page.getByRole('tabpanel')).toBeVisible()
    await expectHeld(page.getByRole('tab', { name: 'To confirm' }), async () => {
      release()
      await expect(page.getByText('No mail server is configured, so nothing is sent.')).toBeVisible()
    })
  })
  await test.step('interviews, whose week comes with the offered times that stand over it', async () => {
    const release = await holdRequests(page, `**${ADMIN_API.interviewOffers}*`)
    const agenda = page.waitForResponse((response) => response.url().includes(`${ADMIN_API.interviews}?`))
    await visit(page, ADMIN_PAGE.interviews)
    await (await agenda).finished()
    // Drawn twice since then.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    const week = page.getByRole('link', { name: 'This week' })
    await expect(page.getByText('Loading interviews...')).toBeVisible()
    await expect(week).toHaveCount(0)
    release()
    await expect(week).toBeVisible()
  })
})

/** Expects that a part of the page stands where it stood before something else came. */
async function expectHeld(part: Locator, come: () => Promise<void>): Promise<void> {
  const top = async () => (await part.boundingBox())?.y ?? Number.NaN
  await expect(part).toBeVisible()
  const before = await top()
  await come()
  expect(Math.abs((await top()) - before)).toBeLessThan(UNSEEN)
}
