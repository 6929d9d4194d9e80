import { openAdmin } from '../../steps/admin-steps.ts'
import { expect, test } from '../../steps/site.ts'
import { expectToast } from '../../steps/steps.ts'

test('a webhook is made, its secret shown once, tested, read in its log, and deleted', async ({ page, site }) => {
  await openAdmin(page, site, '/admin/webhooks', 'Webhooks')
  await page.getByRole('button', { name: 'New webhook' }).click()
  const form = page.getByRole('dialog', { name: 'New webhook' })
  await form.getByLabel('Name').fill('Payroll')
  await form.getByLabel('Address').fill('https://127.0.0.1/hook')
  await form.getByRole('button', { name: 'Make webhook' }).click()
  await expect(form.getByRole('alert')).toHaveText(
    'The host 127.0.0.1 is in a private network, to which nothing is sent.',
  )
  // Of the public internet, where nothing answers.
  await form.getByLabel('Address').fill('https://[2a0f:ffff::1]/hook')
  await form.getByRole('button', { name: 'Make webhook' }).click()

  const made = page.getByRole('dialog', { name: 'Secret for Payroll' })
  await expect(made.getByText(/^whsec_/)).toBeVisible()
  await made.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('button', { name: 'Close anyway' }).click()
  await expect(page.getByText(/whsec_/)).toHaveCount(0)

  await page.getByRole('button', { name: 'Send test: Payroll' }).click()
  await expectToast(page, 'Test is on its way')
  await page.getByRole('button', { name: 'Deliveries: Payroll' }).click()
  const log = page.getByRole('dialog', { name: 'Deliveries of Payroll' })
  await expect(log.getByText('webhook.test')).toBeVisible()
  await log.getByRole('button', { name: 'Close', exact: true }).click()

  await page.getByRole('button', { name: 'Delete: Payroll' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Webhook deleted')
  await expect(page.getByText('There is none.')).toBeVisible()
})
