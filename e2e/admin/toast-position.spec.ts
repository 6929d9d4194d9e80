import type { Locator, Page } from '@playwright/test'
import { choose } from '../steps/admin-steps.ts'
import { expect, test } from '../steps/site.ts'
import { expectToast, logIn, overlaps, toasts, visit } from '../steps/steps.ts'

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
  { width: 390, height: 844 },
]

test.beforeEach(async ({ site }) => {
  await site.deleteAllApplications()
  await site.insertApplicants(Array.from({ length: 8 }, (_, index) => ({ name: `Applicant ${index}` })))
})

for (const size of SIZES) {
  test(`at ${size.width} x ${size.height} toasts have one place, and lie over no focus, no bar of actions and no dialog`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize(size)
    await keepToasts(page)
    await visit(page, '/admin/login')
    await logIn(page, site.credentials)
    await expectToast(page, 'Login successful')
    await expect(actionsOf(page, 'Applicant 0')).toBeVisible()
    expect(await endOf(page, '.toast-viewport')).toEqual({ right: size.width, bottom: size.height })
    expect(await swallowsBeside(page)).toBe(false)
    for (let row = 0; row < 8; row += 1) {
      await actionsOf(page, `Applicant ${row}`).focus()
      await expect
        .poll(() => overlaps(page.locator('.toast'), page.locator(':focus')), `the focused button of row ${row}`)
        .toBe(false)
    }
    await page.getByRole('checkbox', { name: 'Select Applicant 0' }).check()
    await expect.poll(() => overlaps(page.locator('.toast'), page.locator('[data-action-bar]'))).toBe(false)
    await page.getByRole('checkbox', { name: 'Select Applicant 0' }).uncheck()

    await choose(page, 'Applicant 6', 'Details')
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(toasts(page)).toHaveCount(1)
    if (size.width < 768) expect((await page.getByRole('dialog').boundingBox())?.height).toBe(size.height)
    expect(await coveredControls(page)).toEqual([])
    await page.keyboard.press('Escape')
    await choose(page, 'Applicant 6', 'Mark as Reviewing')
    await expectToast(page, 'Status updated')
    expect((await toasts(page).boundingBox())?.height).toBeLessThanOrEqual(72)
    await openJobForm(page)
    expect(await coveredControls(page)).toEqual([])
  })
}

test('a slow press on a button of a toast that stands above the focus counts', async ({ page, site }) => {
  await page.setViewportSize({ width: 1440, height: 480 })
  await keepToasts(page)
  await visit(page, '/admin/login')
  await logIn(page, site.credentials)
  await choose(page, 'Applicant 7', 'Mark as Reviewing')
  await expectToast(page, 'Status updated')
  const rise = () =>
    page.evaluate(() => document.querySelector<HTMLElement>('.toast-viewport')?.style.getPropertyValue('--toast-rise'))
  for (let row = 6; row >= 0 && !(await rise()); row -= 1) {
    await actionsOf(page, `Applicant ${row}`).focus()
    await nextFrames(page)
  }
  expect(await rise(), 'the toast stands above the focus').toMatch(/px$/)
  const undo = await toasts(page).getByRole('button', { name: 'Undo' }).boundingBox()
  await page.mouse.move((undo?.x ?? 0) + 10, (undo?.y ?? 0) + 10)
  await page.mouse.down()
  await nextFrames(page)
  await page.mouse.up()
  await expectToast(page, 'Change undone')
})

/** Waits until the page has drawn what was done last. */
function nextFrames(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )
}

/** Stops the timer of toasts, so that slow and fast machines test the same. */
async function keepToasts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const original = window.setTimeout
    const patched = (run: TimerHandler, delay?: number, ...rest: unknown[]) =>
      delay === 5000 ? 0 : original(run, delay, ...rest)
    window.setTimeout = patched as typeof window.setTimeout
  })
}

function actionsOf(page: Page, name: string): Locator {
  return page.getByRole('button', { name: `Actions for ${name}`, exact: true })
}

/** Where a part of the page ends. */
function endOf(page: Page, part: string): Promise<{ right: number; bottom: number } | undefined> {
  return page.evaluate((selector) => {
    const box = document.querySelector(selector)?.getBoundingClientRect()
    return box && { right: box.right, bottom: box.bottom }
  }, part)
}

/** Opens the longest dialog, with the toast still shown. */
async function openJobForm(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Active Jobs' }).click()
  await page.getByRole('button', { name: 'New Job Posting' }).click()
  await expect(page.getByRole('dialog', { name: 'Create New Job Posting' })).toBeVisible()
  await expect(toasts(page)).toHaveCount(1)
}

/** The controls of the open dialog that the toast lies over; what is scrolled out of the dialog does not count. */
function coveredControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const toast = document.querySelector('.toast')?.getBoundingClientRect() ?? new DOMRect()
    const controls = [...document.querySelectorAll('[role=dialog] :is(a, button, input, select, textarea)')]
    const covered = controls.filter((control) => {
      const box = control.getBoundingClientRect()
      const isBeside = box.left >= toast.right || box.right <= toast.left
      const around = ['[role=dialog] > section', '[role=dialog]'].map(
        (part) => control.closest(part)?.getBoundingClientRect() ?? box,
      )
      const boxes = [box, toast, ...around]
      return !isBeside && Math.max(...boxes.map(({ top }) => top)) < Math.min(...boxes.map(({ bottom }) => bottom))
    })
    return covered.map((control) => control.outerHTML)
  })
}

/** Whether what is around the toast, right beside it, takes clicks. */
function swallowsBeside(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const toast = document.querySelector('.toast')?.getBoundingClientRect()
    if (!toast) return true
    const middle = (toast.top + toast.bottom) / 2
    const beside = [toast.left - 2, toast.right + 2].map((x) => document.elementFromPoint(x, middle))
    return beside.some((element) => element?.closest('[role=region]') != null)
  })
}
