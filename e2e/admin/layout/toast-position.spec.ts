import type { Locator, Page } from '@playwright/test'
import { choose, rowOf } from '../../steps/admin-steps.ts'
import { expect, test } from '../../steps/site.ts'
import { expectToast, logIn, overlaps, toasts, visit } from '../../steps/steps.ts'

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

test('the toast gives way to the row in which the pointer rests, and not to a pointer on its way to the toast', async ({
  page,
  site,
}) => {
  await site.insertApplicants(Array.from({ length: 16 }, (_, index) => ({ name: `Further ${index}` })))
  await page.setViewportSize({ width: 1440, height: 900 })
  await keepToasts(page)
  await visit(page, '/admin/login')
  await logIn(page, site.credentials)
  await expect(actionsOf(page, 'Applicant 7')).toBeVisible()
  const toast = toasts(page)
  const place = await toast.boundingBox()
  const row = await coveredRow(page)
  const middle = (await row.boundingBox())?.y ?? 0
  await test.step('resting in a covered row', async () => {
    await page.mouse.move(500, middle + 20)
    await expect.poll(() => overlaps(toast, row)).toBe(false)
    await row.getByRole('button', { name: 'Details' }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
  await test.step('where the pointer rests elsewhere, the toast has its usual place', async () => {
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.mouse.move(500, 300)
    await expect.poll(() => toast.boundingBox()).toEqual(place)
  })
  await test.step('from the toast back to the row', async () => {
    await page.mouse.move(500, middle + 20)
    await expect.poll(() => overlaps(toast, row)).toBe(false)
    const above = await toast.boundingBox()
    await page.clock.install()
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
    await page.mouse.move((above?.x ?? 0) + 20, (above?.y ?? 0) + 20)
    await page.clock.runFor(300)
    await page.mouse.move((above?.x ?? 0) + 20, middle + 20)
    await page.clock.runFor(300)
    expect(await overlaps(toast, row)).toBe(false)
  })
  await test.step('on the way to the toast', async () => {
    await page.mouse.move(500, 300)
    await page.clock.runFor(300)
    expect(await toast.boundingBox()).toEqual(place)
    await page.mouse.move(500, middle + 20)
    await page.clock.runFor(200)
    expect(await toast.boundingBox()).toEqual(place)
    await toast.getByRole('button', { name: 'Dismiss' }).click()
    await expect(toast).toHaveCount(0)
  })
})

test('a toast does not appear under a pointer that is in a row', async ({ page, site }) => {
  await site.insertApplicants(Array.from({ length: 16 }, (_, index) => ({ name: `Further ${index}` })))
  await page.setViewportSize({ width: 1440, height: 900 })
  await keepToasts(page)
  await visit(page, '/admin/login')
  await logIn(page, site.credentials)
  await expect(page.locator('tr[data-id]').first()).toBeVisible()
  const place = await toasts(page).boundingBox()
  await toasts(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect(toasts(page)).toHaveCount(0)
  await page.mouse.move((place?.x ?? 0) + 50, (place?.y ?? 0) + 26)
  await page.locator('tr[data-id]').first().focus()
  await page.keyboard.press('2')
  await expectToast(page, 'Status updated')
  await expect(page.locator('tr:hover'), 'the pointer is in a row').toHaveCount(1)
  expect(await overlaps(toasts(page), page.locator('tr:hover'))).toBe(false)
})

/** The row that the toast lies over in the middle. */
async function coveredRow(page: Page): Promise<Locator> {
  const box = await toasts(page).boundingBox()
  const name = await page.evaluate(
    (y) => document.elementFromPoint(500, y)?.closest('tr')?.querySelector('th')?.innerText.trim(),
    (box?.y ?? 0) + (box?.height ?? 0) / 2,
  )
  return rowOf(page, name ?? '')
}

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
    // When the pointer has left, the timer would go on with the rest of its time.
    window.addEventListener('toast.viewportResume', (event) => event.stopPropagation(), { capture: true })
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
