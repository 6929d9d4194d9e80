import type { Page } from '@playwright/test'
import { expect, test } from '../steps/site.ts'
import { tabTo, visit } from '../steps/steps.ts'

test('the skip link is the first stop and leads to the main content', async ({ page }) => {
  await visit(page, '/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeFocused()
  await expect(page.getByRole('link', { name: 'Skip to main content' })).toBeInViewport()
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('link', { name: 'See open positions' }))
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('main')).not.toContainText('Admin')
})

test.describe('with movement allowed', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('drawings move, and stand still once the browser prefers reduced motion', async ({ page }) => {
    await visit(page, '/')
    await expect.poll(() => runningAnimations(page)).toBeGreaterThan(0)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await expect.poll(() => runningAnimations(page)).toBe(0)
  })
})

function runningAnimations(page: Page): Promise<number> {
  return page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length)
}
