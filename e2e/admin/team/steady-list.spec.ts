import type { Page } from '@playwright/test'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { expectRows, openAdmin, openMenu, rowOf } from '../../steps/admin-steps.ts'
import { enterAs } from '../../steps/enter-as.ts'
import { dayOf } from '../../steps/review-steps.ts'
import { expect, type Site, test } from '../../steps/site.ts'
import { visit } from '../../steps/steps.ts'

/** A recruiter who looks at the list of three pending applications, newest first, and hears of changes; another works at it. */
async function sideBySide(page: Page, browser: Parameters<typeof enterAs>[0], site: Site) {
  await site.deleteAllApplications()
  await site.insertApplicants(['Cleo', 'Ben', 'Amy'].map((name, index) => ({ name, created_at: dayOf(index) })))
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  const { page: looking } = await enterAs(browser, site, 'recruiter')
  const stream = looking.waitForResponse((response) => response.url().endsWith(ADMIN_API.live) && response.ok())
  await visit(looking, '/admin/dashboard')
  await stream
  for (const one of [page, looking]) await expectRows(one, ['Amy', 'Ben', 'Cleo'])
  return looking
}

/** Presses the key of a status in the row of a name. */
async function move(page: Page, name: string, key: string) {
  await rowOf(page, name).focus()
  await page.keyboard.press(key)
  await expect(rowOf(page, name)).toHaveCount(0)
}

const placeOf = (page: Page, name: string) => rowOf(page, name).boundingBox()
const held = (page: Page) => page.getByRole('button', { name: /Show$/ })

test('what others decide and send leaves every row in its place until one lets it in', async ({
  page,
  browser,
  site,
}) => {
  const looking = await sideBySide(page, browser, site)
  const place = await placeOf(looking, 'Cleo')

  await test.step('a row that left the tab stays, and says where it went', async () => {
    await move(page, 'Amy', '5')
    await expect(held(looking)).toHaveText('1 gone · Show')
    await expect(rowOf(looking, 'Amy')).toContainText(/rejected/i)
    await expect(rowOf(looking, 'Amy').getByRole('checkbox')).toHaveCount(0)
    expect(await placeOf(looking, 'Cleo')).toEqual(place)
    await expect(looking.getByRole('tab', { name: /Pending/ })).toContainText('2')
  })
  await test.step('a new row waits', async () => {
    await site.apply({ name: 'Dan', email: 'dan@example.com' })
    await expect(held(looking)).toHaveText('1 new, 1 gone · Show')
    await expect(looking.getByRole('status').filter({ hasText: '1 new, 1 gone' })).toBeAttached()
    await expectRows(looking, ['Amy', 'Ben', 'Cleo'])
    expect(await placeOf(looking, 'Cleo')).toEqual(place)
  })
  await test.step('what one does oneself is shown at once, and lets in nothing else', async () => {
    await move(looking, 'Ben', '2')
    await expectRows(looking, ['Amy', 'Cleo'])
    await looking.keyboard.press('z')
    await expectRows(looking, ['Amy', 'Ben', 'Cleo'])
    await expect(held(looking)).toHaveText('1 new, 1 gone · Show')
  })
  await test.step('a key lets it in', async () => {
    await looking.keyboard.press('n')
    await expectRows(looking, ['Dan', 'Ben', 'Cleo'])
    await expect(held(looking)).toHaveCount(0)
  })
  await test.step('what comes after it waits again, and a press lets it in', async () => {
    await site.apply({ name: 'Eve', email: 'eve@example.com' })
    await held(looking).click()
    await expectRows(looking, ['Eve', 'Dan', 'Ben', 'Cleo'])
    await expect(looking.locator('tr:focus'), 'the focus is in the list').toBeVisible()
  })
  await looking.context().close()
})

test('on a phone what waits stands over no application, and moves none', async ({ page, browser, site }) => {
  const looking = await sideBySide(page, browser, site)
  await looking.setViewportSize({ width: 390, height: 844 })
  // A card is no row to assistive technology.
  const card = looking.locator('tbody tr').filter({ hasText: 'Amy' })
  const place = await card.boundingBox()
  await site.apply({ name: 'Dan', email: 'dan@example.com' })
  await expect(held(looking)).toHaveText('1 new · Show')
  expect(await card.boundingBox()).toEqual(place)
  const { y = 0, height = 0 } = (await held(looking).boundingBox()) ?? {}
  expect(y + height).toBeLessThanOrEqual(place?.y ?? 0)
  await looking.context().close()
})

test('a deleted application leaves its place without a word about it, and an empty list fills by itself', async ({
  page,
  browser,
  site,
}) => {
  const looking = await sideBySide(page, browser, site)
  const place = await placeOf(looking, 'Ben')
  await (await openMenu(page, 'Amy')).getByRole('menuitem', { name: 'Delete Application' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(held(looking)).toHaveText('1 gone · Show')
  await expect(looking.getByRole('main')).not.toContainText('Amy')
  await expectRows(looking, ['Ben', 'Cleo'])
  expect(await placeOf(looking, 'Ben')).toEqual(place)
  await looking.getByRole('tab', { name: /Reviewing/ }).click()
  await expect(looking.getByText('No applications found in this category')).toBeVisible()
  await move(page, 'Ben', '2')
  await expectRows(looking, ['Ben'])
  await test.step('a tab that is opened again is as it is now', async () => {
    await looking.getByRole('tab', { name: /Pending/ }).click()
    await expectRows(looking, ['Cleo'])
  })
  await looking.context().close()
})
