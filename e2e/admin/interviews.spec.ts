import { randomUUID } from 'node:crypto'
import { ADMIN_API } from '../../contract/wire/admin-paths.ts'
import { pathTo } from '../../contract/wire/paths.ts'
import { openDatabase } from '../../server/platform/database/sqlite/open-database.ts'
import { type SmtpServer, startSmtpServer } from '../../test/smtp/smtp-kit.ts'
import { nameOf, weekAfter, weekOf } from '../../web/admin/interviews/week-view.ts'
import { expectNoOverflow, expectNoViolations, PHONE } from '../steps/accessible-steps.ts'
import { expectFocusKept } from '../steps/focus-steps.ts'
import { testWithSettings } from '../steps/own-server.ts'
import { openReview, stored } from '../steps/review-steps.ts'
import { expect, type Site } from '../steps/site.ts'
import { dismissToast, expectToast, visit } from '../steps/steps.ts'

let smtp: SmtpServer
const test = testWithSettings(async (used) => {
  smtp = await startSmtpServer()
  used.defer(() => smtp.stop())
  return { SMTP_URL: smtp.url, MAIL_FROM: 'Careers <careers@example.com>' }
})

const HOUR = 60 * 60_000
const DESKTOP = { width: 1440, height: 900 }

const CLOCK = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone: 'Asia/Kolkata' })

/** Subjects of the mails to an address. */
const subjectsTo = (address: string) =>
  smtp.received.filter(({ envelopeTo }) => envelopeTo.includes(address)).map(({ mail }) => mail.subject ?? '')

/** Date and time in Kolkata, as inputs take them, and as a list shows the time. */
const inKolkata = (instant: number) => {
  const local = new Date(instant + 5.5 * HOUR).toISOString()
  return { date: local.slice(0, 10), time: local.slice(11, 16), shown: CLOCK.format(instant) }
}

/** The address of the week that contains an instant, in the browser's zone. Half an hour from now can be next week. */
const weekAddress = (instant: number, timeZone: string | undefined) => {
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(instant)
  return `/admin/interviews?week=${nameOf(weekOf(new Date(`${day}T12:00`)))}`
}

/** The name of the week three weeks ago, as the address has it. */
const threeWeeksAgo = () => nameOf(weekAfter(weekOf(new Date()), -3))

/** Stores an interview that is over. */
async function insertPastInterview({ dataDir }: Site, applicationId: number) {
  const db = await openDatabase(dataDir)
  const [begin, end] = [new Date(Date.now() - 26 * HOUR).toISOString(), new Date(Date.now() - 25 * HOUR).toISOString()]
  await db
    .insertInto('interviews')
    .values({
      ...{ application_id: applicationId, uid: randomUUID(), starts_at: begin, ends_at: end, time_zone: 'UTC' },
      ...{ kind: 'phone', place: null, interviewers: '[]', state: 'planned', response: 'none', sequence: 0 },
      ...{ changed_at: begin, created_at: begin, invited_at: begin, content_hash: '' },
    })
    .execute()
  await db.destroy()
}

