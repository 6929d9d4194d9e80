import type { Page } from '@playwright/test'
import { PAGE, pathTo } from '../contract/wire/paths.ts'
import { startSmtpServer } from '../test/smtp/smtp-kit.ts'
import { expectNoOverflow } from './steps/accessible-steps.ts'
import { openAdminMenu, openHistory, openPasswordDialog } from './steps/admin-steps.ts'
import { fillWithLongWords, LONG_WORD, type LongWords } from './steps/long-words.ts'
import { testWithSettings } from './steps/own-server.ts'
import { expect } from './steps/site.ts'
import { submitButton, visit } from './steps/steps.ts'

let smtp: Awaited<ReturnType<typeof startSmtpServer>>

const test = testWithSettings(async (used) => {
  smtp = await startSmtpServer()
  used.defer(() => smtp.stop())
  return { SMTP_URL: smtp.url, MAIL_FROM: 'careers@example.com', SUBMISSIONS_PER_HOUR: '0' }
})

const WIDTHS = [320, 390, 768, 1280]

/** What opens on a page, by name, and how. It is closed by Escape, or stays. */
type Openings = Record<string, (page: Page) => Promise<unknown>>

/** A page with long words on it: where it is, a long word by which it is ready, and what opens there. */
type LongPage = { address: (stored: LongWords) => string; shows?: RegExp; opens?: Openings }

const LONG = /W{50}/
const at = (address: string, opens?: Openings): LongPage => ({
  address: () => address,
  shows: LONG,
  ...(opens && { opens }),
})
const plain = (address: string, opens?: Openings): LongPage => ({ address: () => address, ...(opens && { opens }) })

const press =
  (name: string | RegExp) =>
  (page: Page): Promise<void> =>
    page.getByRole('main').getByRole('button', { name }).first().click()

const APPLYING: Openings = {
  'the application with errors': async (page) => {
    await press('Apply Now')(page)
    await submitButton(page.getByRole('dialog')).click()
    await expect(page.getByRole('dialog').getByRole('alert').first()).toBeVisible()
  },
}

