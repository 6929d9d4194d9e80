import { openAdmin } from '../../steps/admin-steps.ts'
import { expect, test } from '../../steps/site.ts'
import { expectToast } from '../../steps/steps.ts'

test('a token is made, shown once, opens what was ticked, and is revoked at once', async ({ page, site }) => {
  await openAdmin(page, site, '/admin/api-tokens', 'API tokens')
  await page.getByRole('button', { name: 'New token' }).click()
  const form = page.getByRole('dialog', { name: 'New API token' })
  await form.getByRole('button', { name: 'Make token' }).click()
  await expect(form.getByRole('alert')).toHaveText('Name is required')
  await form.getByLabel('Name').fill('Payroll')
  await expect(form.getByRole('checkbox', { name: 'Read' })).toBeChecked()
  await form.getByRole('button', { name: 'Make token' }).click()

  const made = page.getByRole('dialog', { name: 'Token for Payroll' })
  const secret = (await made.getByText(/^wh_/).textContent()) ?? ''
  await made.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('button', { name: 'Close anyway' }).click()
  await expect(page.getByText(secret)).toHaveCount(0)
  const row = page.getByRole('row', { name: /Payroll/ })
  await expect(row).toContainText('Never')

  const headers = { authorization: `Bearer ${secret}` }
  expect((await page.request.get('/api/applications', { headers })).status()).toBe(200)
  expect((await page.request.get('/api/admin/applications.csv', { headers })).status()).toBe(403)
  await row.getByRole('button', { name: 'Revoke Payroll' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expectToast(page, 'Token revoked')
  await expect(page.getByText('There is none.')).toBeVisible()
  expect((await page.request.get('/api/applications', { headers })).status()).toBe(401)
})