test('an interview is planned, accepted, changed and cancelled, and the agenda shows it', async ({
  page,
  ownSite,
  timezoneId,
}) => {
  const job = await ownSite.createJob({ title: 'Edge Engineer' })
  const id = await ownSite.apply({ name: 'Ana Núñez', email: 'ana@example.com', jobId: String(job) })
  await smtp.untilReceived(1)
  const startsAt = Date.now() + HOUR / 2
  const soon = inKolkata(startsAt)
  const agenda = weekAddress(startsAt, timezoneId)
  const panel = page.getByRole('region', { name: 'Interviews' })
  const dialog = page.getByRole('dialog')
  await test.step('an admin plans it by keyboard on the review page, and hears what is missing', async () => {
    await page.setViewportSize(DESKTOP)
    await openReview(page, ownSite, id)
    await panel.getByRole('button', { name: 'Plan interview' }).press('Enter')
    await expect(dialog.getByLabel('Time', { exact: true })).toHaveValue('10:00')
    await dialog.getByLabel('Kind').selectOption('Video')
    await dialog.getByLabel('Date').fill('')
    await dialog.getByRole('button', { name: 'Plan and invite' }).press('Enter')
    await expect(dialog.getByText('Enter a date')).toBeVisible()
    await expect(dialog.getByText('Link is required')).toBeVisible()
    await expect(dialog.getByLabel('Date')).toBeFocused()
    await dialog.getByLabel('Date').fill(soon.date)
    await expect(dialog.getByText('Enter a date')).toHaveCount(0)
    await expect(dialog.getByLabel('Date')).not.toHaveAttribute('aria-invalid')
    await expect(dialog.getByText('Link is required')).toBeVisible()
    await dialog.getByLabel('Time', { exact: true }).fill(soon.time)
    await dialog.getByLabel('Time zone').selectOption('Asia/Kolkata')
    await dialog.getByLabel('Link').fill('https://meet.example.com/pit-7')
    await dialog.getByRole('button', { name: 'Add interviewer' }).click()
    await expect(dialog.getByLabel('Name 2')).toBeFocused()
    await dialog.getByRole('button', { name: 'Remove interviewer 2' }).press('Enter')
    await expect(dialog.getByRole('button', { name: 'Add interviewer' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel('Name 2')).toBeFocused()
    await page.keyboard.type('Kim Lee')
    await dialog.getByLabel('Email 2').fill('kim@')
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Plan and invite' }).click()
    await expect(dialog.getByRole('alert')).toHaveText('Invalid email address')
    await expect(dialog.getByLabel('Email 2')).toBeFocused()
    await expect(dialog.getByLabel('Email 1')).not.toHaveAttribute('aria-invalid')
    await expectNoViolations(page, 'the dialog of an interview')
    await dialog.getByLabel('Email 2').fill('kim@example.com')
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Plan and invite' }).click()
    await expectToast(page, 'Interview planned')
    await expect(panel.getByRole('listitem')).toContainText('No reply yet')
    await expect(panel.getByRole('listitem')).toContainText(`${soon.shown} Asia/Kolkata`)
  })
  await test.step('the applicant declines it with a reason, and takes it into a calendar', async () => {
    await smtp.untilReceived(3)
    const [mail] = smtp.received.slice(1).filter(({ envelopeTo }) => envelopeTo.includes('ana@example.com'))
    const link = /\/my-application#[\w-]{43}/.exec(mail?.mail.text ?? '')?.[0] ?? ''
    await page.setViewportSize(PHONE)
    await visit(page, link)
    const interview = page.getByRole('region', { name: 'Interviews' })
    await expect(interview.getByText('You have not answered yet.')).toBeVisible()
    await expect(interview.getByText('With Kim Lee')).toBeVisible()
    const download = page.waitForEvent('download')
    await interview.getByRole('button', { name: 'Add to calendar' }).click()
    expect((await download).suggestedFilename()).toBe('interview.ics')
    await interview.getByRole('button', { name: 'Decline', exact: true }).click()
    await interview.getByLabel('Reason for declining').fill('I am on a rig until Friday.')
    await expectNoViolations(page, 'the private page with an interview')
    await interview.getByRole('button', { name: 'Decline interview' }).click()
    await expect(interview.getByText('You have declined.')).toBeVisible()
    await expectFocusKept(page, 'an interview is declined')
    await expectNoOverflow(page, 'the private page with an interview')
  })
  await test.step('the agenda shows the response, and what waits for feedback before it', async () => {
    const other = await ownSite.apply({ name: 'Ben Ode', email: 'ben@example.com' })
    await insertPastInterview(ownSite, other)
    await page.setViewportSize(DESKTOP)
    await visit(page, agenda)
    await expect(
      page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Interviews' }),
    ).toHaveAttribute('aria-current', 'page')
    const main = page.getByRole('main')
    await expect(main.getByRole('listitem', { name: /Ana Núñez/ })).toContainText('Declined')
    await expect(main.getByRole('listitem', { name: /Ana Núñez/ })).toContainText('Edge Engineer')
    const days = main.getByRole('region', { name: /^\w+day, / })
    await expect(days).toHaveCount(7)
    const places = await days.evaluateAll((all) => all.map((day) => day.getBoundingClientRect().top))
    expect(new Set(places).size).toBe(1)
    await expect(main.getByText('I am on a rig until Friday.')).toBeVisible()
    await expect(main.getByRole('link', { name: 'Write feedback about Ben Ode' })).toHaveAttribute(
      'href',
      `/admin/applications/${other}`,
    )
    await expectNoViolations(page, 'the agenda')
    await expectNoOverflow(page, 'the agenda')
    await page.setViewportSize(DESKTOP)
    await main.getByRole('link', { name: 'Next week' }).press('Enter')
    await expect(page).toHaveURL(/\?week=20\d\d-W\d\d$/)
    await expect(main.getByText(/No interviews in this week/)).toBeVisible()
    await page.goBack()
    await expect(main.getByRole('listitem', { name: /Ana Núñez/ })).toBeVisible()
    await visit(page, '/admin/interviews?week=2020-W01')
    await expect(main.getByText(/No interviews in this week/)).toBeVisible()
    await visit(page, `/admin/interviews?week=${threeWeeksAgo()}`)
    await main.getByRole('link', { name: /, Ben Ode$/ }).click()
    await expect(main.getByRole('listitem', { name: /Ben Ode/ })).toBeVisible()
    await expect(main.getByRole('listitem', { name: /Ben Ode/ }).getByRole('button')).toHaveCount(0)
    await test.step('on a phone only the days that have interviews', async () => {
      await page.setViewportSize(PHONE)
      await expect(days.filter({ visible: true }).filter({ has: page.getByRole('listitem') })).not.toHaveCount(0)
      await expect(days.filter({ visible: true }).filter({ hasNot: page.getByRole('listitem') })).toHaveCount(0)
      await page.setViewportSize(DESKTOP)
    })
    await visit(page, agenda)
  })
  await test.step('an interview is changed, cancelled, and the cancellation undone', async () => {
    const item = page.getByRole('main').getByRole('listitem', { name: /Ana Núñez/ })
    await item.getByRole('button', { name: 'Change' }).click()
    await dialog.getByLabel('Length in minutes').fill('30')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await dialog.getByRole('button', { name: 'Save and invite again' }).click()
    await expectToast(page, 'Interview changed')
    await expect(item).toContainText('No reply yet')
    // Those who were told are told again after the undo, and the toast says so.
    await expect
      .poll(() => subjectsTo('ana@example.com').filter((subject) => /Changed interview/.test(subject)))
      .toHaveLength(1)
    await dismissToast(page)
    await item.getByRole('button', { name: 'Cancel interview' }).click()
    await expectToast(page, 'Interview cancelled')
    await expect(item).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(item).toBeVisible()
    await expectToast(page, 'Cancellation undone')
    await dismissToast(page)
    await page.keyboard.press('z')
    await expectToast(
      page,
      'Change undone',
      /^The message to Ana Núñez has already been sent\. 2 invitations leave now\.$/,
    )
    await item.getByRole('button', { name: 'Change' }).click()
    await expect(dialog.getByLabel('Length in minutes')).toHaveValue('45')
    await page.keyboard.press('Escape')
  })
  await test.step('the admin makes a private calendar address and revokes it', async () => {
    const feed = page.getByRole('region', { name: 'Your calendar' })
    await feed.getByRole('button', { name: 'Make calendar address' }).click()
    const url = await feed.getByText(/\/calendar\/[\w-]{43}\.ics$/).textContent()
    const path = new URL(url ?? '').pathname
    expect(await (await fetch(ownSite.url + path)).text()).toContain('SUMMARY:Interview: Ana Núñez')
    await feed.getByRole('button', { name: 'Revoke address' }).click()
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await expectToast(page, 'Calendar address revoked')
    expect((await fetch(ownSite.url + path)).status).toBe(404)
  })
})

test('two keys plan an interview like the latest one; while an applicant is rejected no cancellation is undone', async ({
  page,
  ownSite,
}) => {
  const id = await ownSite.apply({ name: 'Cy Ode', email: 'cy@example.com' })
  const details = { date: '2099-03-10', time: '15:00', minutes: 45, timeZone: 'UTC', kind: 'phone', place: null }
  const interviewers = [{ name: 'Kim Lee', address: 'kim@example.com' }]
  await ownSite.request('POST', pathTo(ADMIN_API.applicationInterviews, id), { ...details, interviewers })
  const panel = page.getByRole('region', { name: 'Interviews' })
  const offer = panel.getByRole('button', { name: 'Undo cancellation' })
  await test.step('it is filled in, also by the name of an interviewer, and no key lands in a date', async () => {
    const other = await ownSite.apply({ name: 'Dee Ode', email: 'dee@example.com' })
    await openReview(page, ownSite, other)
    const dialog = page.getByRole('dialog', { name: 'Plan interview' })
    const plan = dialog.getByRole('button', { name: 'Plan and invite' })
    await page.keyboard.press('i')
    await expect(plan).toBeFocused()
    await expect(dialog.getByLabel('Kind')).toHaveValue('phone')
    await expect(dialog.getByLabel('Length in minutes')).toHaveValue('45')
    const likely = dialog.getByLabel('Time zone').locator('optgroup').first().getByRole('option')
    await expect(likely).toHaveText(['America/Chicago', 'UTC'])
    await dialog.getByLabel('Name 1').fill('Kim Lee')
    await expect(dialog.getByLabel('Email 1')).toHaveValue('kim@example.com')
    await plan.focus()
    await page.keyboard.press('Enter')
    await expectToast(page, 'Interview planned')
    await expect(panel.getByRole('listitem')).toContainText('Kim Lee')
    await expect(page.locator('input:focus, body:focus')).toHaveCount(0)
    await expectToast(page, 'Interview planned', '2 invitations leave in 10 minutes.')
    await dismissToast(page)
    await test.step('Z takes back the interview, and the status that it has changed', async () => {
      await page.keyboard.press('z')
      await expectToast(page, 'Planning undone')
      await expect(panel.getByRole('listitem')).toContainText('Cancelled')
      expect((await stored(ownSite, other))?.status).toBe('pending')
    })
  })
  await openReview(page, ownSite, id)
  await test.step('a cancellation is undone where it stands, also after a reload', async () => {
    await panel.getByRole('button', { name: 'Cancel interview' }).click()
    await expect(offer).toBeVisible()
    await page.reload()
    await offer.click()
    await expectToast(page, 'Change undone')
    await expect(offer).toHaveCount(0)
    await expect(panel.getByRole('listitem')).not.toContainText('Cancelled')
  })
  await panel.getByRole('button', { name: 'Cancel interview' }).click()
  await expect(offer).toBeVisible()
  await ownSite.updateApplication(id, { status: 'rejected' })
  await offer.click()
  await expectToast(page, 'Undo failed', /^Cy Ode is rejected, so the interview stays cancelled\. Undo that first\.$/)
  await expect(panel.getByRole('listitem')).toContainText('Cancelled')
  await expectFocusKept(page, 'nothing can be done with an interview any more')
  await expect(offer).toHaveCount(0)
})
