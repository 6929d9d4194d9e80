import type { Page } from '@playwright/test'
import { freePort } from '../../../test/free-port.ts'
import { expectNoOverflow, expectNoViolations } from '../../steps/accessible-steps.ts'
import { expectTitle, logOut, openAccountDialog, openAdmin } from '../../steps/admin-steps.ts'
import { testWithSettings } from '../../steps/own-server.ts'
import { addVirtualDevice } from '../../steps/passkey-steps.ts'
import { expect } from '../../steps/site.ts'
import { dismissToast, expectToast, logIn, visit } from '../../steps/steps.ts'

/** Passkeys are for a host with a name, and a fixed port. */
const test = testWithSettings(async () => {
  const PORT = String(await freePort())
  return { PORT, PUBLIC_URL: `http://localhost:${PORT}` }
})

const passkeysOf = (page: Page) => page.getByRole('dialog', { name: 'Sign-in methods' })

async function addPasskey(page: Page, name: string): Promise<void> {
  const form = passkeysOf(page).getByRole('form', { name: 'Add a passkey' })
  const opener = passkeysOf(page).getByRole('button', { name: 'Add a passkey' })
  await opener.or(form).click()
  await form.getByLabel('Name of the passkey').fill(name)
  await form.getByRole('button', { name: 'Add' }).click()
}

test('a person adds a passkey, signs in with it without a username, renames and removes it', async ({
  page,
  ownSite,
}) => {
  const device = await addVirtualDevice(page)
  await openAdmin(page, ownSite, '/admin/dashboard', 'Dashboard')
  await openAccountDialog(page, 'Sign-in methods')
  const dialog = passkeysOf(page)
  await test.step('adds it', async () => {
    await addPasskey(page, 'Work laptop')
    await expectToast(page, 'Passkey added')
    await expect(dialog.getByRole('listitem')).toContainText(/Work laptop.*not used yet/)
    await expectNoViolations(page, 'the passkeys')
    await expectNoOverflow(page, 'the passkeys')
  })
  await test.step('cannot add the same device twice', async () => {
    await addPasskey(page, 'Again')
    await expect(dialog.getByRole('alert')).toHaveText('This device already has a passkey for your account.')
    await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  })
  await test.step('signs in with it alone', async () => {
    await logOut(page)
    await visit(page, '/admin/login')
    const button = page.getByRole('button', { name: 'Sign in with a passkey' })
    await expectNoViolations(page, 'the login with passkeys')
    await button.click()
    await expectToast(page, 'Login successful', 'Welcome to the admin dashboard.')
    await expectTitle(page, 'Dashboard')
  })
  await test.step('renames it', async () => {
    await openAccountDialog(page, 'Sign-in methods')
    await expect(dialog.getByRole('listitem')).toContainText('last used')
    await dialog.getByRole('button', { name: 'Rename Work laptop' }).click()
    await dialog.getByRole('form', { name: 'Rename Work laptop' }).getByLabel('Name of the passkey').fill('Old laptop')
    await page.keyboard.press('Enter')
    await expectToast(page, 'Passkey renamed')
    await expect(dialog.getByRole('button', { name: 'Rename Old laptop' })).toBeFocused()
    await dismissToast(page)
  })
  await test.step('removes it, and it signs in no more', async () => {
    await dialog.getByRole('button', { name: 'Remove Old laptop' }).click()
    await page.getByRole('dialog', { name: 'Remove this passkey?' }).getByRole('button', { name: 'Remove' }).click()
    await expectToast(page, 'Passkey removed')
    await expect(dialog.getByRole('listitem')).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Close', exact: true }).click()
    await logOut(page)
    await visit(page, '/admin/login')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page.getByRole('alert')).toHaveText(
      'This passkey is not known here. Please use another way to sign in.',
    )
  })
  await test.step('a prompt that is cancelled says so, and the password still works', async () => {
    await device.setVerified(false)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect(page.getByRole('alert')).toContainText('it was cancelled')
    await logIn(page, ownSite.credentials)
    await expectTitle(page, 'Dashboard')
  })
  await device.remove()
})

test('a passkey is the second step after the password', async ({ page, ownSite }) => {
  const device = await addVirtualDevice(page)
  await openAdmin(page, ownSite, '/admin/dashboard', 'Dashboard')
  await openAccountDialog(page, 'Sign-in methods')
  await addPasskey(page, 'Work laptop')
  await expectToast(page, 'Passkey added')
  await passkeysOf(page).getByRole('button', { name: 'Close', exact: true }).click()
  await logOut(page)
  await visit(page, '/admin/login')
  await logIn(page, ownSite.credentials)
  const button = page.getByRole('button', { name: 'Use your passkey' })
  await expect(button).toBeVisible()
  await expectNoViolations(page, 'the second step')
  await device.setVerified(false)
  await button.click()
  await expect(page.getByRole('alert')).toContainText('it was cancelled')
  await device.setVerified(true)
  await button.click()
  await expectToast(page, 'Login successful', 'Welcome to the admin dashboard.')
  await expectTitle(page, 'Dashboard')
  await device.remove()
})
