import type { Page } from '@playwright/test'
import {
  choose,
  expectRows,
  expectStats,
  expectTabs,
  openAdmin,
  openMenu,
  refuse,
  revoke,
  revokeBefore,
  rowOf,
  storedToken,
} from '../../steps/admin-steps.ts'
import { expect, type Site, test } from '../../steps/site.ts'
import { dismissToast, expectToast, holdRequests, logIn, toasts } from '../../steps/steps.ts'

const CHANGES = '**/api/admin/application-changes'
const ADMIN_APPLICATION = '**/api/admin/applications/*'
const QUESTION = 'Are you sure you want to delete this application? This action cannot be undone.'

const MOVES = [
  ['Mark as Reviewing', 'reviewing', 'Reviewing'],
  ['Move to Interview', 'interview', 'Interview'],
  ['Mark as Hired', 'hired', 'Hired'],
  ['Mark as Rejected', 'rejected', 'Rejected'],
] as const

test.beforeEach(async ({ page, site }) => {
  await site.deleteAllApplications()
  await site.deleteAllJobs()
  await site.apply({ name: 'Ben Second', email: 'ben@example.com' })
  await site.apply({ name: 'Amy First', email: 'amy@example.com' })
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  await expectTabs(page, [2, 0, 0, 0, 0, 0])
})

test('a row is moved, archived and brought back through its menu', async ({ page, site }) => {
  await test.step('the menu of a row offers only the moves that apply', async () => {
    const moves = ['Mark as Reviewing', 'Move to Interview', 'Mark as Hired', 'Mark as Rejected']
    await expectMenu(page, ['Details', 'Download Resume', ...moves, 'Archive Application', 'Delete Application'])
  })
  for (const [action, status, tab] of MOVES) {
    await test.step(`${action} moves the row at once, says so, and Mark as Pending brings it back`, async () => {
      await choose(page, 'Amy First', action)
      await expectRows(page, ['Ben Second'])
      await expectToast(page, 'Status updated', `Application status changed to ${status}`)
      await expect(page.getByRole('tab', { name: tab })).toHaveText(`${tab}1`)
      expect(await statusOfAmy(site)).toBe(status)
      await page.getByRole('tab', { name: tab }).click()
      await expectRows(page, ['Amy First'])
      await choose(page, 'Amy First', 'Mark as Pending')
      await expectToast(page, 'Status updated', 'Application status changed to pending')
      await expectTabs(page, [2, 0, 0, 0, 0, 0])
      await page.getByRole('tab', { name: 'Pending' }).click()
      await expectRows(page, ['Amy First', 'Ben Second'])
    })
  }
  await test.step('the row has moved before the server responds', async () => {
    await dismissToast(page)
    const release = await holdRequests(page, CHANGES)
    await choose(page, 'Amy First', 'Move to Interview')
    await expectRows(page, ['Ben Second'])
    await expect(toasts(page)).toHaveCount(0)
    release()
    await expectToast(page, 'Status updated')
    await expectTabs(page, [1, 0, 1, 0, 0, 0])
    await expectStats(page, [2, 0, 1, 1])
    await page.unroute(CHANGES)
    await dismissToast(page)
  })
  await test.step('archive moves the row and says so, and the menu offers what applies there', async () => {
    await page.getByRole('tab', { name: 'Interview' }).click()
    await choose(page, 'Amy First', 'Archive Application')
    await expectToast(page, 'Application archived')
    await expectTabs(page, [1, 0, 0, 0, 0, 1])
    await expectStats(page, [2, 0, 1, 0])
    await page.getByRole('tab', { name: 'Archived' }).click()
    const moves = ['Mark as Pending', 'Mark as Reviewing', 'Mark as Hired', 'Mark as Rejected']
    // The menu opens there.
    await dismissToast(page)
    await expectMenu(page, [
      'Details',
      'Download Resume',
      ...moves,
      'Mark as Answered',
      'Unarchive Application',
      'Delete Application',
    ])
  })
  await test.step('of two quick moves the second counts, however slow the first is', async () => {
    const { promise: release, resolve } = Promise.withResolvers<void>()
    await page.route(CHANGES, async (route) => {
      if (route.request().postDataJSON().change.status === 'hired') await release
      await route.continue()
    })
    await choose(page, 'Amy First', 'Mark as Hired')
    await choose(page, 'Amy First', 'Mark as Rejected')
    await expect(rowOf(page, 'Amy First').getByText('rejected')).toBeVisible()
    resolve()
    await expectToast(page, 'Status updated', 'Application status changed to rejected')
    expect(await statusOfAmy(site)).toBe('rejected')
    await dismissToast(page)
  })
  await test.step('unarchive moves the row back and says so', async () => {
    await choose(page, 'Amy First', 'Unarchive Application')
    await expectToast(page, 'Application unarchived')
    await expectTabs(page, [1, 0, 0, 0, 1, 0])
  })
})

