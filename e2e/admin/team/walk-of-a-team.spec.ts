import { chromium, type Page } from '@playwright/test'
import { ADMIN_PAGE } from '../../../contract/wire/admin-paths.ts'
import { formatReference } from '../../../contract/wire/reference.ts'
import { demoJobs, jobIndex } from '../../../demo/demo-jobs.ts'
import { DEMO_OWNER } from '../../../demo/demo-people.ts'
import { findBrowser } from '../../../scripts/find-browser.ts'
import { test } from '../../steps/demo-site.ts'
import { closeLink } from '../../steps/link-steps.ts'
import { PICTURE_VIEW, takePicture } from '../../steps/pictures.ts'
import { expect } from '../../steps/site.ts'
import { expectToast, visit } from '../../steps/steps.ts'

/**
 * The pictures of `docs/team.md` are those of this walk: `PICTURES=1 npx playwright test --project=further walk-of-a-team` makes them anew.
 * Otherwise they are with the results of the test.
 */
const INDEX = jobIndex('ignitionDeveloper')
const [FIRST = '', SECOND = '', THIRD = ''] = demoJobs[INDEX]?.posting.criteria ?? []
/** Another posting has the same title. */
const POSTING = formatReference('JOB', INDEX + 1)
const APPLICANT = 'Tomás Villaseñor'
const MANAGER = { name: 'Nadia Keller', username: 'nadia.keller', password: 'seven calm otters row home' }
const INTERVIEWER = { name: 'Lena Fischer', address: 'lena.fischer@example.com' }

