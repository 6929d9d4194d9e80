import type { Page } from '@playwright/test'
import { expectNoOverflow, expectUsable } from '../steps/accessible-steps.ts'
import { expect, test } from '../steps/site.ts'
import { jobCard, openApplication, submitButton, tabTo, visit } from '../steps/steps.ts'

const TITLE = 'Senior SCADA Integration and Commissioning Engineer (Permian Basin, rotating schedule)'
const PUBLIC_PAGES = ['/', '/recovery', '/privacy', '/admin/login', '/admin/setup', '/no-such-page', '/jobs/2147483647']

/** Pages that need more than an address, and how to come there. */
const STATES: Record<string, (page: Page) => Promise<unknown>> = {
  'the job page': async (page) => {
    await visit(page, '/')
    await jobCard(page, TITLE).getByRole('link', { name: 'View Full Job Page' }).click()
    await expect(page.getByRole('heading', { level: 1, name: TITLE })).toBeVisible()
  },
  'the details dialog': async (page) => {
    await visit(page, '/')
    await jobCard(page, TITLE).getByRole('button', { name: 'View Details' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  },
  'the application dialog with errors and a toast': async (page) => {
    await visit(page, '/')
    const form = await openApplication(page, TITLE)
    await submitButton(form).click()
    await expect(form.getByRole('alert').first()).toBeVisible()
  },
  'the login with errors': async (page) => {
    await visit(page, '/admin/login')
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(page.getByRole('alert').first()).toBeVisible()
  },
}

test.beforeEach(async ({ site }) => {
  await site.deleteAllJobs()
  await site.createJob({ title: TITLE, location: 'Carlsbad and Loving, New Mexico, United States of America' })
  await site.createJob({ title: 'Intern', jobType: 'Internship', department: null, salaryRange: null })
})

test('every public page is accessible, from 320 to 2560 px, light and dark', async ({ page, site }) => {
  for (const address of PUBLIC_PAGES) {
    await test.step(address, async () => {
      await visit(page, address)
      await expectUsable(page, address)
    })
  }
  // Last: the login page redirects signed-in admins here.
  await site.signIn(page)
  await visit(page, '/admin/dashboard')
  await expectNoOverflow(page, '/admin/dashboard')
})

test('what opens on the public pages is accessible, from 320 to 2560 px, light and dark', async ({ page }) => {
  for (const [state, reach] of Object.entries(STATES)) {
    await test.step(state, async () => {
      await reach(page)
      await expectUsable(page, state)
    })
  }
})

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
