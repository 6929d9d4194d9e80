import type { Locator, Page } from '@playwright/test'
import { openDatabase } from '../../server/platform/database/sqlite/open-database.ts'
import { codeOf } from '../../test/totp-client.ts'
import { expect, type Site } from './site.ts'
import { logIn, visit } from './steps.ts'

/** The dialog with the ways to sign in. */
export const methodsOf = (page: Page) => page.getByRole('dialog', { name: 'Sign-in methods' })

/** Sends username and password on the login page. */
export async function signIn(page: Page, credentials: Site['credentials']): Promise<void> {
  await visit(page, '/admin/login')
  await logIn(page, credentials)
}

/** Reads the key of the app that is being set up, as it is shown. */
async function readSecret(setup: Locator): Promise<string> {
  const key = await setup.getByText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()
  return key?.replaceAll(' ', '') ?? ''
}

/** Sets up an app where its set-up is shown. @returns the key of the app, and the recovery codes */
export async function setUpApp(setup: Locator): Promise<{ secret: string; recoveryCodes: string[] }> {
  await expect(setup.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const secret = await readSecret(setup)
  await setup.getByLabel('Code that the app shows now').fill(await codeOf(secret, new Date()))
  await setup.page().keyboard.press('Enter')
  const listed = setup.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(listed).toHaveCount(10)
  return { secret, recoveryCodes: await listed.allTextContents() }
}

/** A code of an app that works now, although another one of this half minute was used. */
export async function unusedCode({ dataDir }: Site, secret: string): Promise<string> {
  const db = await openDatabase(dataDir)
  await db.updateTable('totp_secrets').set({ last_step: null }).execute()
  await db.destroy()
  return codeOf(secret, new Date())
}