test('an owner invites a manager, who joins, decides and plans an interview; the interviewer assesses without an account, and the owner sees what all say', async ({
  demo,
}, testInfo) => {
  // Three people, and mail that leaves within half a minute.
  test.slow()
  // Without the arguments of the other tests, with which a browser draws nothing.
  await using browser = await chromium.launch({ executablePath: findBrowser(), args: [] })
  const openPage = async () => (await browser.newContext({ ...PICTURE_VIEW, baseURL: demo.url })).newPage()
  const picture = (page: Page, name: string) => takePicture(page, `team-${name}`, testInfo)

  const owner = await openPage()
  const link =
    await test.step('the owner invites a manager for one posting, by a link that is shown once', async () => {
      await owner.addInitScript(
        (token) => localStorage.setItem('authToken', token),
        await demo.signInAs(DEMO_OWNER.username),
      )
      await visit(owner, ADMIN_PAGE.people)
      await owner.getByRole('button', { name: 'Invite a person' }).click()
      const dialog = owner.getByRole('dialog')
      await dialog.getByLabel('Name').fill(MANAGER.name)
      await dialog.getByRole('radio', { name: /^Hiring manager/ }).check()
      await dialog.getByRole('checkbox', { name: POSTING }).check()
      await dialog.getByRole('checkbox', { name: /^May also decide and write to applicants/ }).check()
      await dialog.getByRole('radio', { name: /^Show it to me once/ }).check()
      // High enough for the postings too.
      await owner.setViewportSize({ width: 1200, height: 1060 })
      await dialog.getByLabel('Name').scrollIntoViewIfNeeded()
      await picture(owner, 'invite')
      await owner.setViewportSize({ width: 1200, height: 800 })
      await dialog.getByRole('button', { name: 'Create link' }).click()
      const shown = (await dialog.getByText(/\/admin\/join#token=/).textContent()) ?? ''
      await closeLink(owner)
      await expect(owner.getByText(/\/admin\/join#token=/)).toHaveCount(0)
      await expect(owner.getByRole('row', { name: new RegExp(MANAGER.name) })).toContainText('Ignition Developer')
      return demo.url + shown.slice(shown.indexOf('/admin/join'))
    })

  const manager = await openPage()
  await test.step('the manager chooses a password, and sees the applicants of her posting alone', async () => {
    await visit(manager, link)
    await expect(manager.getByRole('heading', { level: 1 })).toHaveText(`Welcome, ${MANAGER.name}`)
    await expect(manager.getByLabel('Username')).toHaveValue(MANAGER.username)
    await manager.getByLabel('Password', { exact: true }).fill(MANAGER.password)
    await manager.getByLabel('Confirm password').fill(MANAGER.password)
    await picture(manager, 'join')
    await manager.getByRole('button', { name: 'Join' }).click()
    await expect(manager.getByRole('link', { name: APPLICANT })).toBeVisible()
    await expect(manager.getByRole('link', { name: 'Kelsey Abernathy' })).toBeVisible()
    await expect(manager.getByRole('link', { name: 'Marcus Whitfield' })).toHaveCount(0)
    await expect(manager.getByRole('button', { name: /^Notices/ })).toBeVisible()
    await picture(manager, 'dashboard')
  })

  let review = ''
  await test.step('she decides about an applicant, and plans an interview with somebody who has no account', async () => {
    await manager.getByRole('link', { name: APPLICANT }).click()
    await expect(manager.getByRole('heading', { level: 1 })).toHaveText(APPLICANT)
    review = new URL(manager.url()).pathname
    await expectPages(manager)
    await manager.keyboard.press('2')
    await expectToast(manager, 'Status updated', 'Application status changed to reviewing')
    // The next applicant of the queue is shown by then.
    await visit(manager, review)
    await manager.getByRole('button', { name: 'Plan interview' }).click()
    const dialog = manager.getByRole('dialog')
    await dialog.getByLabel('Kind').selectOption('Video')
    await dialog.getByLabel('Link').fill('https://meet.example.com/ignition')
    await dialog.getByLabel('Name 1').fill(INTERVIEWER.name)
    await dialog.getByLabel('Email 1').fill(INTERVIEWER.address)
    await picture(manager, 'interview')
    await dialog.getByRole('button', { name: 'Plan and invite' }).click()
    await expectToast(manager, 'Interview planned')
    await expect(manager.getByRole('region', { name: 'Interviews' }).getByRole('listitem')).toContainText(
      INTERVIEWER.name,
    )
  })

  const interviewer = await openPage()
  await test.step('the interviewer opens the link of the mail, reads resume and answers, and gives a scorecard', async () => {
    await visit(interviewer, await demo.linkTo(INTERVIEWER.address, /\/admin\/colleague#[\w-]{43}/))
    await interviewer.getByRole('button', { name: 'Read the question' }).click()
    await expect(interviewer.getByRole('heading', { level: 1 })).toHaveText(APPLICANT)
    await expectPages(interviewer)
    await expect(interviewer.getByText('A tank battery overview that fits on a phone')).toBeVisible()
    await rate(interviewer, { [FIRST]: 'Strong yes', [THIRD]: 'Yes', Overall: 'Strong yes' })
    await interviewer
      .getByRole('textbox', { name: 'Note on the whole' })
      .fill('Sketched the overview on paper first. I would start him on the tank batteries.')
    await interviewer.evaluate(() => scrollTo(0, 0))
    await picture(interviewer, 'interviewer')
    await interviewer.getByRole('button', { name: 'Give scorecard' }).click()
    await expect(interviewer.getByText('Your scorecard is in.')).toBeVisible()
  })

  await test.step('the manager reads it only once her own scorecard is in', async () => {
    const section = manager.getByRole('region', { name: 'Scorecards' })
    await visit(manager, review)
    await expect(section).toContainText(INTERVIEWER.name)
    await expect(section).not.toContainText('tank batteries')
    await manager.getByRole('button', { name: 'Give a scorecard' }).click()
    await rate(manager, { [FIRST]: 'Yes', [SECOND]: 'No', Overall: 'Yes' })
    await manager.getByRole('button', { name: 'Give scorecard' }).click()
    await expectToast(manager, 'Scorecard given')
    await expect(section).toContainText('tank batteries')
  })

  await test.step('the owner, who does not assess, sees what both say', async () => {
    await visit(owner, review)
    await owner.getByRole('button', { name: 'I will not assess' }).click()
    await owner.getByRole('dialog').getByRole('button', { name: 'I will not assess' }).click()
    const summary = owner.getByLabel('Summary of the scorecards')
    await expect(summary).toContainText(MANAGER.name)
    await expect(summary).toContainText(INTERVIEWER.name)
    await summary.scrollIntoViewIfNeeded()
    await expectPages(owner)
    await picture(owner, 'summary')
  })
})

/** The resume is drawn. */
async function expectPages(page: Page): Promise<void> {
  await expect(page.getByRole('list', { name: 'Pages of the resume' })).toBeVisible()
}

/** Rates by criterion in the open form of a scorecard. */
async function rate(page: Page, ratings: Record<string, string>): Promise<void> {
  for (const [criterion, rating] of Object.entries(ratings))
    await page.getByRole('group', { name: criterion }).getByRole('radio', { name: rating, exact: true }).check()
}
