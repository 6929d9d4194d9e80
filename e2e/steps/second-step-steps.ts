import type { Locator, Page } from '@playwright/test'
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

/**
 * Sets up an app where its set-up is shown.
 * @returns codes of the app, each of another half minute since each works once, and the recovery codes
 */
export async function setUpApp(setup: Locator): Promise<{ codes: string[]; recoveryCodes: string[] }> {
  await expect(setup.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const secret = await readSecret(setup)
  const [first = '', ...codes] = await Promise.all([-1, 0, 1].map((steps) => codeOf(secret, new Date(), steps)))
  await setup.getByLabel('Code that the app shows now').fill(first)
  await setup.page().keyboard.press('Enter')
  const listed = setup.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(listed).toHaveCount(10)
  return { codes, recoveryCodes: await listed.allTextContents() }
}
