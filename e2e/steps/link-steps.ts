import type { Page } from '@playwright/test'
import { expect } from './site.ts'

/** Copies the link that is shown once, and closes its dialog. */
export async function closeLink(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: /^Link for/ })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
}
