import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import type { SmtpServer } from '../../../test/smtp/smtp-kit.ts'
import { expectNoOverflow, expectNoViolations } from '../../steps/accessible-steps.ts'
import { choose, openAdmin, rowOf } from '../../steps/admin-steps.ts'
import { expectShown, openReview, stored } from '../../steps/review-steps.ts'
import { expect, type Site, test } from '../../steps/site.ts'
import { dismissToast, expectToast, visit, waitForToaster } from '../../steps/steps.ts'

test.use({ hasMail: true })

const HOUR = 60 * 60_000

test.beforeEach(async ({ site }) => {
  await site.deleteAllApplications()
  await site.deleteAllJobs()
})

/** Inserts applicants; returns their ids. */
async function applicants(site: Site, ...rows: { name: string; email: string; job_id?: number }[]): Promise<number[]> {
  await site.insertApplicants(rows)
  const ids = new Map((await site.applications()).map(({ email, id }) => [email, id]))
  return rows.map(({ email }) => ids.get(email) ?? 0)
}

/** Plans an interview by telephone. @param inMs how long it is until then */
async function plan(site: Site, id: number | undefined, inMs: number): Promise<void> {
  const local = new Date(Date.now() + inMs).toISOString()
  const when = { date: local.slice(0, 10), time: local.slice(11, 16), timeZone: 'UTC', minutes: 45 }
  const details = { ...when, kind: 'phone', place: null, interviewers: [] }
  await site.request('POST', pathTo(ADMIN_API.applicationInterviews, id ?? 0), details)
}

async function stateOf(site: Site, id: number | undefined): Promise<string[]> {
  const path = pathTo(ADMIN_API.applicationInterviews, id ?? 0)
  const { interviews } = (await site.request('GET', path)) as { interviews: { state: string }[] }
  return interviews.map(({ state }) => state)
}

/** Subjects of the mails to an applicant. */
const mailsTo = ({ received }: SmtpServer, address: string) =>
  received.filter(({ envelopeTo }) => envelopeTo.includes(address)).map(({ mail }) => mail.subject)

test('the drawer for several asks about their interviews beside what they are told, and undo brings everything back', async ({
  page,
  site,
}) => {
  const ids = await applicants(
    site,
    { name: 'Ana Núñez', email: 'ana.several@example.com' },
    { name: 'Ben Ode', email: 'ben.several@example.com' },
  )
  for (const id of ids) await plan(site, id, 24 * HOUR)
  await openAdmin(page, site, '/admin/dashboard?tab=interview', 'Dashboard')
  await page.getByRole('checkbox', { name: 'Select all rows shown' }).check()
  const reject = page
    .getByRole('region', { name: 'Selected applications' })
    .getByRole('button', { name: 'Mark as Rejected' })
  await reject.click()
  const drawer = page.getByRole('dialog', { name: 'Reject 2 applicants' })
  await expect(drawer.getByRole('group', { name: '2 of these applicants have interviews planned' })).toBeVisible()
  await expect(drawer.getByRole('radio', { name: /^Cancel them/ })).toBeChecked()
  await expectNoViolations(page, 'the drawer with the question about interviews')
  await expectNoOverflow(page, 'the drawer with the question about interviews')
  await drawer.getByRole('button', { name: 'Reject and send' }).click()
  await expectToast(page, 'Status updated')
  for (const id of ids) expect(await stateOf(site, id)).toEqual(['cancelled'])
  await page.keyboard.press('z')
  await expectToast(page, 'Change undone')
  for (const id of ids) expect(await stateOf(site, id)).toEqual(['planned'])
  await page.getByRole('checkbox', { name: 'Select all rows shown' }).check()
  await reject.click()
  await drawer.getByRole('radio', { name: 'Keep them' }).check()
  await drawer.getByRole('button', { name: 'Reject and send' }).click()
  await expect(drawer).toHaveCount(0)
  for (const id of ids) expect(await stateOf(site, id)).toEqual(['planned'])
})

