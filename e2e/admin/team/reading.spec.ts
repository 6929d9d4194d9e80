import type { Locator, Page } from '@playwright/test'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { openMenu } from '../../steps/admin-steps.ts'
import { enterAs } from '../../steps/enter-as.ts'
import { address, expectShown, twoApplicants } from '../../steps/review-steps.ts'
import { expect, test } from '../../steps/site.ts'
import { visit } from '../../steps/steps.ts'

const readers = (page: Page) => page.getByRole('status').filter({ hasText: /reading this too/ })

test('who else has an application open is shown in its place, and goes when they step on, hide the page or leave it', async ({
  browser,
  site,
}) => {
  await site.deleteAllApplications()
  const { amy, ben } = await twoApplicants(site)
  const { page } = await enterAs(browser, site, 'owner')
  const { page: other, username } = await enterAs(browser, site, 'recruiter')
  await visitHearing(page, address(amy))
  await expectShown(page, 'Amy First')
  await expect(readers(page)).toHaveCount(0)

  await test.step('on the review page', async () => {
    await visitHearing(other, address(amy))
    await expect(readers(other)).toBeVisible()
    await expect(readers(page)).toHaveText(`${username} is reading this too`)
    const assessment = page.getByRole('region', { name: 'Assessment' })
    const place = await assessment.boundingBox()
    await visitHearing(other, '/admin/dashboard')
    await expect(readers(page)).toHaveCount(0)
    expect(await assessment.boundingBox(), 'nothing has moved').toEqual(place)
    await visitHearing(other, address(amy))
    await expect(readers(page)).toBeVisible()
  })
  await test.step('on a phone, where it lies over nothing', async () => {
    const { width = 0, height = 0 } = page.viewportSize() ?? {}
    await page.setViewportSize({ width: 390, height: 844 })
    // Without a resume the person is shown first.
    await page.getByRole('button', { name: 'Resume', exact: true }).click()
    const { y, height: line } = await boxOf(readers(page))
    expect((await boxOf(page.getByRole('region', { name: 'Resume', exact: true }))).y).toBeGreaterThanOrEqual(y + line)
    await page.setViewportSize({ width, height })
  })
  await test.step('steps through the list are said where they end', async () => {
    for (const key of ['j', 'k', 'j']) await other.keyboard.press(key)
    await expectShown(other, 'Ben Second')
    await expect(readers(page)).toHaveCount(0)
    await page.keyboard.press('j')
    await expect(readers(page)).toBeVisible()
  })
  await test.step('in the details on the dashboard', async () => {
    await visitHearing(other, '/admin/dashboard')
    await expect(readers(page)).toHaveCount(0)
    await (await openMenu(other, 'Ben Second')).getByRole('menuitem', { name: 'Details' }).click()
    await expect(readers(page)).toBeVisible()
    await expect(readers(other)).toBeVisible()
    await other.getByRole('button', { name: 'Close dialog' }).click()
    await expect(readers(page)).toHaveCount(0)
  })
  await test.step('a page that is hidden reads nothing', async () => {
    await visitHearing(other, address(ben))
    await expect(readers(page)).toBeVisible()
    await setVisibility(other, 'hidden')
    await expect(readers(page)).toHaveCount(0)
    await expect(readers(other)).toHaveCount(0)
    const stream = streamOf(other)
    await setVisibility(other, 'visible')
    await stream
    await expect(readers(page)).toBeVisible()
  })
  await other.context().close()
  await expect(readers(page)).toHaveCount(0)
  await page.context().close()
})

async function boxOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('It is not shown')
  return box
}

/** Opens a page, and waits until it has a stream of changes. */
async function visitHearing(page: Page, path: string) {
  const stream = streamOf(page)
  await visit(page, path)
  await stream
}

function streamOf(page: Page) {
  return page.waitForResponse((response) => response.url().endsWith(ADMIN_API.live) && response.ok())
}

/** A browser that is tested hides no page. */
async function setVisibility(page: Page, state: 'hidden' | 'visible') {
  await page.evaluate((shown) => {
    Object.defineProperty(document, 'visibilityState', { value: shown, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
}
