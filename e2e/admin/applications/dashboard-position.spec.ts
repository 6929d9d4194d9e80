import type { Page } from '@playwright/test'
import { expectRows, openAdmin } from '../../steps/admin-steps.ts'
import { expect, test } from '../../steps/site.ts'

const LOW = { width: 1280, height: 420 }

test('another tab or order of the dashboard leaves the scroll and the focus where they are', async ({ page, site }) => {
  await site.deleteAllApplications()
  await site.insertApplicants(['Amy', 'Ben', 'Cleo', 'Dan', 'Eve', 'Fay', 'Gus'].map((name) => ({ name })))
  await site.insertApplicants([{ name: 'Ida In Interview', status: 'interview' }])
  await page.setViewportSize(LOW)
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  const byName = page.getByRole('columnheader', { name: 'Name' }).getByRole('button')
  await byName.focus()
  const before = await scrollTo(page, 60)
  await byName.press('Enter')
  await expectRows(page, ['Amy', 'Ben', 'Cleo', 'Dan', 'Eve', 'Fay', 'Gus'])
  await expect(byName).toBeFocused()
  expect(await scrollOf(page)).toBe(before)
  await page.getByRole('tab', { name: 'Pending' }).focus()
  await scrollTo(page, before)
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Reviewing', selected: true })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Interview', selected: true })).toBeFocused()
  await expectRows(page, ['Ida In Interview'])
  expect(await scrollOf(page)).toBe(before)
})

async function scrollTo(page: Page, top: number): Promise<number> {
  await page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top)
  const reached = await scrollOf(page)
  expect(reached).toBe(top)
  return reached
}

function scrollOf(page: Page): Promise<number> {
  return page.evaluate(() => Math.round(window.scrollY))
}
