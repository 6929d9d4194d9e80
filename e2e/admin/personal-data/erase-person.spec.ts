import { expectUsable } from '../../steps/accessible-steps.ts'
import { openAdmin } from '../../steps/admin-steps.ts'
import { address, expectShown } from '../../steps/review-steps.ts'
import { expect, test } from '../../steps/site.ts'
import { expectToast, visit } from '../../steps/steps.ts'

test.beforeEach(async ({ site }) => {
  await site.deleteAllApplications()
  await site.deleteAllJobs()
})

test('an owner sees what is kept of a person, types the reference, and every application of the person is gone', async ({
  page,
  site,
}) => {
  await site.apply({ name: 'Ana Person', email: 'ana@example.com' })
  await site.apply({ name: 'Ana Person', email: 'ANA@example.com' })
  await site.apply({ name: 'Ben Other', email: 'ben@example.com' })
  const applications = await site.applications()
  const [id = 0, second = 0] = applications
    .filter(({ name }) => name === 'Ana Person')
    .map((one) => one.id)
    .toSorted((a, b) => a - b)
  const reference = `APP-${String(id).padStart(4, '0')}`
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  await visit(page, address(id))
  await expectShown(page, 'Ana Person')
  await page.getByRole('button', { name: 'More actions for Ana Person' }).click()
  await page.getByRole('menuitem', { name: 'Erase this person...' }).click()
  const dialog = page.getByRole('dialog', { name: 'Erase Ana Person' })
  const listed = dialog.getByRole('list', { name: 'Applications' }).getByRole('listitem')
  await expect(listed).toHaveCount(2)
  await expect(listed.last()).toContainText(reference)
  await expect(dialog).toContainText('Also removed: 2 files')
  await expect(dialog).toContainText('Nobody can restore it. Backups made before keep it until they are replaced.')
  await expectUsable(page, 'erasing a person')
  const field = dialog.getByLabel(`Type the name or ${reference} to confirm`)
  await test.step('something else erases nothing', async () => {
    await field.fill('Ana')
    await dialog.getByRole('button', { name: 'Erase for good' }).click()
    await expect(dialog.getByRole('alert')).toContainText(`Type “Ana Person” or ${reference}`)
    await expect(field).toBeFocused()
  })
  await test.step('what came meanwhile is shown before it goes', async () => {
    await site.apply({ name: 'Ana Person', email: 'ana@example.com' })
    await field.fill('ana person')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert')).toContainText('are not those that you were shown, so nothing was erased')
    await expect(listed).toHaveCount(3)
  })
  const missed: string[] = []
  page.on('response', (response) => response.status() === 404 && missed.push(response.url()))
  await field.fill(reference)
  await page.keyboard.press('Enter')
  await expectToast(page, 'Erasure begun')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect.poll(async () => (await site.applications()).map(({ name }) => name)).toEqual(['Ben Other'])
  expect(missed, 'asked for after the erasure').toEqual([])
  await visit(page, address(second))
  await expect(page.getByRole('heading', { name: 'There is no such application.' })).toBeVisible()
})
