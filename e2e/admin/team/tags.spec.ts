import type { Page } from '@playwright/test'
import { enterAs } from '../../steps/enter-as.ts'
import { address, applicantOfPosting, openReview } from '../../steps/review-steps.ts'
import { expect, test } from '../../steps/site.ts'
import { expectToast, visit } from '../../steps/steps.ts'

test('a tag is made while typing, filters the list, and a hiring manager puts it on and takes it off', async ({
  page,
  browser,
  site,
}) => {
  const { jobId, amy } = await applicantOfPosting(site)
  await site.apply({ name: 'Ben Second', email: 'ben@example.com' })
  const manager = await enterAs(browser, site, 'hiring_manager', [{ jobId, decides: false }])

  await test.step('it is made by keyboard alone, and its cross takes it off', async () => {
    await openReview(page, site, amy)
    const box = page.getByRole('combobox', { name: 'Add a tag' })
    await box.fill('Night shift')
    await expect(optionsOf(page)).toHaveText('Make the tagNight shift')
    await box.press('Enter')
    await expectToast(page, 'Tagged Night shift')
    await expect(box).toBeFocused()
    await page.getByRole('button', { name: 'Take off Night shift' }).click()
    await expectToast(page, 'Night shift taken off')
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await expect(page.getByRole('button', { name: 'Take off Night shift' })).toBeVisible()
  })
  await test.step('a hiring manager finds it in another case, and can make none', async () => {
    await visit(manager.page, address(amy))
    await manager.page.getByRole('button', { name: 'Take off Night shift' }).click()
    const box = manager.page.getByRole('combobox', { name: 'Add a tag' })
    await box.fill('Quite new')
    await expect(optionsOf(manager.page)).toHaveCount(0)
    await box.fill('SHIFT')
    await manager.page.getByRole('option', { name: 'Night shift' }).click()
    await expect(manager.page.getByRole('button', { name: 'Take off Night shift' })).toBeVisible()
  })
  await test.step('the list shows it, is filtered by it, and puts it on several at once', async () => {
    await visit(page, '/admin/dashboard')
    await page.getByRole('combobox', { name: 'Tags' }).selectOption('Night shift')
    await expect(page.getByRole('row', { name: /Ben Second/ })).toHaveCount(0)
    await expect(page.getByRole('row', { name: /Amy First.*tagged Night shift/ })).toBeVisible()
    await page.getByRole('combobox', { name: 'Tags' }).selectOption('All tags')
    await page.getByRole('checkbox', { name: 'Select all rows shown' }).check()
    await page.getByRole('combobox', { name: 'Tag', exact: true }).selectOption({ label: 'Night shift' })
    await expect(page.getByRole('row', { name: /Ben Second.*tagged Night shift/ })).toBeVisible()
  })
})

/** What the field offers; options of other fields on the page are not meant. */
function optionsOf(page: Page) {
  return page.getByRole('listbox', { name: 'Tags' }).getByRole('option')
}
