import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { choose, expectRows, openAdmin, openMenu, rowOf } from './admin-steps.ts'
import { expect, test } from './site.ts'
import { logIn, visit } from './steps.ts'

const TITLE = 'Ignition Developer'
const ADDRESSES = { dashboard: '/admin/dashboard', jobs: '/admin/jobs' }

/** Dialogs and menus of the admin area: the page they are on, and how to come there. */
const STATES: Record<string, [keyof typeof ADDRESSES, (page: Page) => Promise<unknown>]> = {
  'the application details': [
    'dashboard',
    async (page) => rowOf(page, 'Amy First').getByRole('button', { name: 'Details' }).click(),
  ],
  'the menu of an application': ['dashboard', (page) => openMenu(page, 'Amy First')],
  'the question before an application is deleted': [
    'dashboard',
    (page) => choose(page, 'Amy First', 'Delete Application'),
  ],
  'the change of the password': ['dashboard', (page) => page.getByRole('button', { name: 'Change password' }).click()],
  'the details of a posting': ['jobs', (page) => choose(page, TITLE, 'View details')],
  'the form of a posting with errors': [
    'jobs',
    async (page) => {
      await page.getByRole('button', { name: 'New Job Posting' }).click()
      await page.getByRole('button', { name: 'Create Job Posting' }).click()
      await expect(page.getByRole('alert').first()).toBeVisible()
    },
  ],
  'the question before a posting is deleted': ['jobs', (page) => choose(page, TITLE, 'Delete')],
}

test.beforeEach(async ({ site }) => {
  await site.deleteAllApplications()
  await site.deleteAllJobs()
  const jobId = String(await site.createJob({ title: TITLE }))
  await site.createJob({ title: 'A draft', status: 'draft', isActive: false, department: null })
  await site.apply({ name: 'Amy First', email: 'amy@example.com', jobId })
})

for (const [path, title] of [
  ['/admin/dashboard', 'Dashboard'],
  ['/admin/jobs', 'Job Postings'],
  ['/view-applications', 'All Applications'],
  ['/admin/storage', 'Storage Settings'],
] as const) {
  test(`axe finds nothing on ${path}, wide and narrow`, async ({ page, site }) => {
    await visit(page, '/admin/login')
    await logIn(page, site.credentials)
    await expect(page).toHaveURL('/admin/dashboard')
    await visit(page, path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    if (path !== '/admin/storage') await expect(page.getByRole('rowheader').first()).toBeVisible()
    await expectNoViolations(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoViolations(page)
  })
}

for (const [state, [place, reach]] of Object.entries(STATES)) {
  test(`axe finds nothing in ${state}`, async ({ page, site }) => {
    await openAdmin(page, site, ADDRESSES[place], place === 'jobs' ? 'Job Postings' : 'Dashboard')
    await expectRows(page, place === 'jobs' ? ['A draft', TITLE] : ['Amy First'])
    await reach(page)
    await expect(page.getByRole('dialog').or(page.getByRole('menu'))).toBeVisible()
    await expectNoViolations(page)
  })
}

async function expectNoViolations(page: Page): Promise<void> {
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`),
  ).toEqual([])
}