test('the drawer for several keeps the choice about their interviews as it keeps the words, over closing and a reload', async ({
  page,
  site,
}) => {
  const rows = ['Ana Ode', 'Ben Ode'].map((name) => ({ name, email: `${name.slice(0, 3)}@example.com` }))
  const ids = await applicants(site, ...rows)
  for (const id of ids) await plan(site, id, 24 * HOUR)
  await openAdmin(page, site, '/admin/dashboard?tab=interview', 'Dashboard')
  const drawer = page.getByRole('dialog', { name: 'Reject 2 applicants' })
  const open = async () => {
    await page.getByRole('checkbox', { name: 'Select all rows shown' }).check()
    await page
      .getByRole('region', { name: 'Selected applications' })
      .getByRole('button', { name: 'Mark as Rejected' })
      .click()
  }
  await test.step('a choice alone', async () => {
    await open()
    await drawer.getByRole('radio', { name: 'Keep them' }).check()
    await drawer.getByRole('button', { name: 'Close and keep the choice' }).click()
    await open()
    await expect(drawer.getByRole('radio', { name: 'Keep them' })).toBeChecked()
    await expect(drawer.getByText('This is what you chose before. Nothing is sent yet.')).toBeVisible()
  })
  await test.step('with the words, and with no message at all', async () => {
    await drawer.getByLabel('Text', { exact: true }).fill('Not this time.')
    await page.reload()
    await open()
    await expect(drawer.getByLabel('Text', { exact: true })).toHaveValue('Not this time.')
    await expect(drawer.getByRole('radio', { name: 'Keep them' })).toBeChecked()
    await drawer.getByRole('radio', { name: 'No message' }).check()
    await page.keyboard.press('Escape')
    await open()
    await expect(drawer.getByRole('radio', { name: 'No message' })).toBeFocused()
    await expect(drawer.getByText('This is what you typed before. It is not sent yet.')).toBeVisible()
  })
  await test.step('until the rejection is stored', async () => {
    await drawer.getByRole('button', { name: 'Reject without a message' }).click()
    await expectToast(page, 'Status updated')
    for (const id of ids) expect(await stateOf(site, id)).toEqual(['planned'])
    await page.keyboard.press('z')
    await expectToast(page, 'Change undone')
    await open()
    await expect(drawer.getByRole('radio', { name: /^Cancel them/ })).toBeChecked()
    await expect(drawer.getByRole('button', { name: 'Cancel', exact: true })).toBeVisible()
  })
})

test('rejecting from a row asks once about an interview ahead: kept nobody is told, cancelled the applicant is', async ({
  page,
  site,
  smtp,
}) => {
  const ana = { name: 'Ana Núñez', email: 'ana.question@example.com' }
  const ben = { name: 'Ben Ode', email: 'ben.question@example.com' }
  const [first, second] = await applicants(site, ana, ben, { name: 'Cy Ode', email: 'cy.question@example.com' })
  for (const id of [first, second]) await plan(site, id, HOUR / 2)
  for (const { email } of [ana, ben]) await expect.poll(() => mailsTo(smtp, email)).toHaveLength(1)
  await openAdmin(page, site, '/admin/dashboard?tab=interview', 'Dashboard')
  await waitForToaster(page)
  await test.step('closed, nothing is changed, and the focus is back in the row', async () => {
    await choose(page, ben.name, 'Mark as Rejected')
    const dialog = page.getByRole('dialog', { name: 'Reject Ben Ode' })
    await expect(dialog.getByRole('group', { name: /^Ben Ode has an interview on \w+, \w+ \d+, / })).toBeVisible()
    await expect(dialog.getByText('told at once')).toBeVisible()
    await expect(dialog.getByRole('radio', { name: /^Cancel it and tell/ })).toBeFocused()
    await expectNoViolations(page, 'the question about an interview')
    await expectNoOverflow(page, 'the question about an interview')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Actions for Ben Ode' })).toBeFocused()
    await expect(rowOf(page, ben.name)).toBeVisible()
  })
  await test.step('kept', async () => {
    await choose(page, ben.name, 'Mark as Rejected')
    await page.getByRole('radio', { name: 'Keep it' }).check()
    await page.getByRole('button', { name: 'Reject' }).click()
    await expectToast(page, 'Status updated', 'Application status changed to rejected. The interview stays.')
    expect(await stateOf(site, second)).toEqual(['planned'])
    await dismissToast(page)
  })
  await test.step('cancelled', async () => {
    await choose(page, ana.name, 'Mark as Rejected')
    await expect(page.getByRole('radio', { name: /^Cancel it and tell/ })).toBeFocused()
    await page.keyboard.press('Enter')
    await expectToast(page, 'Status updated', 'Application status changed to rejected. The interview is cancelled.')
    expect(await stateOf(site, first)).toEqual(['cancelled'])
    await expect
      .poll(() => mailsTo(smtp, ana.email))
      .toEqual([expect.anything(), expect.stringContaining('Cancelled interview')])
    expect(mailsTo(smtp, ben.email)).toHaveLength(1)
    await dismissToast(page)
  })
  await test.step('without an interview nothing asks', async () => {
    await visit(page, '/admin/dashboard')
    await choose(page, 'Cy Ode', 'Mark as Rejected')
    await expectToast(page, 'Status updated', 'Application status changed to rejected')
  })
})

test('an interview that goes on hides no later one from the question', async ({ page, site }) => {
  const [id] = await applicants(site, { name: 'Ana Núñez', email: 'ana.begun@example.com' })
  const begun = new Date(Date.now() - 60_000).toISOString()
  await site.request('PATCH', pathTo(ADMIN_API.application, id ?? 0), { interviewDate: begun })
  await plan(site, id, 24 * HOUR)
  await openAdmin(page, site, '/admin/dashboard?tab=interview', 'Dashboard')
  await choose(page, 'Ana Núñez', 'Mark as Rejected')
  await page.getByRole('dialog', { name: 'Reject Ana Núñez' }).getByRole('radio', { name: 'Keep it' }).check()
  await page.getByRole('button', { name: 'Reject' }).click()
  await expectToast(page, 'Status updated', 'Application status changed to rejected. The interview stays.')
  expect(await stateOf(site, id)).toEqual(['planned', 'planned'])
})