const chosenFrom = (item: string) => async (page: Page) => {
  await press(/^Actions for/)(page)
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

const ROWS: Openings = {
  'the details': press(/^Details/),
  'the history': async (page) => {
    await press(/^Details/)(page)
    await openHistory(page)
  },
  'the menu': press(/^Actions for/),
  'the question before deleting': chosenFrom('Delete Application'),
  'the message': async (page) => {
    await page.getByRole('checkbox').nth(1).check()
    await page.keyboard.press('m')
  },
}

/** Opens the form of the posting with this status. Its questions load after it. */
const edit = async (page: Page, status: string) => {
  await page
    .getByRole('row')
    .filter({ hasText: status })
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click()
}

const POSTING: Openings = {
  'the menu': press(/^Actions for/),
  'the details': chosenFrom('View details'),
  'the form with questions': async (page) => {
    await edit(page, 'Active')
    await expect(page.getByRole('button', { name: /^Remove/ }).first()).toBeVisible()
  },
  'the form with saved questions': async (page) => {
    await edit(page, 'Filled')
    await expect(page.getByRole('button', { name: 'Use the saved question' })).toBeVisible()
  },
  'the question before deleting': chosenFrom('Delete'),
}

const ACCOUNT: Openings = { 'the menu': openAdminMenu, 'the password': openPasswordDialog }

/** Every page of the product; one that is missing here does not compile. */
const PAGES: Record<keyof typeof PAGE | 'notFound', LongPage[]> = {
  landing: [
    at('/', { 'the details': press('View Details'), ...APPLYING }),
    at(`/?q=${LONG_WORD}&department=${LONG_WORD}&location=${LONG_WORD}`),
    at(`/?q=${LONG_WORD}no`),
  ],
  job: [
    { address: ({ job }) => `/jobs/${job}`, shows: LONG, opens: APPLYING },
    { address: ({ closedJob }) => `/jobs/${closedJob}` },
    plain('/jobs/2147483647'),
  ],
  apply: [{ address: ({ job }) => `/apply?job=${job}`, shows: LONG }],
  applicationSent: [{ address: ({ sentLink }) => sentLink, shows: LONG }, plain('/apply/sent')],
  recovery: [plain('/recovery')],
  privacy: [at('/privacy')],
  terms: [at('/terms')],
  myApplication: [{ address: ({ privateLink }) => privateLink, shows: LONG }, plain('/my-application')],
  jobAlerts: [at(`/job-alerts?q=${LONG_WORD}&department=${LONG_WORD}`)],
  jobAlertRequested: [plain('/job-alerts/sent')],
  jobAlert: [{ address: ({ alertLink }) => alertLink, shows: LONG }],
  endJobAlert: [{ address: ({ alertLink }) => alertLink.replace('manage', 'unsubscribe') }],
  adminLogin: [plain('/admin/login')],
  adminSetup: [plain('/admin/setup')],
  admin: [at('/admin', ACCOUNT)],
  adminDashboard: [at('/admin/dashboard?tab=interview', ROWS), at(`/admin/dashboard?q=${LONG_WORD}`)],
  review: [{ address: ({ application }) => pathTo(PAGE.review, application), shows: LONG }],
  adminJobs: [at('/admin/jobs', POSTING)],
  adminJob: [{ address: ({ job }) => pathTo(PAGE.adminJob, job), shows: LONG }],
  adminInterviews: [at('/admin/interviews', { 'the dialog': press('Change') })],
  adminInsights: [at('/admin/insights')],
  adminStorage: [plain('/admin/storage')],
  adminMessages: [at('/admin/messages'), at('/admin/messages?tab=sent')],
  adminJobAlerts: [plain('/admin/job-alerts')],
  adminSettings: [at('/admin/settings')],
  viewApplications: [at('/view-applications')],
  notFound: [plain(`/${LONG_WORD}`)],
}

const isOfAdmins = (name: string) => name.startsWith('admin') || name === 'review' || name === 'viewApplications'

/** Signed in, the pages for signing in lead elsewhere. */
const isSignedOut = (name: string) => name === 'adminLogin' || name === 'adminSetup'

test.beforeEach(async ({ page }) => {
  // The pulse of the process line moves only where movement is wanted.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
})

test('nothing scrolls sideways on a page of the site, whatever people have written', async ({ page, ownSite }) => {
  const stored = await fillWithLongWords(ownSite, smtp)
  for (const [name, pages] of Object.entries(PAGES)) {
    if (isOfAdmins(name) && !isSignedOut(name)) continue
    for (const one of pages) await expectStill(page, one, stored)
  }
})

test('nothing scrolls sideways on a page of the admin area, whatever people have written', async ({
  page,
  ownSite,
}) => {
  const stored = await fillWithLongWords(ownSite, smtp)
  await ownSite.signIn(page)
  await ownSite.addCookie(page)
  for (const [name, pages] of Object.entries(PAGES)) {
    if (!isOfAdmins(name) || isSignedOut(name)) continue
    for (const one of pages) await expectStill(page, one, stored)
  }
})

/** The menu of the bar of the admin area while it is open. */
const openedMenuOfAdmins = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Close menu' })

async function expectStill(page: Page, { address, shows, opens = {} }: LongPage, stored: LongWords): Promise<void> {
  const there = address(stored)
  const what = there.slice(0, 60)
  const states: [string, Openings[string]?][] = [['itself'], ...Object.entries(opens)]
  for (const [name, open] of states) {
    await test.step(`${what}: ${name}`, async () => {
      await page.setViewportSize({ width: 1280, height: 900 })
      await visit(page, there)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      if (shows) await expect(page.getByRole('main').getByText(shows).first(), what).toBeAttached()
      if (open) {
        await open(page)
        // Its code may load after the click: what is not there yet cannot overflow.
        await expect(page.getByRole('dialog').or(page.getByRole('menu')).or(openedMenuOfAdmins(page))).toBeVisible()
      }
      await expectNoOverflow(page, `${what}: ${name}`, WIDTHS)
    })
  }
}
