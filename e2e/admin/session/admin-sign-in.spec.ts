import { expectTitle, logOut } from '../../steps/admin-steps.ts'
import { expect, test } from '../../steps/site.ts'
import { dismissToast, expectToast, holdRequests, logIn, visit } from '../../steps/steps.ts'

const LOGIN_CALL = '**/api/auth/login'

test('the login page says whom it is for, and shows what is wrong', async ({ page, site }) => {
  await test.step('whom it is for', async () => {
    const response = await page.goto('/admin/login')
    expect(response?.status()).toBe(200)
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { name: 'Admin Login', exact: true })).toBeVisible()
    await expect(main.getByText(/Admin access only/i)).toBeVisible()
    await expect(main.getByText(/job applicants should use the main site/i)).toBeVisible()
    await expect(main.getByLabel('Password')).toHaveAttribute('type', 'password')
    await expect(page).toHaveTitle(/Admin Login/)
  })
  await visit(page, '/admin/login')
  await test.step('an empty username and a short password show errors and are never sent', async () => {
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
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
  await test.step('after too many wrong passwords the form says how long to wait', async () => {
    const message = 'Too many wrong passwords were sent. Please try again in 14 minutes.'
    await page.route(LOGIN_CALL, (route) =>
      route.fulfill({ status: 429, json: { message, code: 'too_many_requests' } }),
    )
    await logIn(page, site.credentials)
    await expectToast(page, 'Login failed', 'Invalid username or password.')
    await expect(page.getByRole('form').getByRole('alert')).toHaveText(message)
    await page.unroute(LOGIN_CALL)
    await dismissToast(page)
  })
  await test.step('a wrong password, a failing server and a cut network show the same toast', async () => {
    await logIn(page, { ...site.credentials, password: 'wrong-password' })
    await expectLoginFailed()

    for (const failure of ['abort', 'fulfill'] as const) {
      await page.route(LOGIN_CALL, (route) => (failure === 'abort' ? route.abort() : route.fulfill({ status: 500 })))
      await logIn(page, site.credentials)
      await expectLoginFailed()
      await page.unroute(LOGIN_CALL)
    }

    async function expectLoginFailed() {
      await expectToast(page, 'Login failed', 'Invalid username or password.')
      await expect(page.getByRole('form').getByRole('alert')).toHaveText('Invalid username or password.')
      await expect(page.getByRole('button', { name: 'Log in' })).toBeEnabled()
      await expect(page.getByLabel('Username')).toHaveValue(site.credentials.username)
      expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull()
      await dismissToast(page)
    }
  })
  await test.step('while sending the button says Logging in...; then a toast, and the dashboard', async () => {
    const release = await holdRequests(page, LOGIN_CALL)
    await logIn(page, site.credentials)
    const button = page.getByRole('main').getByRole('button', { name: 'Logging in...' })
    await expect(button).toBeVisible()
    await expect(button).toBeDisabled()
    release()
    await expectToast(page, 'Login successful', 'Welcome to the admin dashboard.')
    await expect(page).toHaveURL('/admin/dashboard')
    const stored = await page.evaluate(() => [localStorage.getItem('authToken'), localStorage.getItem('user')])
    expect(stored[0]).toMatch(/^[\w-]{43}$/)
    expect(JSON.parse(stored[1] ?? '')).toMatchObject({ isAdmin: true })
    await page.reload()
    await expect(page).toHaveURL('/admin/dashboard')
    await expect(page.getByRole('button', { name: 'Logout' }).first()).toBeVisible()
  })
})

test('what is typed and sent before the code of the page has come is sent once it has', async ({ page, site }) => {
  const release = await holdRequests(page, '**/assets/*.js')
  await page.goto('/admin/login', { waitUntil: 'commit' })
  await expect(page.getByLabel('Username')).toBeFocused()
  await page.keyboard.type(site.credentials.username)
  await page.keyboard.press('Tab')
  await page.keyboard.type(site.credentials.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('form')).toHaveAttribute('data-submitted')
  release()
  await expectToast(page, 'Login successful', 'Welcome to the admin dashboard.')
  await expect(page).toHaveURL('/admin/dashboard')
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

test('logout in one tab signs out the other, with and without the server', async ({ page, context, site }) => {
  await test.step('in the other', async () => {
    await site.signIn(page)
    await visit(page, '/admin/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Admin Login')
    const other = await context.newPage()
    await visit(other, '/')
    await other.getByRole('banner').getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Admin', exact: true })).toBeVisible()
  })
  await test.step('without the server', async () => {
    await logIn(page, site.credentials)
    await expectTitle(page, 'Dashboard')
    await page.route('**/api/auth/logout', (route) => route.abort())
    await logOut(page)
    await expectToast(page, 'Logged out')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Admin', exact: true })).toBeVisible()
  })
})
