import { networkInterfaces } from 'node:os'
import { expectUsable } from '../../steps/accessible-steps.ts'
import { openAccountDialog } from '../../steps/admin-steps.ts'
import { expect, test } from '../../steps/site.ts'
import { expectToast, holdRequests, logIn, toasts, visit } from '../../steps/steps.ts'

const SETUP_CALL = '**/api/auth/setup-admin'

test('on a fresh server the first admin is created once, shown once, and can sign in', async ({
  page,
  context,
  startServer,
}) => {
  const url = await startServer()
  const release = await holdRequests(page, SETUP_CALL)
  await visit(page, `${url}/admin/setup`)
  const main = page.getByRole('main')
  await test.step('two quick clicks make one account and show its password', async () => {
    await expect(main.getByText(/only once/)).toBeVisible()
    const name = main.getByLabel('Your name (optional)')
    await expect(name).not.toHaveAttribute('aria-required')
    await name.fill('Ana Ruiz')
    // Both in one task, as fast as no hand can: nothing is rendered between them.
    await main.getByRole('button', { name: 'Create Admin Account' }).evaluate((button: HTMLButtonElement) => {
      button.click()
      button.click()
    })
    await expect(main.getByRole('button', { name: 'Setting up...' })).toBeDisabled()
    release()
    await expectToast(page, 'Admin account created')
    await expect(main.getByText(/change .*after your first login/i)).toBeVisible()
    await expect(main.getByText('Go to Login', { exact: true })).toBeVisible()
  })
  await test.step('the new account is accessible', () => expectUsable(page, 'the new account'))
  const [username = '', password = ''] = await main.getByRole('definition').allInnerTexts().then(withoutButtons)
  expect(password.length).toBeGreaterThanOrEqual(16)

  await test.step('a second account is refused', async () => {
    const second = await context.newPage()
    await visit(second, `${url}/admin/setup`)
    await second.getByRole('button', { name: 'Create Admin Account' }).click()
    await expectToast(second, 'Setup failed', 'Admin account already exists or there was an error during setup')
    await expect(second.getByRole('button', { name: 'Create Admin Account' })).toBeEnabled()
  })
  await test.step('the account signs in', async () => {
    await main.getByText('Go to Login', { exact: true }).click()
    await expect(page).toHaveURL(`${url}/admin/login`)
    await logIn(page, { username, password })
    await expect(page).toHaveURL(`${url}/admin/dashboard`)
  })
  await test.step('the name that it was given can be changed, and removed', async () => {
    await openAccountDialog(page, 'Your name')
    const dialog = page.getByRole('dialog', { name: 'Your name' })
    await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Ana Ruiz')
    await dialog.getByLabel('Name', { exact: true }).fill('Ana María Ruiz')
    await expectUsable(page, 'the dialog of the name')
    await page.keyboard.press('Enter')
    await expectToast(page, 'You sign as Ana María Ruiz')
    await openAccountDialog(page, 'Your name')
    await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Ana María Ruiz')
    await dialog.getByLabel('Name', { exact: true }).fill('')
    await dialog.getByRole('button', { name: 'Save name' }).click()
    await expectToast(page, 'The company signs your messages')
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeFocused()
  })
})

test('a server that fails during setup shows the same toast and gets no second request', async ({ page }) => {
  let requests = 0
  await page.route(SETUP_CALL, (route) => {
    requests += 1
    return route.fulfill({ status: 500 })
  })
  await page.clock.install()
  await visit(page, '/admin/setup')
  await page.getByRole('button', { name: 'Create Admin Account' }).click()
  await expectToast(page, 'Setup failed', 'Admin account already exists or there was an error during setup')
  await page.clock.runFor(4_000)
  expect(requests).toBe(1)
})

test('with SETUP_TOKEN the page requires the token, refuses a wrong one, and accepts the right one', async ({
  page,
  startServer,
}) => {
  const url = await startServer({ SETUP_TOKEN: 'correct-horse-battery-staple' })
  await visit(page, `${url}/admin/setup`)
  const create = page.getByRole('button', { name: 'Create Admin Account' })
  const token = page.getByLabel('Setup token')
  await expect(token).toHaveCount(0)
  await create.click()
  await expect(token).toBeVisible()
  await token.fill('guess')
  await create.click()
  await expect(page.getByRole('alert')).toHaveText('This is not the setup token for this server')
  await expect(toasts(page)).toHaveCount(0)
  await token.fill('correct-horse-battery-staple')
  await create.click()
  await expectToast(page, 'Admin account created')
  await expect(page.getByText('Go to Login', { exact: true })).toBeVisible()
})

test('the address that the server prints needs nothing but a click, even before the code of the page has come, and its token leaves the address bar', async ({
  page,
  startServer,
}) => {
  const url = await startServer({ SETUP_TOKEN: 'correct-horse-battery-staple' })
  const release = await holdRequests(page, '**/assets/*.js')
  await page.goto(`${url}/admin/setup#token=correct-horse-battery-staple`, { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Create Admin Account' }).click()
  await expect(page.locator('form[data-submitted]')).toBeVisible()
  release()
  await expect(page).toHaveURL(`${url}/admin/setup`)
  await expectToast(page, 'Admin account created')
  await expect(page.getByLabel('Setup token')).toHaveCount(0)
})

test('a wrong token in the address is refused and requested again', async ({ page, startServer }) => {
  const url = await startServer({ SETUP_TOKEN: 'correct-horse-battery-staple' })
  await visit(page, `${url}/admin/setup#token=guess`)
  await page.getByRole('button', { name: 'Create Admin Account' }).click()
  await expect(page.getByLabel('Setup token')).toHaveValue('guess')
  await expect(page.getByRole('alert')).toHaveText('This is not the setup token for this server')
})

test('at an address that the server is not set up for, setup and sign-in say what to set', async ({
  page,
  startServer,
}) => {
  const addresses = Object.values(networkInterfaces()).flat()
  const outside = addresses.find((one) => one?.family === 'IPv4' && !one.internal)?.address
  test.skip(!outside, 'This machine has only loopback addresses.')
  const { port } = new URL(await startServer({ HOST: '0.0.0.0' }))
  await visit(page, `http://${outside}:${port}/admin/setup`)
  await page.getByRole('button', { name: 'Create Admin Account' }).click()
  await expect(page.getByRole('alert')).toContainText('the operator sets PUBLIC_URL to it')
  await visit(page, `http://${outside}:${port}/admin/login`)
  await logIn(page, { username: 'admin', password: 'whatever' })
  await expectToast(page, 'Login failed', 'Invalid username or password.')
  await expect(page.getByRole('alert')).toContainText('the operator sets PUBLIC_URL to it')
})

/** The two values among the cells, some of which hold a Copy button. */
function withoutButtons(cells: string[]): string[] {
  return cells.filter((cell) => !/^Cop/.test(cell))
}
