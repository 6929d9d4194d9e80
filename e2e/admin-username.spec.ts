import { expect, test } from './site.ts'
import { expectToast, logIn, visit } from './steps.ts'

test('setup advises to change username and password, and one dialog changes both', async ({ page, startServer }) => {
  const url = await startServer()
  await visit(page, `${url}/admin/setup`)
  await page.getByRole('button', { name: 'Create Admin Account' }).click()
  await expect(page.getByText(/Change them after your first login/)).toBeVisible()
  const [username, password] = await page.locator('dd.font-mono').allTextContents()
  const first = { username: username ?? '', password: password ?? '' }
  await page.getByRole('link', { name: 'Go to Login' }).click()
  await logIn(page, first)
  await page.getByRole('button', { name: 'Change password' }).click()

  const dialog = page.getByRole('dialog', { name: 'Change password' })
  await expect(dialog.getByLabel('Username')).toHaveValue(first.username)
  const send = dialog.getByRole('button', { name: 'Change password' })
  await dialog.getByLabel('Username').fill('  ')
  await dialog.getByLabel('Current password').fill(first.password)
  await dialog.getByLabel('New password', { exact: true }).fill('a new password')
  await dialog.getByLabel('New password again').fill('a new password')
  await send.click()
  await expect(dialog.getByRole('alert')).toHaveText(['Username is required'])

  const taken = 'Another account has this username. Please choose a different one.'
  const address = '**/api/auth/change-password'
  await page.route(address, (route) => route.fulfill({ status: 409, json: { code: 'username_taken', message: taken } }))
  await dialog.getByLabel('Username').fill(' Ana Núñez ')
  await send.click()
  await expect(dialog.getByRole('alert')).toHaveText([taken])
  await expect(dialog.getByLabel('Username')).toBeFocused()
  await page.unroute(address)
  const wait = 'Too many wrong passwords were sent. Please try again in 15 minutes.'
  await page.route(address, (route) =>
    route.fulfill({ status: 429, json: { code: 'too_many_requests', message: wait } }),
  )
  await send.click()
  await expectToast(page, 'Password not changed', wait)
  await page.unroute(address)
  await send.click()
  await expectToast(page, 'Username and password changed')
  await expect(dialog).toHaveCount(0)
  const user = await page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? ''))
  expect(user).toMatchObject({ username: 'Ana Núñez', isAdmin: true })
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(dialog.getByLabel('Username')).toHaveValue('Ana Núñez')
  await page.keyboard.press('Escape')

  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click()
  await visit(page, `${url}/admin/login`)
  await logIn(page, first)
  await expectToast(page, 'Login failed', 'Invalid username or password.')
  await logIn(page, { username: 'Ana Núñez', password: 'a new password' })
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
})
