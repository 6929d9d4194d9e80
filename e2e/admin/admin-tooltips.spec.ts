import { expectNoViolationsAsShown } from '../steps/accessible-steps.ts'
import { expectRows, openAdmin, rowOf } from '../steps/admin-steps.ts'
import { expect, test } from '../steps/site.ts'

const NOTE = 'I have worked with Ignition since 2019, and with PLCs for longer than that.'

test.beforeEach(async ({ page, site }) => {
  // Before the first page: a timer set on the real clock would outlive the pause of the last step.
  await page.clock.install()
  await site.deleteAllApplications()
  await site.deleteAllJobs()
  await site.apply({ name: 'Ben Second', email: 'ben@example.com', note: 'Short.' })
  await site.apply({ name: 'Amy First', email: 'amy@example.com', note: NOTE })
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  await expectRows(page, ['Amy First', 'Ben Second'])
})

test('tooltips open by keyboard and by pointer, and leave again', async ({ page, consoleErrors }) => {
  await test.step('a truncated note opens in full by keyboard, Escape closes it, and Enter opens the details', async () => {
    const note = rowOf(page, 'Amy First').getByRole('button', { name: 'I have worked with Ignition si...' })
    await rowOf(page, 'Amy First').getByRole('link').focus()
    await page.keyboard.press('Tab')
    await expect(note).toBeFocused()
    await expect(page.getByRole('tooltip')).toHaveText(NOTE)
    await expect(note).toHaveAccessibleDescription(NOTE)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('tooltip')).toHaveCount(0)
    await expect(note).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Application Details' })).toContainText(NOTE)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(rowOf(page, 'Ben Second').getByRole('button', { name: 'Short.' })).toHaveCount(0)
  })
  await test.step('an open tooltip breaks neither the content policy nor accessibility', async () => {
    for (const name of ['Refresh', 'Name', 'Download resume of Amy First', 'I have worked with Ignition si...']) {
      await page.getByRole('button', { name, exact: true }).focus()
      await expect(page.getByRole('tooltip')).toBeAttached()
      await expectNoViolationsAsShown(page, `the tooltip of ${name}`)
      const takesPress = await page.locator('.tooltip').evaluate((tooltip) => {
        const { left, top, width, height } = tooltip.getBoundingClientRect()
        return tooltip.contains(document.elementFromPoint(left + width / 2, top + height / 2))
      })
      expect(takesPress, 'what lies under a tooltip takes the press').toBe(false)
    }
    expect(consoleErrors).toEqual([])
  })
  await test.step('a click on a button leaves no tooltip behind', async () => {
    await page.getByRole('button', { name: 'Actions for Amy First' }).click()
    await expect(page.getByRole('menu')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    await page.getByRole('button', { name: 'Refresh' }).focus()
    await expect(page.getByRole('tooltip')).toHaveText(/Update the list/)
    await page.getByRole('main').click({ position: { x: 4, y: 300 } })
    await expect(page.getByRole('tooltip')).toHaveCount(0)
  })
  await test.step('a tooltip opens after 700 ms under the pointer, the next one at once, and later after 700 ms again', async () => {
    const tooltip = page.getByRole('tooltip')
    const menu = (name: string) => page.getByRole('button', { name: `Actions for ${name}` })
    // In steps: between a button and its tooltip the pointer may take its time.
    const leave = () => page.mouse.move(20, 200, { steps: 5 })
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
    await menu('Amy First').hover()
    await page.clock.runFor(690)
    await expect(tooltip).toHaveCount(0)
    await page.clock.runFor(20)
    await expect(tooltip).toHaveText('Move, archive, delete')
    await leave()
    await expect(tooltip).toHaveCount(0)
    await page.clock.runFor(290)
    await menu('Ben Second').hover()
    await expect(tooltip).toHaveCount(1)
    await leave()
    await expect(tooltip).toHaveCount(0)
    await page.clock.runFor(310)
    await menu('Amy First').hover()
    await page.clock.runFor(690)
    await expect(tooltip).toHaveCount(0)
  })
})
