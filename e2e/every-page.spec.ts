import type { Page } from '@playwright/test'
import { ADMIN_PAGE } from '../contract/wire/admin-paths.ts'
import { type PAGE, pathTo } from '../contract/wire/paths.ts'
import { startSmtpServer } from '../test/smtp/smtp-kit.ts'
import { expectAccessible, expectNoOverflow, expectNoViolations, lowTargets, PHONE } from './steps/accessible-steps.ts'
import { openAdminMenu, openHistory, openPasswordDialog } from './steps/admin-steps.ts'
import { expectFocusAtStart, expectFocusKept } from './steps/focus-steps.ts'
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

const WIDTHS = [320, 390, 768, 1280, 1440, 2560]

/** What opens on a page, by name, and how. It is closed by Escape, or stays. */
type Openings = Record<string, (page: Page) => Promise<unknown>>

/**
 * A page with long words on it: where it is, a long word by which it is ready, what opens there, and what opens there on a
 * phone.
 */
type LongPage = { address: (stored: LongWords) => string; shows?: RegExp; opens?: Openings; onPhone?: Openings }

const LONG = /W{50}/
const plain = (address: string, opens: Openings = {}, onPhone: Openings = {}): LongPage => ({
  address: () => address,
  opens,
  onPhone,
})
const at = (...page: Parameters<typeof plain>): LongPage => ({ ...plain(...page), shows: LONG })

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

const LOGIN: Openings = {
  'the login with errors': async (page) => {
    await press('Log in')(page)
    await expect(page.getByRole('alert').first()).toBeVisible()
  },
  'the forgotten password with errors': async (page) => {
    await press('Forgot your password?')(page)
    await press('Send the link')(page)
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
    .filter({ hasText: LONG })
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
  'the history': async (page) => {
    await chosenFrom('View details')(page)
    await openHistory(page)
  },
  'a new posting with errors': async (page) => {
    await press('New Job Posting')(page)
    await page.getByRole('button', { name: 'Create Job Posting' }).click()
    await expect(page.getByRole('alert').first()).toBeVisible()
  },
}

/** Opens the question of a colleague, and sends an answer without a choice. */
async function answerWithout(page: Page): Promise<void> {
  const read = page.getByRole('button', { name: 'Read the question' })
  const send = page.getByRole('button', { name: 'Send answer' })
  await expect(read.or(send)).toBeVisible()
  if (await read.isVisible()) await read.click()
  await send.click()
}

const MENU: Openings = { 'the menu': openAdminMenu }

/** Every page that the site links to; one that is missing here does not compile. */
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
  promise: [{ address: () => '/promise', shows: /5 of 6 answers/ }],
  myApplication: [{ address: ({ privateLink }) => privateLink, shows: LONG }, plain('/my-application')],
  jobAlerts: [at(`/job-alerts?q=${LONG_WORD}&department=${LONG_WORD}`)],
  jobAlertRequested: [plain('/job-alerts/sent')],
  jobAlert: [{ address: ({ alertLink }) => alertLink, shows: LONG }],
  endJobAlert: [{ address: ({ alertLink }) => alertLink.replace('manage', 'unsubscribe') }],
  interviewTimes: [plain('/interview-times')],
  adminLogin: [plain('/admin/login', LOGIN)],
  admin: [at('/admin', { ...MENU, 'the password': openPasswordDialog })],
  adminDashboard: [
    at('/admin/dashboard?tab=interview', ROWS),
    at('/admin/dashboard', {}, MENU),
    at(`/admin/dashboard?q=${LONG_WORD}`),
  ],
  viewApplications: [at('/view-applications', {}, MENU)],
  notFound: [plain(`/${LONG_WORD}`)],
}