test('archiving several counts them, and details and the board ask as well', async ({ page, site }) => {
  const job = await site.createJob({ title: 'Edge Engineer' })
  const rows = ['Ana Ode', 'Ben Ode', 'Cy Ode'].map((name) => ({
    ...{ name, email: `${name.slice(0, 3).trim()}@example.com`, job_id: job, status: 'interview' as const },
  }))
  const [ana, ben, cy] = await applicants(site, ...rows)
  for (const id of [ana, ben]) await plan(site, id, 30 * 24 * HOUR)
  await openAdmin(page, site, '/admin/dashboard?tab=interview', 'Dashboard')
  await page.getByRole('checkbox', { name: 'Select all rows shown' }).check()
  await page.getByRole('region', { name: 'Selected applications' }).getByRole('button', { name: 'Archive' }).click()
  const dialog = page.getByRole('dialog', { name: 'Archive 3 applications' })
  await expect(dialog.getByRole('group', { name: '2 of these applicants have interviews planned' })).toBeVisible()
  await expect(dialog.getByText('in 10 minutes, unless you undo it')).toBeVisible()
  await dialog.getByRole('radio', { name: 'Keep them' }).check()
  await dialog.getByRole('button', { name: 'Archive' }).click()
  await expectToast(page, 'Applications archived', 'Interviews stay.')
  expect([await stateOf(site, ana), await stateOf(site, ben), await stateOf(site, cy)]).toEqual([
    ...[['planned'], ['planned'], []],
  ])
  await page.keyboard.press('z')
  await expect(rowOf(page, 'Ana Ode')).toBeVisible()
  await test.step('details', async () => {
    await rowOf(page, 'Ana Ode').getByRole('button', { name: 'Details' }).click()
    await page.getByRole('button', { name: 'Archive Application' }).click()
    await expect(page.getByRole('dialog', { name: 'Archive Ana Ode' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Application Details' })).toBeVisible()
  })
  await test.step('the board', async () => {
    await visit(page, `/admin/jobs/${job}`)
    await page.getByRole('button', { name: 'Move Ben Ode' }).click()
    await page.getByRole('menuitem', { name: 'Mark as Rejected' }).click()
    const question = page.getByRole('dialog', { name: 'Reject Ben Ode' })
    await expect(question.getByRole('radio', { name: /^Cancel it/ })).toBeFocused()
    await page.keyboard.press('Enter')
    await expectToast(page, 'Status updated', 'Application status changed to rejected. The interview is cancelled.')
    expect(await stateOf(site, ben)).toEqual(['cancelled'])
    await expect(page.getByRole('status').filter({ hasText: 'Ben Ode moved to Rejected.' })).toHaveCount(1)
  })
})

test('keys reject on the review page; an attempt that fails keeps the choice, and undo brings both back', async ({
  page,
  site,
}) => {
  const [ana, ben] = await applicants(
    site,
    { name: 'Ana Ode', email: 'ana@example.com' },
    { name: 'Ben Ode', email: 'ben@example.com' },
  )
  for (const id of [ana, ben]) await plan(site, id, 30 * 24 * HOUR)
  await openReview(page, site, ana ?? 0, '?tab=interview')
  await waitForToaster(page)
  const dialog = page.getByRole('dialog', { name: 'Reject Ana Ode' })
  await test.step('without a network the decision waits, with its choice', async () => {
    await page.route(`**${ADMIN_API.applicationChanges}`, (route) => route.abort('internetdisconnected'))
    await page.keyboard.press('5')
    await expect(dialog.getByRole('radio', { name: /^Cancel it/ })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(dialog.getByRole('radio', { name: 'Keep it' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText('1 decision is not saved.')).toBeVisible()
    await page.unroute(`**${ADMIN_API.applicationChanges}`)
    const sent = page.waitForRequest(`**${ADMIN_API.applicationChanges}`)
    await page.getByRole('button', { name: 'Send now' }).click()
    expect((await sent).postDataJSON()).toMatchObject({ change: { status: 'rejected', interviews: 'keep' } })
    await expect.poll(async () => (await stored(site, ana ?? 0))?.status).toBe('rejected')
    expect(await stateOf(site, ana)).toEqual(['planned'])
  })
  await test.step('the next one is cancelled, and Z brings status and interview back', async () => {
    await dismissToast(page)
    await visit(page, `/admin/applications/${ben}?tab=interview`)
    await expectShown(page, 'Ben Ode')
    await waitForToaster(page)
    await page.keyboard.press('5')
    await expect(page.getByRole('dialog', { name: 'Reject Ben Ode' }).getByRole('radio').first()).toBeFocused()
    await page.keyboard.press('Enter')
    await expectToast(page, 'Status updated', 'Application status changed to rejected. The interview is cancelled.')
    expect(await stateOf(site, ben)).toEqual(['cancelled'])
    await dismissToast(page)
    await page.keyboard.press('z')
    await expectToast(page, 'Change undone')
    expect(await stateOf(site, ben)).toEqual(['planned'])
    expect((await stored(site, ben ?? 0))?.status).toBe('interview')
  })
})
