import { expect, test } from './site.ts'
import { expectToast, holdCalls, logIn, toasts, visit } from './steps.ts'

const LOGIN_CALL = '**/api/auth/login'

test('the login page says whom it is for', async ({ page }) => {
  const answer = await page.goto('/admin/login')
  expect(answer?.status()).toBe(200)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'Admin Login', exact: true })).toBeVisible()
  await expect(main.getByText(/Admin access only/i)).toBeVisible()
  await expect(main.getByText(/job applicants should use the main site/i)).toBeVisible()
  await expect(main.getByLabel('Password')).toHaveAttribute('type', 'password')
  await expect(page).toHaveTitle(/Admin Login/)
})

test('an empty username and a short password are refused in words and never sent', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  await visit(page, '/admin/login')
  const form = page.getByRole('form')
  await form.getByLabel('Password').fill('12345')
  await form.getByRole('button', { name: 'Log in' }).click()
  await expect(form.getByRole('alert')).toHaveText(['Username is required', 'Password must be at least 6 characters'])
  await expect(form.getByLabel('Username')).toBeFocused()
  await form.getByLabel('Username').fill('a')
  await form.getByLabel('Password').fill('123456')
  await expect(form.getByRole('alert')).toHaveCount(0)
  expect(sent).toEqual([])
})

test('after too many wrong passwords the form says how long to wait', async ({ page, site }) => {
  const message = 'Too many wrong passwords were sent. Please try again in 14 minutes.'
  await page.route(LOGIN_CALL, (route) => route.fulfill({ status: 429, json: { message, code: 'too_many_requests' } }))
  await visit(page, '/admin/login')
  await logIn(page, site.credentials)
  await expectToast(page, 'Login failed', 'Invalid username or password.')
  await expect(page.getByRole('form').getByRole('alert')).toHaveText(message)
})

test('while sending the button says Logging in...; then a toast, and the dashboard', async ({ page, site }) => {
  const letGo = await holdCalls(page, LOGIN_CALL)
  await visit(page, '/admin/login')
  await logIn(page, site.credentials)
  const button = page.getByRole('main').getByRole('button', { name: 'Logging in...' })
  await expect(button).toBeVisible()
  await expect(button).toBeDisabled()
  letGo()
  await expectToast(page, 'Login successful', 'Welcome to the admin dashboard.')
  await expect(page).toHaveURL('/admin/dashboard')
  const stored = await page.evaluate(() => [localStorage.getItem('authToken'), localStorage.getItem('user')])
  expect(stored[0]).toBeTruthy()
  expect(JSON.parse(stored[1] ?? '')).toMatchObject({ isAdmin: true })
  await page.reload()
  await expect(page).toHaveURL('/admin/dashboard')
  await expect(page.getByRole('button', { name: 'Logout' }).first()).toBeVisible()
})

test('a wrong password, a failing server and a cut network show the same toast, and a retry works', async ({
  page,
  site,
}) => {
  await visit(page, '/admin/login')
  await logIn(page, { ...site.credentials, password: 'wrong-password' })
  await expectLoginFailed()

  for (const failure of ['abort', 'fulfill'] as const) {
    await page.route(LOGIN_CALL, (route) => (failure === 'abort' ? route.abort() : route.fulfill({ status: 500 })))
    await logIn(page, site.credentials)
    await expectLoginFailed()
    await page.unroute(LOGIN_CALL)
  }
  await logIn(page, site.credentials)
  await expect(page).toHaveURL('/admin/dashboard')

  async function expectLoginFailed() {
    await expectToast(page, 'Login failed', 'Invalid username or password.')
    await expect(page.getByRole('button', { name: 'Log in' })).toBeEnabled()
    await expect(page.getByLabel('Username')).toHaveValue(site.credentials.username)
    expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull()
    await toasts(page).getByRole('button', { name: 'Dismiss' }).click()
    await expect(toasts(page)).toHaveCount(0)
  }
})

test('logout says so, lands on the landing page, forgets the sign-in, and ends it on the server', async ({
  page,
  site,
}) => {
  const token = await site.signIn(page)
  const identity = () => page.request.get('/api/auth/me', { headers: { authorization: `Bearer ${token}` } })
  await visit(page, '/recovery')
  expect((await identity()).status()).toBe(200)
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
  await expectToast(page, 'Logged out')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Admin', exact: true })).toBeVisible()
  const stored = await page.evaluate(() => [localStorage.getItem('authToken'), localStorage.getItem('user')])
  expect(stored).toEqual([null, null])
  await expect.poll(async () => (await identity()).status()).toBe(401)
})

test('logout works without the server', async ({ page, site }) => {
  await site.signIn(page)
  await page.route('**/api/auth/logout', (route) => route.abort())
  await visit(page, '/')
  await page.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
  await expectToast(page, 'Logged out')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Admin', exact: true })).toBeVisible()
})

test('logout in one tab signs out the other', async ({ page, context, site }) => {
  await site.signIn(page)
  await visit(page, '/admin/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Admin Login')
  const other = await context.newPage()
  await visit(other, '/')
  await other.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Admin', exact: true })).toBeVisible()
})
