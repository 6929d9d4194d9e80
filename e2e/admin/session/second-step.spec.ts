import type { Page } from '@playwright/test'
import { expectNoOverflow, expectUsable } from '../../steps/accessible-steps.ts'
import { expectTitle, logOut, openAccountDialog } from '../../steps/admin-steps.ts'
import { methodsOf, setUpApp, signIn, unusedCode } from '../../steps/second-step-steps.ts'
import { expect, type Site, test } from '../../steps/site.ts'
import { dismissToast, expectToast } from '../../steps/steps.ts'

const codeField = (page: Page) => page.getByLabel('Code', { exact: true })

/** Signs out, and signs in again as far as the second step. */
async function comeBack(page: Page, credentials: Site['credentials']): Promise<void> {
  await logOut(page)
  await signIn(page, credentials)
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
}

test('a person sets up an app, keeps the codes, and signs in with both', async ({ page, site }) => {
  const ana = await site.addAdmin('ana')
  await signIn(page, ana)
  await expectTitle(page, 'Dashboard')
  const dialog = methodsOf(page)
  let app = { secret: '', recoveryCodes: [''] }

  await test.step('sets it up', async () => {
    await openAccountDialog(page, 'Sign-in methods')
    await expectUsable(page, 'the sign-in methods, with none')
    await dialog.getByRole('button', { name: 'Set up an app' }).click()
    await dialog.getByLabel('Code that the app shows now').fill('000000')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert')).toContainText('This code is not right')
    await expectUsable(page, 'the set-up of an app')
    app = await setUpApp(dialog)
    await expectUsable(page, 'the recovery codes')
  })

  await test.step('keeps the codes before it closes', async () => {
    await dismissToast(page)
    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: 'Close without saving the codes?' })
    await question.getByRole('button', { name: 'Back to the codes' }).click()
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download' }).click()
    expect((await download).suggestedFilename()).toBe('recovery-codes.txt')
    await dialog.getByRole('button', { name: 'I have saved them' }).click()
    await expect(dialog.getByText('10 left')).toBeVisible()
    await expectNoOverflow(page, 'the sign-in methods, with an app')
    await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  })

  await test.step('signs in with a code, after a wrong one', async () => {
    await comeBack(page, ana)
    await expect(codeField(page)).toBeFocused()
    await expectUsable(page, 'the second step')
    await codeField(page).fill('000000')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText('Enter the one that the app shows now.')
    await expect(codeField(page)).toBeFocused()
    const code = await unusedCode(site, app.secret)
    await codeField(page).fill(`${code.slice(0, 3)} ${code.slice(3)} `)
    await page.keyboard.press('Enter')
    await expectToast(page, 'Login successful', 'Welcome to the admin dashboard.')
    await expectTitle(page, 'Dashboard')
  })

  await test.step('signs in with a recovery code, once', async () => {
    const [recoveryCode = ''] = app.recoveryCodes
    const enter = async () => {
      await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
      await page.getByLabel('Recovery code').fill(recoveryCode.toUpperCase())
      await page.keyboard.press('Enter')
    }
    await comeBack(page, ana)
    await enter()
    await expectTitle(page, 'Dashboard')
    await comeBack(page, ana)
    await enter()
    await expect(page.getByRole('alert')).toContainText('Each works once.')
    await page.getByRole('button', { name: 'Use a code of your app' }).click()
    await expect(page.getByRole('heading', { name: 'One more step' })).toHaveCount(1)
    await expect(codeField(page)).toBeFocused()
    await codeField(page).fill(await unusedCode(site, app.secret))
    await page.keyboard.press('Enter')
    await expectTitle(page, 'Dashboard')
  })

  await test.step('removes the app, and the password is enough', async () => {
    await openAccountDialog(page, 'Sign-in methods')
    await expect(dialog.getByText('9 left')).toBeVisible()
    await dialog.getByRole('button', { name: 'Remove the app' }).click()
    const question = page.getByRole('dialog', { name: 'Remove the authenticator app?' })
    await question.getByRole('button', { name: 'Remove' }).click()
    await expectToast(page, 'Authenticator app removed', 'You are signed out everywhere else.')
    await dialog.getByRole('button', { name: 'Close', exact: true }).click()
    await logOut(page)
    await signIn(page, ana)
    await expectTitle(page, 'Dashboard')
  })
})

test('a second step that takes too long leads back to the password and says so', async ({ page, site }) => {
  await page.route('**/api/auth/login', (route) =>
    route.fulfill({ status: 202, json: { secondFactor: { ticket: 'over', methods: ['totp', 'recovery_code'] } } }),
  )
  await signIn(page, site.credentials)
  await codeField(page).fill('123456')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('This sign-in is over. Please sign in again with your password.')
  await page.unroute('**/api/auth/login')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expectTitle(page, 'Dashboard')
})
