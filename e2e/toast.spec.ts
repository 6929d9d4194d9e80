import type { Page } from '@playwright/test'
import { expect, test } from './site.ts'
import { applicationForm, expectToast, resumeField, submitButton, toasts, visit } from './steps.ts'

test('a toast stays five seconds', async ({ page }) => {
  await page.clock.install()
  await showToast(page)
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
  await page.clock.runFor(3_000)
  await expect(toasts(page)).toHaveCount(1)
  await page.clock.runFor(1_500)
  await expect(toasts(page)).toHaveCount(0)
})

test('a new toast takes the place of the one before', async ({ page }) => {
  await showToast(page)
  const name = 'notes.txt'
  await resumeField(applicationForm(page)).setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from('x') })
  await expectToast(page, 'Invalid file type')
  await expect(toasts(page)).toHaveCount(1)
})

test('F8 leads to the toast, and it can be dismissed by keyboard', async ({ page }) => {
  await showToast(page)
  await page.keyboard.press('F8')
  await expect(page.getByRole('region', { name: /^Notifications/ }).getByRole('list')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(toasts(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(toasts(page)).toHaveCount(0)
})

test('a short swipe to the right leaves the toast, a longer one takes it away', async ({ page }) => {
  await showToast(page)
  await swipe(page, 40)
  await expect(toasts(page)).toHaveCount(1)
  await swipe(page, 90)
  await expect(toasts(page)).toHaveCount(0)
})

test('on a wide screen the toast is at most 420 px wide, on a narrow one it fits', async ({ page }) => {
  await showToast(page)
  expect((await toasts(page).boundingBox())?.width).toBeLessThanOrEqual(420)
  await page.setViewportSize({ width: 320, height: 640 })
  const box = await toasts(page).boundingBox()
  expect(box?.x).toBeGreaterThanOrEqual(0)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320)
})

async function showToast(page: Page): Promise<void> {
  await visit(page, '/')
  await applicationForm(page).scrollIntoViewIfNeeded()
  await submitButton(applicationForm(page)).click()
  await expectToast(page, 'Error', 'Please select a resume file')
}

async function swipe(page: Page, distance: number): Promise<void> {
  const box = await toasts(page).boundingBox()
  if (!box) throw new Error('no toast to swipe')
  const [x, y] = [box.x + 40, box.y + box.height - 8]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + distance, y, { steps: 5 })
  await page.mouse.up()
}
