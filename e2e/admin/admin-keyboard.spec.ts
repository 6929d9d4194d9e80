import type { Page } from '@playwright/test'
import { expectRows, expectTabs, logOut, openAdmin, rowOf } from '../steps/admin-steps.ts'
import { test as testWithOwnServer } from '../steps/own-server.ts'
import { expect, test } from '../steps/site.ts'
import { expectToast, logIn, tabTo, visit } from '../steps/steps.ts'

const TITLE = 'Ignition Developer'

test.beforeEach(async ({ site }) => {
  await site.deleteAllApplications()
  await site.deleteAllJobs()
})

test('keyboard alone: an application is deleted, and the focus goes to the row in its place', async ({
  page,
  site,
}) => {
  await site.insertApplicants([
    { name: 'Ben Second', created_at: '2025-06-13T00:00:00.000Z' },
    { name: 'Amy First', created_at: '2025-06-14T00:00:00.000Z' },
  ])
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  await expectRows(page, ['Amy First', 'Ben Second'])
  const actions = page.getByRole('button', { name: 'Actions for Amy First' })
  const dialog = page.getByRole('dialog', { name: 'Delete Application' })
  await tabTo(page, actions)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(actions).toBeFocused()
  await chooseByKeys(page, 'Delete Application')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(actions).toBeFocused()
  await chooseByKeys(page, 'Delete Application')
  await tabTo(page, dialog.getByRole('button', { name: 'Delete', exact: true }))
  await page.keyboard.press('Enter')
  await expectToast(page, 'Application deleted')
  await expectTabs(page, [1, 0, 0, 0, 0, 0])
  await expect(rowOf(page, 'Ben Second')).toBeFocused()
})

test('keyboard alone: a posting is written, changed, cloned, switched off and on, filled and deleted', async ({
  page,
  site,
}) => {
  await openAdmin(page, site, '/admin/jobs', 'Job Postings')
  const create = page.getByRole('button', { name: 'New Job Posting' })
  await tabTo(page, create)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  const field = (label: string) => dialog.getByLabel(label, { exact: true })
  await expect(dialog).toBeVisible()
  for (const label of ['Job Title', 'Job Location', 'Department', 'Job Overview', 'Key Responsibilities']) {
    await tabTo(page, field(label))
    await page.keyboard.type(label === 'Job Title' ? TITLE : 'Some words')
  }
  await tabTo(page, field('Requirements'))
  await page.keyboard.type('Two years')
  await tabTo(page, dialog.getByRole('button', { name: 'Create Job Posting' }))
  await page.keyboard.press('Enter')
  await expectToast(page, 'Job created successfully')
  await expect(create).toBeFocused()

  const actions = page.getByRole('button', { name: `Actions for ${TITLE}` })
  await tabTo(page, actions)
  await chooseByKeys(page, 'Edit')
  await expect(dialog).toBeVisible()
  await tabTo(page, field('Department'))
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('Operations')
  await page.keyboard.press('Enter')
  await expectToast(page, 'Job updated successfully')
  await expect(rowOf(page, TITLE)).toContainText('Operations')
  await expect(actions).toBeFocused()

  for (const [action, notice, state] of [
    ['Deactivate', 'Job status updated', 'Inactive'],
    ['Activate', 'Job status updated', 'Active'],
    ['Mark as filled', 'Job marked as filled', 'Filled'],
  ] as const) {
    await chooseByKeys(page, action)
    await expectToast(page, notice)
    await expect(rowOf(page, TITLE).getByText(state, { exact: true })).toBeVisible()
    await expect(actions).toBeFocused()
  }

  await chooseByKeys(page, 'Clone')
  await expectToast(page, 'Job cloned successfully')
  await expectRows(page, [TITLE, TITLE])
  await chooseByKeys(page, 'Delete')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await tabTo(page, dialog.getByRole('button', { name: 'Delete', exact: true }))
  await page.keyboard.press('Enter')
  await expectToast(page, 'Job deleted')
  await expectRows(page, [TITLE])
  await expect(rowOf(page, TITLE)).toContainText('Clone')
})

testWithOwnServer(
  'keyboard alone: the storage is tested, and the password changed',
  async ({ page, ownServer: { site } }) => {
    await openAdmin(page, site, '/admin/storage', 'Storage Settings')
    await tabTo(page, page.getByRole('button', { name: 'Test Connection' }))
    await page.keyboard.press('Enter')
    await expectToast(page, 'Connection Failed')

    const menu = page.getByRole('banner').getByRole('button', { name: 'Open menu' })
    const openByKeys = async () => {
      await tabTo(page, menu)
      await page.keyboard.press('Enter')
      await tabTo(page, page.getByRole('banner').getByRole('button', { name: 'Change password' }))
      await page.keyboard.press('Enter')
    }
    await openByKeys()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(menu).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await openByKeys()
    await expect(dialog).toBeVisible()
    await type('Current password', site.credentials.password)
    await type('New password', 'a new password')
    await type('Confirm new password', 'a new password')
    await page.keyboard.press('Enter')
    await expectToast(page, 'Password changed')
    await expect(dialog).toHaveCount(0)
    await expect(menu).toBeFocused()
    await logOut(page)
    await expect(page).toHaveURL('/')
    await visit(page, '/admin/login')
    await logIn(page, { ...site.credentials, password: 'a new password' })
    await expect(page).toHaveURL('/admin/dashboard')

    async function type(label: string, text: string) {
      await tabTo(page, dialog.getByLabel(label, { exact: true }))
      await page.keyboard.type(text)
    }
  },
)

/** Opens the menu of the button that has the focus and goes down to one action. */
async function chooseByKeys(page: Page, action: string): Promise<void> {
  await page.keyboard.press('Enter')
  const items = page.getByRole('menuitem')
  await expect(items.first()).toBeFocused()
  const position = (await items.allInnerTexts()).indexOf(action)
  expect(position, `${action} is offered`).toBeGreaterThanOrEqual(0)
  for (let index = 1; index <= position; index += 1) {
    await page.keyboard.press('ArrowDown')
    await expect(items.nth(index)).toBeFocused()
  }
  await page.keyboard.press('Enter')
}
