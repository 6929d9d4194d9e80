import type { Page } from '@playwright/test'
import { expectNoOverflow, expectNoViolations } from '../../steps/accessible-steps.ts'
import {
  choose,
  expectRows,
  expectStats,
  expectTabs,
  openAdmin,
  openAllApplications,
  openMenu,
  refuse,
  rowOf,
  statOf,
} from '../../steps/admin-steps.ts'
import { expect, test } from '../../steps/site.ts'
import {
  applicationForm,
  dismissToast,
  expectSubmitted,
  expectToast,
  fillApplication,
  newApplicant,
  submitButton,
  visit,
} from '../../steps/steps.ts'

test.beforeEach(async ({ site }) => {
  await site.deleteAllApplications()
  await site.deleteAllJobs()
})

test('what a program sends is thanked for, and waits in quarantine', async ({ page, site }) => {
  await site.apply({ name: 'Ana Person', email: 'ana@example.com' })
  await visit(page, '/')
  await test.step('the landing page’s form has a field that is hidden from sight, keyboard and screen readers', () =>
    expectTrapUnseen(page))
  const form = applicationForm(page)
  await form.scrollIntoViewIfNeeded()
  await fillApplication(form, { ...newApplicant(), name: 'Buy Now' })
  await page.locator('input[name=website]').fill('https://spam.example')
  await submitButton(form).click()
  await expectSubmitted(page)

  await visit(page, '/recovery')
  await test.step('the form of the recovery page has one too', () => expectTrapUnseen(page))
  const recovery = page.getByRole('form', { name: 'Resubmission' })
  await recovery.getByLabel('Name').fill('Buy Again')
  await recovery.getByLabel('Email').fill('again@example.com')
  await recovery.getByLabel('Phone').fill('+1 432 555 0142')
  await page.locator('input[name=website]').fill('https://spam.example')
  await recovery.getByRole('button', { name: 'Resubmit Application' }).click()
  await expectToast(page, 'Recovery Information Submitted')

  await openAllApplications(page, site)
  await expectRows(page, ['Ana Person'])
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Dashboard' }).click()
  await expectRows(page, ['Ana Person'])
  await expectTabs(page, [1, 0, 0, 0, 0, 0])
  await expectStats(page, [1, 0, 1, 0])
  await expect(page.getByRole('region', { name: 'Data Recovery Status' })).toHaveCount(0)
  await expect(statOf(page, 'Held back')).toHaveText('Held back2as spam')
  await page.getByRole('link', { name: 'Held back' }).click()
  await expect(page).toHaveURL(/\?tab=quarantine$/)
  await expectRows(page, ['Buy AgainRecovery', 'Buy Now'])
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download resume of Buy Now' }).click()
  expect((await downloading).suggestedFilename()).toBe('resume.pdf')
})

test('an admin finds the quarantine, lets one out, deletes another, and goes back', async ({ page, site }) => {
  await site.insertApplicants([
    { name: 'Ana Person', status: 'pending' },
    { name: 'Buy Now', quarantined: 1 },
    { name: 'No Spam', quarantined: 1 },
  ])
  await test.step('the quarantine and the link to it are accessible', async () => {
    await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
    await expect(statOf(page, 'Held back')).toHaveText('Held back2as spam')
    await expectNoViolations(page, 'the line')
    await expectNoOverflow(page, 'the line')
    await page.getByRole('link', { name: 'Held back' }).press('Enter')
    await expect(rowOf(page, 'Buy Now')).toBeVisible()
    await expectNoViolations(page, 'the quarantine')
    await expectNoOverflow(page, 'the quarantine')
  })
  await test.step('an application that could not be released returns to its position', async () => {
    await refuse(page, '**/api/admin/applications/*', 'PATCH')
    await choose(page, 'No Spam', 'Not Spam')
    await expectToast(page, 'Action failed', 'Failed to release the application from quarantine')
    await expectRows(page, ['No Spam', 'Buy Now'])
    await expectStats(page, [1, 0, 1, 0])
    await page.unrouteAll()
    await dismissToast(page)
  })
  await test.step('one is let out, another deleted', async () => {
    await expectRows(page, ['No Spam', 'Buy Now'])
    const menu = await openMenu(page, 'No Spam')
    await expect(menu.getByRole('menuitem')).toHaveText([
      'Details',
      'Download Resume',
      'Not Spam',
      'Delete Application',
    ])
    await menu.getByRole('menuitem', { name: 'Not Spam' }).click()
    await expectToast(page, 'Application released from quarantine')
    await expectRows(page, ['Buy Now'])
    await expectStats(page, [2, 0, 2, 0])

    await rowOf(page, 'Buy Now').getByRole('button', { name: 'Details' }).click()
    await expect(page.getByRole('dialog').getByText('in quarantine', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await choose(page, 'Buy Now', 'Delete Application')
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expectToast(page, 'Application deleted')
    await expect(page.getByText('The quarantine is empty.')).toBeVisible()
    await page.getByRole('link', { name: 'Back to all applications' }).click()
    await expectRows(page, ['No Spam', 'Ana Person'])
    await expectTabs(page, [2, 0, 0, 0, 0, 0])
    await expect(page.getByText('Held back')).toHaveCount(0)
  })
})

async function expectTrapUnseen(page: Page): Promise<void> {
  const trap = page.locator('input[name=website]')
  await expect(trap).toBeAttached()
  await expect(page.getByLabel('Leave this empty')).not.toBeInViewport()
  await expect(page.getByRole('textbox', { name: 'Leave this empty' })).toHaveCount(0)
  const box = await trap.boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(0)
  await page.getByLabel('Name', { exact: true }).focus()
  const reached = new Set<string | null>()
  for (let presses = 0; presses < 6; presses += 1) {
    await page.keyboard.press('Tab')
    reached.add(await page.evaluate(() => document.activeElement?.getAttribute('name') ?? null))
  }
  expect(reached).toContain('phone')
  expect(reached).not.toContain('website')
}
