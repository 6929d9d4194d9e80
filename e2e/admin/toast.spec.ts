import type { Page } from '@playwright/test'
import { expect, test } from '../steps/site.ts'
import {
  applicationForm,
  dismissToast,
  expectToast,
  fillApplication,
  newApplicant,
  openApplication,
  resumeField,
  submitButton,
  toasts,
  visit,
} from '../steps/steps.ts'

test('a toast times out, is replaced, can be dismissed by mouse and keyboard, and fits', async ({ page }) => {
  await page.clock.install()
  await visit(page, '/')
  await test.step('a toast stays five seconds', async () => {
    await showToast(page)
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
    await page.clock.runFor(3_000)
    await expect(toasts(page)).toHaveCount(1)
    await page.clock.runFor(1_500)
    await expect(toasts(page)).toHaveCount(0)
    await page.clock.resume()
  })
  await test.step('a new toast replaces the one before', async () => {
    await showToast(page)
    const name = 'notes.txt'
    await resumeField(applicationForm(page)).setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from('x') })
    await expectToast(page, 'Invalid file type')
    await toasts(page).getByRole('button', { name: 'Dismiss' }).click()
    await expect(toasts(page)).toHaveCount(0)
    await applicationForm(page)
      .getByRole('button', { name: `Remove ${name}` })
      .click()
  })
  await test.step('F8 leads to the toast, and it can be dismissed by keyboard', async () => {
    await showToast(page)
    const field = await page.locator(':focus').elementHandle()
    await page.keyboard.press('F8')
    await expect(page.getByRole('region', { name: /^Notifications/ }).getByRole('list')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(toasts(page)).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(toasts(page)).toHaveCount(0)
    expect(await field?.evaluate((one) => one === document.activeElement), 'the focus is back').toBe(true)
  })
  await test.step('a short swipe to the right leaves the toast, a longer one takes it away', async () => {
    await showToast(page)
    await swipe(page, 40)
    await expect(toasts(page)).toHaveCount(1)
    await swipe(page, 90)
    await expect(toasts(page)).toHaveCount(0)
  })
  await test.step('on a wide screen the toast is at most 420 px wide, on a narrow one it fits', async () => {
    await showToast(page)
    expect((await toasts(page).boundingBox())?.width).toBeLessThanOrEqual(420)
    const before = page.viewportSize()
    await page.setViewportSize({ width: 320, height: 640 })
    const box = await toasts(page).boundingBox()
    expect(box?.x).toBeGreaterThanOrEqual(0)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320)
    if (before) await page.setViewportSize(before)
    await dismissToast(page)
  })
})

test('on a phone the toast lies below what a dialog says for good', async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 667 })
  await site.deleteAllJobs()
  await site.createJob({ title: 'Edge Developer' })
  await visit(page, '/')
  await fillApplication(await openApplication(page, 'Edge Developer'), newApplicant())
  await submitButton(applicationForm(page)).click()
  const said = page.getByText('Your reference is')
  await expect(said).toBeVisible()
  const [free, toast] = [await said.boundingBox(), await toasts(page).boundingBox()]
  expect((free?.y ?? 0) + (free?.height ?? 0)).toBeLessThanOrEqual(toast?.y ?? 0)
  const close = page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last()
  await close.click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

async function showToast(page: Page): Promise<void> {
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
