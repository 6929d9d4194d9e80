import {
  choose,
  expectRows,
  expectStats,
  expectTabs,
  openAdmin,
  openMenu,
  refuse,
  revoke,
  rowOf,
} from './admin-steps.ts'
import { expect, test } from './site.ts'
import { expectToast, logIn, toasts } from './steps.ts'

const APPLICATION = '**/api/applications/*'
const ADMIN_APPLICATION = '**/api/admin/applications/*'
const QUESTION = 'Are you sure you want to delete this application? This action cannot be undone.'

let token: string

test.beforeEach(async ({ page, site }) => {
  await site.deleteAllApplications()
  await site.deleteAllJobs()
  await site.apply({ name: 'Ben Second', email: 'ben@example.com' })
  await site.apply({ name: 'Amy First', email: 'amy@example.com' })
  token = await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  await expectTabs(page, [2, 0, 0, 0, 0, 0])
})

test('the menu of a row offers only the moves that apply', async ({ page }) => {
  const items = (menu: Awaited<ReturnType<typeof openMenu>>) => menu.getByRole('menuitem')
  await expect(items(await openMenu(page, 'Amy First'))).toHaveText([
    'Download Resume',
    'Mark as Reviewing',
    'Move to Interview',
    'Mark as Hired',
    'Mark as Rejected',
    'Archive Application',
    'Delete Application',
  ])
  await page.keyboard.press('Escape')
  await choose(page, 'Amy First', 'Move to Interview')
  await page.getByRole('tab', { name: 'Interview' }).click()
  await choose(page, 'Amy First', 'Archive Application')
  await page.getByRole('tab', { name: 'Archived' }).click()
  await expect(items(await openMenu(page, 'Amy First'))).toHaveText([
    'Download Resume',
    'Mark as Pending',
    'Mark as Reviewing',
    'Mark as Hired',
    'Mark as Rejected',
    'Unarchive Application',
    'Delete Application',
  ])
})

const MOVES = [
  ['Mark as Reviewing', 'reviewing', 'Reviewing'],
  ['Move to Interview', 'interview', 'Interview'],
  ['Mark as Hired', 'hired', 'Hired'],
  ['Mark as Rejected', 'rejected', 'Rejected'],
] as const

for (const [action, status, tab] of MOVES) {
  test(`${action} moves the row at once, says so, and Mark as Pending brings it back`, async ({ page, site }) => {
    await choose(page, 'Amy First', action)
    await expectRows(page, ['Ben Second'])
    await expectToast(page, 'Status updated', `Application status changed to ${status}`)
    await expect(page.getByRole('tab', { name: tab })).toHaveText(`${tab}1`)
    expect((await site.applications()).find(({ name }) => name === 'Amy First')).toMatchObject({ status })
    await page.getByRole('tab', { name: tab }).click()
    await expectRows(page, ['Amy First'])
    await choose(page, 'Amy First', 'Mark as Pending')
    await expectToast(page, 'Status updated', 'Application status changed to pending')
    await expectTabs(page, [2, 0, 0, 0, 0, 0])
  })
}

test('a refused change of status puts the row and the counts back and says so', async ({ page, site }) => {
  await refuse(page, APPLICATION, 'PATCH')
  await choose(page, 'Amy First', 'Move to Interview')
  await expectToast(page, 'Update failed', 'Failed to update application status')
  await expectRows(page, ['Amy First', 'Ben Second'])
  await expectTabs(page, [2, 0, 0, 0, 0, 0])
  await expectStats(page, [2, 0, 2, 0])
  expect((await site.applications()).map(({ status }) => status)).toEqual(['pending', 'pending'])
})

test('the row has moved before the server has answered', async ({ page }) => {
  const { promise: letGo, resolve } = Promise.withResolvers<void>()
  await page.route(APPLICATION, async (route) => {
    await letGo
    await route.continue()
  })
  await choose(page, 'Amy First', 'Move to Interview')
  await expectRows(page, ['Ben Second'])
  await expectTabs(page, [1, 0, 1, 0, 0, 0])
  await expectStats(page, [2, 0, 1, 1])
  await expect(toasts(page)).toHaveCount(0)
  resolve()
  await expectToast(page, 'Status updated')
})

test('of two quick moves the second counts, however slow the first is', async ({ page, site }) => {
  await choose(page, 'Amy First', 'Archive Application')
  await page.getByRole('tab', { name: 'Archived' }).click()
  const { promise: letGo, resolve } = Promise.withResolvers<void>()
  await page.route(APPLICATION, async (route) => {
    if (route.request().postDataJSON().status === 'hired') await letGo
    await route.continue()
  })
  await choose(page, 'Amy First', 'Mark as Hired')
  await choose(page, 'Amy First', 'Mark as Rejected')
  await expect(rowOf(page, 'Amy First').getByText('rejected')).toBeVisible()
  resolve()
  await expectToast(page, 'Status updated', 'Application status changed to rejected')
  expect((await site.applications()).find(({ name }) => name === 'Amy First')).toMatchObject({ status: 'rejected' })
})