test('a refused change restores the row and the counts, and says so', async ({ page, site }) => {
  const expectAsBefore = async () => {
    await expectRows(page, ['Amy First', 'Ben Second'])
    await expectTabs(page, [2, 0, 0, 0, 0, 0])
    await expectStats(page, [2, 0, 2, 0])
  }
  await test.step('a change of status', async () => {
    await refuse(page, CHANGES, 'POST')
    await choose(page, 'Amy First', 'Move to Interview')
    await expectToast(page, 'Update failed', 'Failed to update application status')
    await expectAsBefore()
    expect((await site.applications()).map(({ status }) => status)).toEqual(['pending', 'pending'])
  })
  await test.step('an archive', async () => {
    await refuse(page, CHANGES, 'POST')
    await choose(page, 'Amy First', 'Archive Application')
    await expectToast(page, 'Action failed', 'Failed to change archive status')
    await expectAsBefore()
  })
  await test.step('a delete', async () => {
    await refuse(page, ADMIN_APPLICATION, 'DELETE')
    await choose(page, 'Amy First', 'Delete Application')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await expectToast(page, 'Delete failed', 'Failed to delete application')
    await expectAsBefore()
  })
})

test('delete asks for confirmation; Cancel and Escape preserve the application, Delete removes it permanently', async ({
  page,
  site,
}) => {
  const dialog = page.getByRole('dialog', { name: 'Delete Application' })
  for (const choice of ['Cancel', 'Escape']) {
    await choose(page, 'Amy First', 'Delete Application')
    await expect(dialog.getByText(QUESTION, { exact: true })).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    if (choice === 'Escape') await page.keyboard.press('Escape')
    else await dialog.getByRole('button', { name: choice }).click()
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

test('a session that ends in the middle of work says so and goes to the login, and the work goes on after', async ({
  page,
  site,
}) => {
  await test.step('when an application is changed, which it is not', async () => {
    await revokeBefore(page, async () => {
      await choose(page, 'Amy First', 'Mark as Hired')
      await expectSessionOver(page, '/admin/login')
    })
    expect((await site.applications()).map(({ status }) => status)).toEqual(['pending', 'pending'])
    await logIn(page, site.credentials)
    await expectRows(page, ['Amy First', 'Ben Second'])
  })
  await test.step('when Refresh is pressed', async () => {
    await revoke(page)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expectSessionOver(page, '/admin/login')
    await logIn(page, site.credentials)
    await expectRows(page, ['Amy First', 'Ben Second'])
  })
  await test.step('it leads back to the tab and the order it was in, and Back not to the login', async () => {
    await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
    await expect(page).toHaveURL('/admin/dashboard?sort=name')
    await revokeBefore(page, async () => {
      await choose(page, 'Amy First', 'Mark as Hired')
      await expectSessionOver(page, '/admin/login?next=%2Fadmin%2Fdashboard%3Fsort%3Dname')
    })
    await logIn(page, site.credentials)
    await expect(page).toHaveURL('/admin/dashboard?sort=name')
    await expectRows(page, ['Amy First', 'Ben Second'])
    await page.goBack()
    await expect(page).toHaveURL('/admin/dashboard')
    await expectRows(page, ['Amy First', 'Ben Second'])
  })
})

test('a missing, refused or unreachable resume each shows its own message', async ({ page }) => {
  const button = rowOf(page, 'Amy First').getByRole('button', { name: 'Download resume of Amy First' })
  const response = async (status: number, json: object) => {
    await page.unrouteAll()
    await page.route('**/api/applications/*/resume', (route) => route.fulfill({ status, json }))
    await button.click()
  }
  await response(404, {})
  await expectToast(page, 'Download failed', 'Resume file not found on server')
  await response(404, { message: 'The file is gone', code: 'not_found' })
  await expectToast(page, 'Download failed', 'The file is gone')
  await response(401, { message: 'no', code: 'unauthorized' })
  await expectToast(page, 'Download failed', 'Session expired. Please log in again.')
  await expect(page).toHaveURL('/admin/login')
})

/** Expects what the menu of the first row offers, and closes it. */
async function expectMenu(page: Page, actions: string[]): Promise<void> {
  const menu = await openMenu(page, 'Amy First')
  await expect(menu.getByRole('menuitem')).toHaveText(actions)
  await page.keyboard.press('Escape')
}

async function statusOfAmy(site: Site) {
  return (await site.applications()).find(({ name }) => name === 'Amy First')?.status
}

async function expectSessionOver(page: Page, address: string): Promise<void> {
  await expectToast(page, 'Session expired. Please log in again.')
  await expect(page).toHaveURL(address)
  expect(await storedToken(page)).toBeNull()
}
