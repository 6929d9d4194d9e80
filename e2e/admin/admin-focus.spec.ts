import type { Locator, Page } from '@playwright/test'
import { expectRows, openAdmin, refuse, rowOf } from '../steps/admin-steps.ts'
import { expect, test } from '../steps/site.ts'
import { expectToast, holdRequests, toasts } from '../steps/steps.ts'

const APPLICATION = '**/api/applications/*'
const CHANGES = '**/api/admin/application-changes'

test.describe('with one application', () => {
  test.beforeEach(async ({ page, site }) => {
    await site.deleteAllApplications()
    await site.deleteAllJobs()
    await site.apply({ name: 'Amy First', email: 'amy@example.com' })
    await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
    await expectRows(page, ['Amy First'])
  })

  test('the focus stays in use', async ({ page }) => {
    await test.step('a button that is busy keeps the focus and refuses a second press', async () => {
      let saves = 0
      page.on('request', (request) => {
        if (request.method() === 'PATCH') saves += 1
      })
      const release = await holdRequests(page, APPLICATION)
      const dialog = await openDetails(page)
      await dialog.getByLabel('Feedback').fill('Strong on tags.')
      const save = dialog.getByRole('button', { name: 'Save changes' })
      await save.focus()
      await page.keyboard.press('Enter')
      await expect(save).toHaveAttribute('aria-busy', 'true')
      await expect(save).toBeDisabled()
      await expect(save).toBeFocused()
      await page.keyboard.press('Enter')
      release()
      await expectToast(page, 'Application updated')
      await expect(save).not.toHaveAttribute('aria-busy')
      await expect(save).toBeDisabled()
      await expect(save).toBeFocused()
      expect(saves).toBe(1)
      await page.unroute(APPLICATION)
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
    })
    await test.step('a focus that moves on as soon as a dialog has closed stays where it went', async () => {
      const dialog = await openDetails(page)
      const focusGivenBack = await dialog.evaluateHandle((element) => ({
        promise: new Promise<void>((resolve) => {
          element.addEventListener('focusScope.autoFocusOnUnmount', () => resolve(), { once: true })
        }),
      }))
      await page.evaluate(() => {
        const refresh = [...document.querySelectorAll('button')].find((button) => button.innerText === 'Refresh')
        new MutationObserver((_, observer) => {
          if (document.querySelector('[role=dialog]')) return
          observer.disconnect()
          refresh?.focus()
        }).observe(document.body, { childList: true })
      })
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      // The dialog gives the focus back in a task of its own, and says so at its beginning.
      await focusGivenBack.evaluate(({ promise }) => promise)
      await expect(page.getByRole('button', { name: 'Refresh' })).toBeFocused()
    })
    await test.step('Refresh keeps the focus while it reads', async () => {
      const release = await holdRequests(page, '**/api/applications?*')
      const refresh = page.getByRole('button', { name: 'Refresh' })
      await refresh.focus()
      await page.keyboard.press('Enter')
      await expect(refresh).toHaveAttribute('aria-busy', 'true')
      await expect(refresh).toBeFocused()
      release()
      await expect(refresh).not.toHaveAttribute('aria-busy')
      await expect(refresh).toBeFocused()
      await page.unroute('**/api/applications?*')
    })
    await test.step('Escape closes the open dialog, not a later toast', async () => {
      await page.clock.install()
      await refuse(page, APPLICATION, 'PATCH')
      const dialog = await openDetails(page)
      const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' })
      await dialog.getByLabel('Feedback').fill('Weak on tags.')
      await failToSave(dialog)
      // It disappears after five seconds.
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
      await page.keyboard.press('Escape')
      await expect(question).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(question).toHaveCount(0)
      await expect(dialog).toBeVisible()
      await expect(toasts(page)).toHaveCount(1)
      await page.keyboard.press('Escape')
      await question.getByRole('button', { name: 'Discard' }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(toasts(page)).toHaveCount(1)
      await page.keyboard.press('Escape')
      await expect(toasts(page)).toHaveCount(0)
      await page.clock.resume()
    })
    await test.step('a tooltip that the pointer has left open below a dialog, and a toast above it, do not take its Escape', async () => {
      await page.getByRole('button', { name: 'Refresh' }).hover()
      await expect(page.getByRole('tooltip')).toBeAttached()
      await rowOf(page, 'Amy First').getByRole('button', { name: 'Details' }).press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Application Details' })
      const feedback = dialog.getByLabel('Feedback')
      const saved = await feedback.inputValue()
      await feedback.fill('Weak on tags.')
      await failToSave(dialog)
      await feedback.fill(saved)
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      await expect(toasts(page)).toHaveCount(1)
      await page.keyboard.press('Escape')
      await expect(toasts(page)).toHaveCount(0)
    })
    await test.step('Escape takes away the toast also at the moment at which the dialog has gone', async () => {
      const dialog = await openDetails(page)
      await dialog.getByLabel('Feedback').fill('Weak on tags.')
      await failToSave(dialog)
      await page.keyboard.press('Escape')
      await page.evaluate(() => {
        new MutationObserver((_, observer) => {
          if (document.querySelector('[role=dialog]')) return
          observer.disconnect()
          document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
        }).observe(document.body, { childList: true })
      })
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
      await page.getByRole('button', { name: 'Discard' }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(toasts(page)).toHaveCount(0)
    })
  })

  test('polling pauses while a change is pending', async ({ page, site }) => {
    let reads = 0
    await page.clock.install()
    await page.reload()
    await expectRows(page, ['Amy First'])
    await site.apply({ name: 'Ben Second', email: 'ben@example.com' })
    const release = await holdRequests(page, CHANGES)
    page.on('request', (request) => {
      if (request.url().includes('/api/applications?')) reads += 1
    })
    await page.getByRole('button', { name: 'Actions for Amy First' }).click()
    await page.getByRole('menuitem', { name: 'Move to Interview' }).click()
    await expect(page.getByText('No applications found in this category')).toBeVisible()
    await page.clock.runFor(65_000)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByText('No applications found in this category')).toBeVisible()
    expect(reads).toBe(0)
    release()
    await expectRows(page, ['Ben Second'])
  })
})

test('the next page shows the list from its top, and its button keeps the focus', async ({ page, site }) => {
  await site.deleteAllApplications()
  const days = Array.from({ length: 51 }, (_, index) => Date.UTC(2025, 0, index + 1))
  await site.insertApplicants(
    days.map((day, index) => ({ name: `Applicant ${index + 1}`, created_at: new Date(day).toISOString() })),
  )
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  const next = page.getByRole('button', { name: 'Next' })
  const previous = page.getByRole('button', { name: 'Previous' })
  await expect(page.getByText('1–25 of 51')).toBeVisible()
  await next.focus()
  await expect(rowOf(page, 'Applicant 51')).not.toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByText('26–50 of 51')).toBeVisible()
  await expect(rowOf(page, 'Applicant 26')).toBeInViewport()
  await expect(next).toBeFocused()
  await page.keyboard.press('Enter')
  await expectRows(page, ['Applicant 1'])
  await expect(next).toBeDisabled()
  await expect(next).toBeFocused()
  await previous.click()
  await previous.click()
  await expect(page.getByText('1–25 of 51')).toBeVisible()
  await expect(previous).toBeDisabled()
  await expect(previous).toBeFocused()
})

async function openDetails(page: Page) {
  await rowOf(page, 'Amy First').getByRole('button', { name: 'Details' }).click()
  return page.getByRole('dialog', { name: 'Application Details' })
}

/** Saves, which the server refuses, by key: the pointer stays where it is. Until the button is not busy any more the dialog takes no Escape. */
async function failToSave(dialog: Locator): Promise<void> {
  const save = dialog.getByRole('button', { name: 'Save changes' })
  await save.press('Enter')
  await expectToast(dialog.page(), 'Update failed')
  await expect(save).not.toHaveAttribute('aria-busy')
}