test('archive and unarchive move the row and say so', async ({ page }) => {
  await choose(page, 'Amy First', 'Archive Application')
  await expectToast(page, 'Application archived')
  await expectTabs(page, [1, 0, 0, 0, 0, 1])
  await expectStats(page, [2, 0, 1, 0])
  await page.getByRole('tab', { name: 'Archived' }).click()
  await choose(page, 'Amy First', 'Unarchive Application')
  await expectToast(page, 'Application unarchived')
  await expectTabs(page, [2, 0, 0, 0, 0, 0])
})

test('a refused archive puts the row back and says so', async ({ page }) => {
  await refuse(page, ADMIN_APPLICATION, 'PATCH')
  await choose(page, 'Amy First', 'Archive Application')
  await expectToast(page, 'Action failed', 'Failed to change archive status')
  await expectRows(page, ['Amy First', 'Ben Second'])
  await expectTabs(page, [2, 0, 0, 0, 0, 0])
})

test('delete asks first; Cancel and Escape keep the application, Delete removes it for good', async ({
  page,
  site,
}) => {
  const dialog = page.getByRole('dialog', { name: 'Delete Application' })
  for (const keep of ['Cancel', 'Escape']) {
    await choose(page, 'Amy First', 'Delete Application')
    await expect(dialog.getByText(QUESTION, { exact: true })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    if (keep === 'Escape') await page.keyboard.press('Escape')
    else await dialog.getByRole('button', { name: keep }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Actions for Amy First' })).toBeFocused()
  }
  expect(await site.applications()).toHaveLength(2)

  await choose(page, 'Amy First', 'Delete Application')
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await expectToast(page, 'Application deleted')
  await expectRows(page, ['Ben Second'])
  await expectTabs(page, [1, 0, 0, 0, 0, 0])
  await expectStats(page, [1, 0, 1, 0])
  expect(await site.applications()).toHaveLength(1)
})

test('a refused delete puts the row back in its place and says so', async ({ page }) => {
  await refuse(page, ADMIN_APPLICATION, 'DELETE')
  await choose(page, 'Amy First', 'Delete Application')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expectToast(page, 'Delete failed', 'Failed to delete application')
  await expectRows(page, ['Amy First', 'Ben Second'])
})

test('a session that ends in the middle of work says so and goes to the login, and the work goes on after', async ({
  page,
  site,
}) => {
  await revoke(page, token)
  await choose(page, 'Amy First', 'Mark as Hired')
  await expectToast(page, 'Session expired. Please log in again.')
  await expect(page).toHaveURL('/admin/login')
  expect(await page.evaluate(() => localStorage.getItem('authToken'))).toBeNull()
  expect((await site.applications()).map(({ status }) => status)).toEqual(['pending', 'pending'])
  await logIn(page, site.credentials)
  await expectRows(page, ['Amy First', 'Ben Second'])
})

test('a session that ends leads back to the tab and the order it was in, and Back not to the login', async ({
  page,
  site,
}) => {
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await expect(page).toHaveURL('/admin/dashboard?sort=name')
  await revoke(page, token)
  await choose(page, 'Amy First', 'Mark as Hired')
  await expectToast(page, 'Session expired. Please log in again.')
  await expect(page).toHaveURL('/admin/login?next=%2Fadmin%2Fdashboard%3Fsort%3Dname')
  await logIn(page, site.credentials)
  await expect(page).toHaveURL('/admin/dashboard?sort=name')
  await expectRows(page, ['Amy First', 'Ben Second'])
  await page.goBack()
  await expect(page).toHaveURL('/admin/dashboard')
  await expectRows(page, ['Amy First', 'Ben Second'])
})

test('a session that has ended is noticed by Refresh too', async ({ page }) => {
  await revoke(page, token)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expectToast(page, 'Session expired. Please log in again.')
  await expect(page).toHaveURL('/admin/login')
})

test('a resume that is missing, refused or unreachable is told in the words of its case', async ({ page }) => {
  const button = rowOf(page, 'Amy First').getByRole('button', { name: 'Download resume of Amy First' })
  const answer = async (status: number, json: object) => {
    await page.unrouteAll()
    await page.route('**/api/applications/*/resume', (route) => route.fulfill({ status, json }))
    await button.click()
  }
  await answer(404, {})
  await expectToast(page, 'Download failed', 'Resume file not found on server')
  await answer(404, { message: 'The file is gone', code: 'not_found' })
  await expectToast(page, 'Download failed', 'The file is gone')
  await answer(401, { message: 'no', code: 'unauthorized' })
  await expectToast(page, 'Download failed', 'Session expired. Please log in again.')
  await expect(page).toHaveURL('/admin/login')
})
