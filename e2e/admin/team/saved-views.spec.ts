import type { Page } from '@playwright/test'
import { openAdmin } from '../../steps/admin-steps.ts'
import { enterAs } from '../../steps/enter-as.ts'
import { applicantOfPosting } from '../../steps/review-steps.ts'
import { expect, test } from '../../steps/site.ts'
import { expectToast, visit } from '../../steps/steps.ts'

test('what the list shows is saved under a name, opens again, says that it was changed, and is shared', async ({
  page,
  browser,
  site,
}) => {
  const { jobId } = await applicantOfPosting(site)
  await site.apply({ name: 'Ben Second', email: 'ben@example.com' })
  const manager = await enterAs(browser, site, 'hiring_manager')
  const colleague = await enterAs(browser, site, 'recruiter')
  await openAdmin(page, site, `/admin/dashboard?job=${jobId}&sort=name`, 'Dashboard')

  await test.step('the list is saved, and the address has it', async () => {
    await open(page)
    await page.getByRole('button', { name: 'Save this list as a view' }).click()
    await page.getByRole('button', { name: 'Save view' }).click()
    await expect(page.getByText('Give the view a name')).toBeVisible()
    await page.getByLabel('Name', { exact: true }).fill('Field people')
    await page.getByRole('button', { name: 'Save view' }).click()
    await expectToast(page, 'View saved')
    await expect(page.getByRole('button', { name: 'View Field people', exact: true })).toBeFocused()
    await expect(page).toHaveURL(new RegExp(`\\?job=${jobId}&sort=name&view=\\d+$`))
  })
  await test.step('its name is read at every width', async () => {
    const { width: usual = 0, height = 0 } = page.viewportSize() ?? {}
    for (const width of [390, 768, 1024, 1280]) {
      await page.setViewportSize({ width, height })
      const name = page.getByRole('button', { name: 'View Field people' }).getByText('Field people')
      await expect(name, `${width} px`).toBeVisible()
      expect((await name.boundingBox())?.width, `${width} px`).toBeGreaterThan(40)
    }
    await page.setViewportSize({ width: usual, height })
  })
  await test.step('a change shows, is saved, and is there after a reload', async () => {
    await page.getByRole('tab', { name: /Reviewing/ }).click()
    await page.getByRole('button', { name: 'View Field people, changed' }).click()
    await panel(page).getByRole('link', { name: 'Show as saved' }).click()
    await expect(page.getByRole('tab', { name: /Pending/, selected: true })).toBeVisible()
    await page.getByRole('tab', { name: /Hired/ }).click()
    await page.getByRole('button', { name: 'View Field people, changed' }).click()
    await panel(page).getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('button', { name: 'View Field people', exact: true })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: 'View Field people', exact: true })).toBeVisible()
    await visit(page, '/admin/dashboard')
    await open(page)
    await panel(page).getByRole('link', { name: 'Field people' }).click()
    await expect(page.getByRole('tab', { name: /Hired/, selected: true })).toBeVisible()
  })
  await test.step('it is shared, and a colleague sees whose it is and cannot change it', async () => {
    await page.getByRole('button', { name: 'View Field people' }).click()
    await panel(page).getByRole('button', { name: 'Rename or share' }).click()
    await page.getByRole('checkbox', { name: /Share with all colleagues/ }).check()
    await page.getByRole('button', { name: 'Save view' }).click()
    await expectToast(page, 'View changed')
    await open(colleague.page)
    await panel(colleague.page).getByRole('link', { name: 'Field people' }).click()
    await colleague.page.getByRole('tab', { name: /Pending/ }).click()
    await colleague.page.getByRole('button', { name: 'View Field people, changed' }).click()
    await expect(panel(colleague.page).getByText(`Shared by ${site.credentials.username}`)).toBeVisible()
    await expect(panel(colleague.page).getByRole('button', { name: 'Save', exact: true })).toHaveCount(0)
    await expect(panel(colleague.page).getByRole('button', { name: 'Delete' })).toHaveCount(0)
  })
  await test.step('a hiring manager opens it, reads what is missing and never the title of the posting', async () => {
    await open(manager.page)
    await panel(manager.page).getByRole('link', { name: 'Field people' }).click()
    await expectToast(
      manager.page,
      'Field people',
      /It filters by a posting that is no longer there, or not shown to you/,
    )
    await expect(manager.page.getByText('Field Engineer')).toHaveCount(0)
    await manager.page.getByRole('button', { name: /View Field people/ }).click()
    await panel(manager.page).getByRole('button', { name: 'Save this list as a view' }).click()
    await expect(manager.page.getByRole('checkbox', { name: /Share/ })).toHaveCount(0)
  })
  await test.step('whoever renames what was renamed meanwhile reads it, and keeps what was typed', async () => {
    await page.getByRole('button', { name: 'View Field people' }).click()
    await panel(page).getByRole('button', { name: 'Rename or share' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Field crew')
    const { views } = (await site.request('GET', '/api/admin/saved-views')) as {
      views: [{ id: number; version: number }]
    }
    const { id, version } = views[0]
    await site.request('PATCH', `/api/admin/saved-views/${id}`, { name: 'Outdoor people', version })
    await page.getByRole('button', { name: 'Save view' }).click()
    await expect(page.getByRole('alert')).toContainText('it is called “Outdoor people” now and is shared')
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Field crew')
    await page.getByRole('button', { name: 'Save view' }).click()
    await expect(page.getByRole('button', { name: 'View Field crew', exact: true })).toBeVisible()
  })
  await test.step('it is deleted, and its address still lists what it listed', async () => {
    const address = page.url()
    await page.getByRole('button', { name: 'View Field crew' }).click()
    await panel(page).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete view' }).click()
    await expectToast(page, 'View deleted', 'Field crew')
    await expect(page).not.toHaveURL(/view=/)
    await visit(page, address.replace(site.url, ''))
    await expect(page.getByRole('tab', { name: /Hired/, selected: true })).toBeVisible()
    await open(page)
    await expect(panel(page).getByText('The view of this address is deleted')).toBeVisible()
  })
})

function panel(page: Page) {
  return page.locator('.views-panel')
}

async function open(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Views', exact: true }).click()
  await expect(panel(page)).toBeVisible()
}
