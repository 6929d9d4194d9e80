import { expectRows, openAdmin } from '../steps/admin-steps.ts'
import { expect, test } from '../steps/site.ts'

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 700 } })

test('a finger that scrolls over a menu button opens nothing; a tap opens the menu and another closes it', async ({
  page,
  site,
}) => {
  const names = Array.from({ length: 8 }, (_, number) => `Person ${number}`)
  await site.deleteAllApplications()
  const day = (index: number) => new Date(Date.UTC(2025, 0, index + 1)).toISOString()
  await site.insertApplicants(names.map((name, index) => ({ name, created_at: day(index) })))
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  await expectRows(page, names.toReversed())
  const button = page.getByRole('button', { name: 'Actions for Person 5' })
  const menu = page.getByRole('menu')
  await button.scrollIntoViewIfNeeded()
  const box = await button.boundingBox()
  if (!box) throw new Error('there is no menu button')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const before = await page.evaluate(() => window.scrollY)
  // The page rolls on after the finger, and the browser takes a tap on a rolling page as a stop, not as a click.
  const rest = await page.evaluateHandle((start) => {
    const state = { isReached: false }
    document.addEventListener('scrollend', () => {
      state.isReached = window.scrollY > start
    })
    return state
  }, before)

  const finger = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: Array<{ x: number; y: number }>) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  await touch('touchStart', [{ x, y }])
  for (let moved = 10; moved <= 150; moved += 10) await touch('touchMove', [{ x, y: y - moved }])
  await touch('touchEnd', [])
  await expect.poll(() => rest.evaluate(({ isReached }) => isReached)).toBe(true)
  await expect(menu).toHaveCount(0)

  await button.tap()
  await expect(menu).toBeVisible()
  await button.tap()
  await expect(menu).toHaveCount(0)
})

test('a press on a menu button whose list is still on its way opens it once it has come', async ({ page, site }) => {
  await site.deleteAllApplications()
  await site.insertApplicants([{ name: 'Amy First' }])
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/menu-list-/, async (route) => {
    await released
    await route.continue()
  })
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  await expectRows(page, ['Amy First'])
  const button = page.getByRole('button', { name: 'Actions for Amy First' })
  await button.tap()
  await expect(page.getByRole('menu')).toHaveCount(0)
  release()
  await expect(page.getByRole('menu')).toBeVisible()
  await button.tap()
  await expect(page.getByRole('menu')).toHaveCount(0)
})