/** The other pages of the admin area, likewise. */
const ADMIN_PAGES: Record<keyof typeof ADMIN_PAGE, LongPage[]> = {
  setup: [plain('/admin/setup')],
  join: [{ address: ({ joinLink }) => joinLink, shows: LONG }, plain('/admin/join')],
  resetPassword: [{ address: ({ resetLink }) => resetLink, shows: /link works once/ }, plain('/admin/reset-password')],
  colleague: [
    { address: ({ colleagueLink }) => colleagueLink, opens: { 'the question, with a fault': answerWithout } },
    plain('/admin/colleague'),
  ],
  review: [{ address: ({ application }) => pathTo(ADMIN_PAGE.review, application), shows: LONG }],
  jobs: [at('/admin/jobs', POSTING, MENU)],
  job: [{ address: ({ job }) => pathTo(ADMIN_PAGE.job, job), shows: LONG }],
  interviews: [at('/admin/interviews', { 'the dialog': press('Change') })],
  insights: [at('/admin/insights')],
  storage: [plain('/admin/storage', {}, MENU)],
  messages: [at('/admin/messages'), at('/admin/messages?tab=sent')],
  jobAlerts: [plain('/admin/job-alerts')],
  settings: [
    plain('/admin/settings'),
    at('/admin/settings?section=mail'),
    at('/admin/settings?section=form'),
    plain('/admin/settings?section=site'),
    plain('/admin/settings?section=elsewhere'),
  ],
  people: [at('/admin/people', { 'the invitation': press('Invite a person'), 'the person': press(/^Edit/) }, MENU)],
  audit: [at('/admin/audit')],
  personalData: [at('/admin/personal-data')],
  import: [plain('/admin/import')],
  webhooks: [plain('/admin/webhooks', { 'the new webhook': press('New webhook') })],
  apiTokens: [plain('/admin/api-tokens', { 'the new token': press('New token') })],
}

const { landing, admin, adminDashboard, viewApplications, ...otherPages } = PAGES
const { setup, join, resetPassword, colleague, review, ...otherAdminPages } = ADMIN_PAGES

/** The walks, which run beside each other. Signed in, the pages for signing in lead elsewhere. */
const WALKS: { of: string; isSignedIn: boolean; pages: LongPage[][] }[] = [
  { of: 'the list of postings', isSignedIn: false, pages: [landing] },
  {
    of: 'the other pages of the site',
    isSignedIn: false,
    pages: [...Object.values(otherPages), setup, join, resetPassword, colleague],
  },
  { of: 'the applications', isSignedIn: true, pages: [admin, adminDashboard, review, viewApplications] },
  { of: 'the other pages of the admin area', isSignedIn: true, pages: Object.values(otherAdminPages) },
]

for (const walk of WALKS) {
  test(`accessible in light and dark, one filled button at a time, the focus kept, and nothing scrolls sideways, whatever people have written: ${walk.of}`, async ({
    page,
    ownSite,
  }) => {
    test.slow()
    const stored = await fillWithLongWords(ownSite, smtp)
    if (walk.isSignedIn) {
      await ownSite.signIn(page)
      await ownSite.addCookie(page)
    }
    for (const one of walk.pages.flat()) await expectPageUsable(page, one, stored)
  })
}

/** The menu of the bar of the admin area while it is open. */
const openedMenuOfAdmins = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Close menu' })

async function expectPageUsable(page: Page, one: LongPage, stored: LongWords): Promise<void> {
  const there = one.address(stored)
  const state = (name: string, reach: () => Promise<void>) =>
    test.step(`${there.slice(0, 60)}: ${name}`, async () => {
      // Movement would never end for axe. The pulse of the process line moves only where it is wanted.
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.setViewportSize({ width: 1440, height: 900 })
      await visit(page, there)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      if (one.shows) await expect(page.getByRole('main').getByText(one.shows).first(), there).toBeAttached()
      await reach()
    })
  const open = async (reach: Openings[string]) => {
    await reach(page)
    // Its code may load after the click: what is not there yet cannot be looked at.
    const opened = page.getByRole('dialog').or(page.getByRole('menu')).or(openedMenuOfAdmins(page))
    await expect(opened.or(page.getByRole('alert')).first()).toBeVisible()
  }
  const expectUsableState = async (what: string) => {
    await expectAccessible(page, what)
    await page.setViewportSize(PHONE)
    await expectNoViolations(page, `${what} on a phone`)
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await expectNoOverflow(page, what, WIDTHS)
  }
  await state('itself', () => expectUsableState(there))
  for (const [name, reach] of Object.entries(one.opens ?? {})) {
    await state(name, async () => {
      await open(reach)
      await expectFocusAtStart(page, `${there}: ${name}`)
      await expectUsableState(`${there}: ${name}`)
      await page.keyboard.press('Escape')
      const opened = page.getByRole('dialog').or(page.getByRole('menu'))
      await expect(opened, `${name} closes with Escape`).toHaveCount(0)
      await expectFocusKept(page, `${there}, after ${name}`)
    })
  }
  for (const [name, reach] of Object.entries(one.onPhone ?? {})) {
    await state(`${name} on a phone`, async () => {
      await page.setViewportSize(PHONE)
      await open(reach)
      expect(await lowTargets(page), `${there}: ${name}`).toEqual([])
      await expectNoViolations(page, `${there}: ${name}`)
    })
  }
}
