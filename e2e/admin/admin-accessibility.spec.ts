import type { Locator, Page } from '@playwright/test'
import { expectNoViolations, expectUsable, lowTargets, PHONE } from '../steps/accessible-steps.ts'
import {
  choose,
  openAdmin,
  openAdminMenu,
  openAllApplications,
  openHistory,
  openMenu,
  openPasswordDialog,
  rowOf,
} from '../steps/admin-steps.ts'
import { expect, type Site, test } from '../steps/site.ts'

const PERSON = 'Maximiliana Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh of Carlsbad'
const TITLE = 'Senior SCADA Integration and Commissioning Engineer (Permian Basin, rotating schedule)'

/** A dialog or a menu of the admin area, and how to come there from its page. */
type State = [name: string, reach: (page: Page) => Promise<unknown>]

const DASHBOARD_STATES: State[] = [
  ['the application details', (page) => rowOf(page, PERSON).getByRole('button', { name: 'Details' }).click()],
  [
    'the history of an application',
    async (page) => {
      await rowOf(page, PERSON).getByRole('button', { name: 'Details' }).click()
      await openHistory(page)
    },
  ],
  ['the menu of an application', (page) => openMenu(page, PERSON)],
  ['the question before an application is deleted', (page) => choose(page, PERSON, 'Delete Application')],
]

const JOB_STATES: State[] = [
  ['the menu of a posting', (page) => openMenu(page, TITLE)],
  ['the details of a posting', (page) => choose(page, TITLE, 'View details')],
  [
    'the history of a posting',
    async (page) => {
      await choose(page, TITLE, 'View details')
      await openHistory(page)
    },
  ],
  ['the question before a posting is deleted', (page) => choose(page, TITLE, 'Delete')],
  ['the form of a posting that is edited', (page) => choose(page, TITLE, 'Edit')],
  [
    'the form of a new posting with errors',
    async (page) => {
      await page.getByRole('button', { name: 'New Job Posting' }).click()
      await page.getByRole('button', { name: 'Create Job Posting' }).click()
      await expect(page.getByRole('alert').first()).toBeVisible()
    },
  ],
]

test.beforeEach(async ({ site }) => {
  await site.deleteAllApplications()
  await site.deleteAllJobs()
  await fill(site)
})

test('the dashboard and everything that opens on it are accessible, wide and narrow', async ({ page, site }) => {
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  await expect(page.getByRole('region', { name: 'Data Recovery Status' })).toBeVisible()
  await expectPageUsable(page, 'dashboard', rowOf(page, PERSON))
  await expectStatesUsable(page, DASHBOARD_STATES)
})

test('the job postings and everything that opens there are accessible, wide and narrow', async ({ page, site }) => {
  await openAdmin(page, site, '/admin/jobs', 'Job Postings')
  await expectPageUsable(page, 'jobs', rowOf(page, TITLE))
  await expectStatesUsable(page, JOB_STATES)
})

test('storage and all applications are accessible, wide and narrow', async ({ page, site }) => {
  await openAllApplications(page, site)
  await expectPageUsable(page, 'all applications', rowOf(page, PERSON))
  await (await openAdminMenu(page)).getByRole('link', { name: 'Storage' }).click()
  await expectPageUsable(page, 'storage', page.getByText('Disconnected'))
  const openPassword = () => openPasswordDialog(page)
  await expectStatesUsable(page, [['the change of the password', openPassword]])
})

/** Texts as long and as unbreakable as people send them. */
async function fill(site: Site): Promise<void> {
  const location = 'Carlsbad and Loving, New Mexico, United States of America'
  const codes = { internalJobCode: 'INT-'.repeat(20), projectCode: 'PRJ-'.repeat(20) }
  const jobId = String(await site.createJob({ title: TITLE, location, ...codes }))
  await site.createJob({
    title: 'Instrumentierungsingenieurinnen',
    location: 'x'.repeat(60),
    department: 'y'.repeat(60),
  })
  await site.createJob({ title: 'A draft', status: 'draft', isActive: false, department: null })
  const email = 'maximiliana.wolfeschlegelsteinhausenbergerdorff@careers.permian-basin-operations.example.com'
  await site.apply({ name: PERSON, email, jobId, note: `https://example.com/${'portfolio'.repeat(30)}` })
  await site.insertApplicants([{ name: 'Ben Again', phone: null, note: 'DATA RECOVERY RESUBMISSION' }])
}

/** Opens one after the other on the page that is shown, and closes each with Escape. */
async function expectStatesUsable(page: Page, states: State[]): Promise<void> {
  for (const [name, reach] of states) {
    await test.step(name, async () => {
      await reach(page)
      const opened = page.getByRole('dialog').or(page.getByRole('menu'))
      await expect(opened).toBeVisible()
      await expectUsable(page, name)
      await page.keyboard.press('Escape')
      await expect(opened, `${name} closes`).toHaveCount(0)
    })
  }
}

/** A whole page, and on a phone with the site's menu open too. */
async function expectPageUsable(page: Page, what: string, ready: Locator): Promise<void> {
  await expect(ready).toBeVisible()
  await expectUsable(page, what)
  await page.setViewportSize(PHONE)
  await page.getByRole('button', { name: 'Open menu' }).click()
  expect(await lowTargets(page), `${what} with the menu`).toEqual([])
  await expectNoViolations(page, `${what} with the menu`)
  await page.getByRole('button', { name: 'Close menu' }).click()
  await page.setViewportSize({ width: 1280, height: 900 })
}
