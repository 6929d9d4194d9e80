import { enterAs } from '../../steps/enter-as.ts'
import { address, applicantOfPosting, openReview } from '../../steps/review-steps.ts'
import { expect, test } from '../../steps/site.ts'
import { expectToast, visit } from '../../steps/steps.ts'

test('an application is given to a colleague, who finds it under Mine, and taken back by the undo', async ({
  page,
  browser,
  site,
}) => {
  const { jobId, amy } = await applicantOfPosting(site)
  await site.apply({ name: 'Ben Second', email: 'ben@example.com' })
  const manager = await enterAs(browser, site, 'hiring_manager', [{ jobId, decides: false }])
  await openReview(page, site, amy)
  const select = page.getByRole('combobox', { name: 'Assigned to' })

  await test.step('a person is chosen on the page of the application, and the focus stays', async () => {
    await expect(select).toHaveValue('')
    await select.focus()
    await select.selectOption({ label: manager.username })
    await expectToast(page, `Assigned to ${manager.username}`)
    await expect(select).toBeFocused()
    await expect(page.getByText(`Assigned to ${manager.username}`).first()).toBeVisible()
  })
  await test.step('she reads that it is hers, finds it under Mine, and cannot give it away', async () => {
    await visit(manager.page, address(amy))
    await expect(manager.page.getByRole('definition').filter({ hasText: manager.username })).toBeVisible()
    await expect(manager.page.getByRole('combobox', { name: 'Assigned to' })).toHaveCount(0)
    await visit(manager.page, '/admin/dashboard')
    await manager.page.getByRole('combobox', { name: 'Assigned to' }).selectOption('Mine')
    await expect(manager.page).toHaveURL(/assigned=me/)
    await expect(manager.page.getByRole('row', { name: /Amy First/ })).toBeVisible()
  })
  await test.step('the list of one person has her applications alone, and so have the counts of its tabs', async () => {
    await visit(page, '/admin/dashboard')
    await page.getByRole('combobox', { name: 'Assigned to' }).selectOption({ label: manager.username })
    await expect(page.getByRole('row', { name: /Ben Second/ })).toHaveCount(0)
    await expect(
      page.getByRole('row', { name: new RegExp(`Amy First.*assigned to ${manager.username}`) }),
    ).toBeVisible()
    await expect(page.getByRole('tab', { name: /Pending/ })).toContainText('1')
    await page.getByRole('combobox', { name: 'Assigned to' }).selectOption('All people')
  })
  await test.step('several are assigned at once, and those that the person does not see are named', async () => {
    await page.getByRole('checkbox', { name: 'Select all rows shown' }).check()
    await page.getByRole('combobox', { name: 'Assign to' }).selectOption({ label: manager.username })
    await expectToast(page, `Assigned to ${manager.username}`)
    await expect(page.getByText(`Ben Second cannot be seen by ${manager.username}.`).first()).toBeVisible()
    await page.getByRole('checkbox', { name: 'Select all rows shown' }).check()
    await page.getByRole('combobox', { name: 'Assign to' }).selectOption({ label: 'No one' })
    await expect(page.getByRole('row', { name: /Amy First.*assigned to/ })).toHaveCount(0)
    await page.keyboard.press('z')
    await expect(page.getByRole('row', { name: /Amy First.*assigned to/ })).toBeVisible()
  })
})
