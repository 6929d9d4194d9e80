import { SIGN_IN_API } from '../../../contract/wire/sign-in-paths.ts'
import { freePort } from '../../../test/free-port.ts'
import { startProvider } from '../../../test/oidc/real-provider.ts'
import { expectUsable } from '../../steps/accessible-steps.ts'
import { logOut, openAdmin, openAdminMenu } from '../../steps/admin-steps.ts'
import { testWithSettings } from '../../steps/own-server.ts'
import { expect } from '../../steps/site.ts'
import { expectToast, visit } from '../../steps/steps.ts'

const test = testWithSettings(async (used) => {
  const port = String(await freePort())
  const PUBLIC_URL = `http://127.0.0.1:${port}`
  const people = { zoe: { email: 'zoe@example.com', email_verified: true, name: 'Zoë Müller' } }
  const starting = startProvider(PUBLIC_URL + SIGN_IN_API.singleSignOnCallback, people)
  const { settings } = used.adopt(await starting, (server) => server.stop())
  return {
    ...{ PORT: port, PUBLIC_URL, OIDC_ISSUER: settings.issuer, OIDC_CLIENT_ID: settings.clientId },
    ...{ OIDC_CLIENT_SECRET: settings.clientSecret, OIDC_NAME: settings.name },
  }
})

test('an invited person joins with a company account of a real provider, logs out, and signs in with it', async ({
  page,
  ownSite,
  browser,
}) => {
  test.slow()
  await openAdmin(page, ownSite, '/admin/people', 'People')
  await expect(page.getByRole('form', { name: 'Company accounts' })).toContainText('Sign in only this way')
  await page.getByRole('button', { name: 'Invite a person' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Zoë Müller')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const link = (await dialog.getByText(/\/admin\/join#token=/).textContent()) ?? ''

  const other = await browser.newContext()
  const joining = await other.newPage()
  await test.step('the person joins without a password', async () => {
    await visit(joining, link)
    await joining.getByRole('button', { name: 'Join with Example ID' }).click()
    await joining.locator('input[name=login]').fill('zoe')
    await joining.locator('input[name=password]').fill('any')
    await joining.getByRole('button', { name: 'Sign-in' }).click()
    await joining.getByRole('button', { name: 'Continue' }).click()
    await expect(joining).toHaveURL(`${ownSite.url}/admin/dashboard`)
  })
  await test.step('the account is listed as linked', async () => {
    await (await openAdminMenu(joining)).getByRole('button', { name: 'Company account' }).click()
    await expect(joining.getByRole('list', { name: 'Your company accounts' })).toContainText('zoe@example.com')
    await joining.getByRole('button', { name: 'Unlink zoe@example.com' }).click()
    await joining.getByRole('button', { name: 'Unlink', exact: true }).click()
    await expectToast(joining, 'Nothing was unlinked', /your only way in/)
    await joining.getByRole('button', { name: 'Close' }).first().click()
  })
  await test.step('and signs in with it to the page that was asked for', async () => {
    await logOut(joining)
    await visit(joining, `${ownSite.url}/admin/login#sign-in-problem=away`)
    await expect(joining.getByRole('alert')).toContainText('The company accounts cannot be reached right now.')
    await expect(joining).toHaveURL(`${ownSite.url}/admin/login`)
    await visit(joining, `${ownSite.url}/admin/login?next=%2Fadmin%2Finterviews`)
    await expectUsable(joining, 'signing in with a company account')
    await joining.getByRole('link', { name: 'Sign in with Example ID' }).click()
    await expect(joining).toHaveURL(`${ownSite.url}/admin/interviews`)
  })
  await other.close()
})
