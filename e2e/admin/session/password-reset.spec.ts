import type { Page } from '@playwright/test'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { startSmtpServer } from '../../../test/smtp/smtp-kit.ts'
import { expectUsable } from '../../steps/accessible-steps.ts'
import { expectTitle } from '../../steps/admin-steps.ts'
import { testWithSettings } from '../../steps/own-server.ts'
import { expect, test as withoutMail } from '../../steps/site.ts'
import { expectToast, logIn, visit } from '../../steps/steps.ts'

let smtp: Awaited<ReturnType<typeof startSmtpServer>>
const test = testWithSettings(async (used) => {
  smtp = await startSmtpServer()
  used.defer(() => smtp.stop())
  return { SMTP_URL: smtp.url, MAIL_FROM: 'careers@example.com' }
})

const FRESH = 'a quite new password'

/** Opens the form of the login screen. */
async function openForm(page: Page) {
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  const form = page.getByRole('form', { name: 'Forgot your password' })
  await expect(form.getByLabel('Username or email address')).toBeFocused()
  return form
}

test('who has forgotten the password gets a link by mail, chooses a new one, and logs in with it', async ({
  page,
  ownSite: site,
  browser,
}) => {
  await site.request('PUT', ADMIN_API.ownEmail, { email: 'ana@example.com' })
  const elsewhere = await (await browser.newContext({ baseURL: site.url })).newPage()
  await visit(elsewhere, '/admin/login')
  await logIn(elsewhere, site.credentials)
  await expectTitle(elsewhere, 'Dashboard')

  await visit(page, '/admin/login')
  await page.getByLabel('Username').fill('ana')
  const form = await openForm(page)
  await expect(form.getByLabel('Username or email address')).toHaveValue('ana')
  await form.getByLabel('Username or email address').fill('')
  await form.getByRole('button', { name: 'Send the link' }).click()
  await expect(form.getByText('Username or email address is required')).toBeVisible()
  await expectUsable(page, 'the forgotten password')
  await form.getByLabel('Username or email address').fill('Ana@Example.com')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/If there is an account with an address, a link is on its way/)).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'on its way' })).toBeFocused()
  await expectUsable(page, 'the request')

  await smtp.untilReceived(1)
  const [path = ''] = /\/admin\/reset-password#token=[\w-]{43}/.exec(smtp.received[0]?.mail.text ?? '') ?? []
  await visit(page, site.url + path)
  await expect(page.getByLabel('Username')).toHaveValue(site.credentials.username)
  await expect(page).toHaveURL(`${site.url}/admin/reset-password`)
  await expectUsable(page, 'the new password')
  await page.getByLabel('New password', { exact: true }).fill('password1234')
  await page.getByLabel('Confirm new password').fill('another')
  await page.getByRole('button', { name: 'Save the new password' }).click()
  await expect(page.getByText('The passwords do not match')).toBeVisible()
  await page.getByLabel('Confirm new password').fill('password1234')
  await page.getByRole('button', { name: 'Save the new password' }).click()
  await expect(page.getByText(/one of the most common ones/)).toBeVisible()
  await expect(page.getByLabel('New password', { exact: true })).toBeFocused()
  await page.getByLabel('New password', { exact: true }).fill(FRESH)
  await page.getByLabel('Confirm new password').fill(FRESH)
  await page.getByRole('button', { name: 'Save the new password' }).click()
  await expectToast(page, 'Password changed', 'Log in with the new password.')
  await expect(page).toHaveURL(`${site.url}/admin/login`)
  await logIn(page, { ...site.credentials, password: FRESH })
  await expectTitle(page, 'Dashboard')

  await test.step('the other session has ended, the link works once, and the address was told', async () => {
    await elsewhere.reload()
    await expect(elsewhere.getByRole('button', { name: 'Log in' })).toBeVisible()
    await visit(elsewhere, site.url + path)
    await expect(elsewhere.getByRole('alert')).toContainText('Ask for a new one on the login page.')
    await elsewhere.getByRole('link', { name: 'To the login page' }).click()
    await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText('Admin Login')
    await smtp.untilReceived(2)
    expect(smtp.received[1]?.mail.subject).toMatch(/^Your account for .*: the password was changed by a link/)
  })
  await test.step('the audit trail names both', async () => {
    await visit(page, '/admin/audit')
    await expect(page.getByRole('rowheader', { name: 'Password reset by mail' })).toBeVisible()
    await expect(page.getByRole('rowheader', { name: 'Link for a new password mailed' })).toBeVisible()
  })
})

withoutMail(
  'where no mail is sent, the form says who can help, and the page without a link where to ask',
  async ({ page }) => {
    await visit(page, '/admin/login')
    const form = await openForm(page)
    await form.getByLabel('Username or email address').fill('ana')
    await form.getByRole('button', { name: 'Send the link' }).click()
    await expect(form.getByRole('alert')).toContainText('npm run admin -- reset NAME')
    await visit(page, '/admin/reset-password')
    await expect(page.getByRole('alert')).toHaveText(
      'This page opens with the link of a mail. Ask for one on the login page.',
    )
  },
)
