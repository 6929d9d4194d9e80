import type { Locator, Page } from '@playwright/test'
import type { MessageList } from '../../../contract/messages/messages.ts'
import { ADMIN_API, ADMIN_PAGE } from '../../../contract/wire/admin-paths.ts'
import { PAGE, pathTo } from '../../../contract/wire/paths.ts'
import { openDatabase } from '../../../server/platform/database/sqlite/open-database.ts'
import { expectNoOverflow, expectNoViolations } from '../../steps/accessible-steps.ts'
import { openAdmin, rowOf } from '../../steps/admin-steps.ts'
import { bearerOf, openReview, twoApplicants } from '../../steps/review-steps.ts'
import { expect, type Site, test } from '../../steps/site.ts'
import { expectToast, toasts, waitForToaster } from '../../steps/steps.ts'

test.use({ hasMail: true })

test.beforeEach(({ site }) => site.deleteAllApplications())

test('a decision says that its message is ready, and sends it from there or from the page of messages', async ({
  page,
  site,
  smtp,
}) => {
  const { amy } = await twoApplicants(site)
  await openReview(page, site, amy)
  await waitForToaster(page)
  await page.keyboard.press('5')
  await expectToast(page, 'Status updated', 'Application status changed to rejected')
  await expect(toasts(page).getByText('A message is ready.')).toBeVisible()
  await expect(toasts(page).locator(':focus')).toHaveCount(0)
  await toasts(page).getByRole('button', { name: 'Send it' }).click()
  await expectToast(page, 'Message confirmed', /^Leaves .+\.$/)
  await expect(toasts(page).getByRole('button', { name: 'Send now' })).toBeVisible()
  await expect(toasts(page).getByRole('button', { name: 'Take back' })).toBeVisible()
  const { counts } = await (await page.request.get(ADMIN_API.messages, { headers: await bearerOf(page) })).json()
  expect(counts).toMatchObject({ draft: 0, waiting: 1 })
  await page.keyboard.press('z')
  await expectToast(page, 'Change undone')
  const after = await (await page.request.get(ADMIN_API.messages, { headers: await bearerOf(page) })).json()
  expect(after.counts).toMatchObject({ waiting: 0, cancelled: 1 })

  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  for (const name of ['Amy First', 'Ben Second']) await rowOf(page, name).getByRole('checkbox').check()
  await page
    .getByRole('region', { name: 'Selected applications' })
    .getByRole('button', { name: 'Mark as Rejected' })
    .click()
  await page.getByRole('dialog').getByRole('radio', { name: 'Confirm later' }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Reject, confirm later' }).click()
  await expect(toasts(page).getByText('2 messages are ready.')).toBeVisible()
  await toasts(page).getByRole('button', { name: 'Messages' }).click()
  await expect(page.getByRole('tab', { name: 'To confirm' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('button', { name: 'Send all 2' }).click()
  await expectToast(page, '2 messages confirmed')
  const before = smtp.received.length
  await toasts(page).getByRole('button', { name: 'Send now' }).click()
  await expectToast(page, '2 messages on the way', 'They leave now.')
  await expect(toasts(page).getByRole('button', { name: 'Take back' })).toHaveCount(0)
  // One that is still under way would take what the next test plans for its own.
  await smtp.untilReceived(before + 2)
})

test('Send all confirms every message of the tab, says when they leave, and Take back brings all of them back to confirm', async ({
  page,
  site,
}) => {
  await site.insertApplicants(Array.from({ length: 27 }, (_, number) => ({ name: `Applicant ${number}` })))
  await openAdmin(page, site, ADMIN_PAGE.messages, 'Messages')
  const headers = await bearerOf(page)
  const applications = (await site.applications()).map(({ id }) => ({ id }))
  const data = { change: { status: 'rejected' }, applications }
  await page.request.post(ADMIN_API.applicationChanges, { headers, data })
  const read = async () => (await page.request.get(`${ADMIN_API.messages}?limit=200`, { headers })).json()
  // As if one had waited for a day to be confirmed.
  const db = await openDatabase(site.dataDir)
  const old = { created_at: '2026-03-02T12:00:00.000Z', not_before: '2026-03-02T12:10:00.000Z' }
  await db
    .updateTable('mails')
    .set(old)
    .where('application_id', '=', applications[0]?.id ?? 0)
    .execute()
  await db.destroy()
  await page.reload()
  await expect(page.getByRole('listitem').filter({ hasText: 'APP-' })).toHaveCount(25)
  await page.getByRole('button', { name: 'Send all 27' }).click()
  await expectToast(page, '27 messages confirmed', /^They leave from .+ on\.$/)
  await expect(toasts(page).getByText('Until then they can be taken back.')).toBeVisible()
  const { messages, counts } = await read()
  expect(counts).toMatchObject({ draft: 0, waiting: 27, sent: 0 })
  const times = new Set(messages.map(({ notBefore }: { notBefore: string }) => notBefore))
  expect(times.size).toBe(1)
  await toasts(page).getByRole('button', { name: 'Take back' }).click()
  await expectToast(page, '27 messages taken back', 'They wait to be confirmed.')
  expect((await read()).counts).toMatchObject({ draft: 27, waiting: 0, cancelled: 0 })
  await expect(page.getByRole('button', { name: 'Send all 27' })).toBeVisible()
  await page.getByRole('button', { name: 'Send', exact: true }).first().click()
  await expectToast(page, 'Message confirmed')
  await page.getByRole('tab', { name: 'Waiting' }).click()
  await page.getByRole('main').getByRole('button', { name: 'Take back' }).click()
  await expectToast(page, 'Message taken back', 'It waits to be confirmed.')
  expect((await read()).counts).toMatchObject({ draft: 27, waiting: 0, cancelled: 0 })
})

test('the bar counts what waits for the admin; a draft is edited, and all are discarded and brought back', async ({
  page,
  site,
}) => {
  await site.insertApplicants(Array.from({ length: 27 }, (_, number) => ({ name: `Applicant ${number}` })))
  await openAdmin(page, site, PAGE.adminDashboard, 'Dashboard')
  const headers = await bearerOf(page)
  const applications = (await site.applications()).map(({ id }) => ({ id }))
  const data = { change: { status: 'rejected' }, applications }
  await page.request.post(ADMIN_API.applicationChanges, { headers, data })
  await page.reload()
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Messages 27 wait for you' }).click()
  const rows = page.getByRole('main').getByRole('listitem').filter({ hasText: 'APP-' })
  await expect(rows).toHaveCount(25)
  const dialog = page.getByRole('dialog', { name: 'Edit message to' })
  await test.step('a text that is closed stays typed, and is saved over the one that was read', async () => {
    await rows.first().getByRole('button', { name: 'Edit' }).click()
    await expect(dialog.getByLabel('Text')).toBeFocused()
    await dialog.getByLabel('Subject').fill('Your application with us')
    await expectNoViolations(page, 'editing a message')
    await expectNoOverflow(page, 'editing a message')
    await dialog.getByRole('button', { name: 'Close and keep the text' }).click()
    await expect(rows.first().getByRole('button', { name: 'Edit' })).toBeFocused()
    await rows.first().getByRole('button', { name: 'Edit' }).click()
    await expect(dialog.getByLabel('Subject')).toHaveValue('Your application with us')
    await dialog.getByLabel('Text').fill('Dear {name}, not this time.')
    await dialog.getByRole('button', { name: 'Save text' }).click()
    await expectToast(page, 'Message saved')
    await expect(rows.first()).toContainText('Your application with us')
  })
  await test.step('what another admin has saved meanwhile is shown before anything is overwritten', async () => {
    await rows.first().getByRole('button', { name: 'Edit' }).click()
    const { messages } = await (await page.request.get(`${ADMIN_API.messages}?limit=1`, { headers })).json()
    const [{ id, subject, body }] = messages
    expect(body).toMatch(/^Dear Applicant \d+, not this time\.$/)
    const theirs = { subject, body: 'Dear applicant, sorry.', seen: { subject, body } }
    expect((await page.request.patch(pathTo(ADMIN_API.message, id), { headers, data: theirs })).status()).toBe(200)
    await dialog.getByLabel('Text').fill('Dear {name}, I am sorry.')
    await dialog.getByRole('button', { name: 'Save text' }).click()
    const conflict = dialog.getByRole('region', { name: 'Edit conflict' })
    await expect(conflict).toContainText('Dear applicant, sorry.')
    await expect(dialog.getByLabel('Text')).toHaveValue('Dear {name}, I am sorry.')
    await conflict.getByRole('button', { name: 'Save my version' }).click()
    await expect(dialog).toBeHidden()
  })
  await page.getByRole('button', { name: 'Discard all 27' }).click()
  await expectToast(page, '27 messages cancelled')
  await expect(page.getByText('No message waits for your confirmation.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Messages', exact: true })).toBeVisible()
  await toasts(page).getByRole('button', { name: 'Undo' }).click()
  await expectToast(page, '27 messages restored', 'They wait to be confirmed.')
  await expect(page.getByRole('link', { name: 'Messages 27 wait for you' })).toBeVisible()
})

/** Sends a message of which the mail server makes a problem, finds it counted in the bar, and discards it. */
async function discardProblem(page: Page, site: Site): Promise<Record<'counted' | 'row', Locator>> {
  const { amy } = await twoApplicants(site)
  await openAdmin(page, site, ADMIN_PAGE.messages, 'Messages')
  const text = { applications: [amy], subject: 'A question', body: 'When?' }
  const { messages } = (await site.request('POST', ADMIN_API.messages, text)) as MessageList
  await site.request('POST', ADMIN_API.messageActions, { action: 'send', ids: messages.map(({ id }) => id) })
  const counted = page.getByRole('link', { name: 'Messages 1 waits for you' })
  await expect(async () => {
    await page.reload()
    await expect(counted).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await page.getByRole('tab', { name: 'Problems' }).click()
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Amy First' })
  await expect(row.getByRole('button')).toHaveText(['Send again', 'Answered by hand', 'Discard'])
  await row.getByRole('button', { name: 'Discard' }).click()
  return { counted, row }
}

test('a message that could not be sent is discarded from the count in the bar, and the undo counts it again', async ({
  page,
  site,
  smtp,
}) => {
  smtp.plan({ name: 'refuse', at: 'recipient', code: 550, text: '5.1.1 Unknown' })
  const { counted } = await discardProblem(page, site)
  await expectToast(page, 'Message cancelled')
  await expect(counted).toHaveCount(0)
  await toasts(page).getByRole('button', { name: 'Undo' }).click()
  await expectToast(page, 'Message restored', 'It is among the problems again.')
  await expect(counted).toBeVisible()
})

test('a message that was perhaps sent is discarded from the count, and keeps saying that it may have arrived', async ({
  page,
  site,
  smtp,
}) => {
  smtp.plan({ name: 'cut', at: 'response' })
  const { counted, row } = await discardProblem(page, site)
  await expectToast(page, 'Message discarded', 'It may have arrived all the same.')
  await expect(counted).toHaveCount(0)
  await page.getByRole('tab', { name: 'Cancelled' }).click()
  await expect(row).toContainText('perhaps sent, discarded')
  await expect(row).toContainText('so it may have arrived')
  await toasts(page).getByRole('button', { name: 'Undo' }).click()
  await expectToast(page, 'Message restored', 'It is among the problems again.')
  await expect(counted).toBeVisible()
})

test('the keyboard goes on to the next message, and at the end to the tab', async ({ page, site }) => {
  await site.insertApplicants(Array.from({ length: 5 }, (_, number) => ({ name: `Applicant ${number}` })))
  await openAdmin(page, site, ADMIN_PAGE.messages, 'Messages')
  const applications = (await site.applications()).map(({ id }) => ({ id }))
  const data = { change: { status: 'rejected' }, applications }
  await page.request.post(ADMIN_API.applicationChanges, { headers: await bearerOf(page), data })
  await page.reload()
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows).toHaveCount(5)
  await rows.first().getByRole('button', { name: 'Send', exact: true }).press('Enter')
  await expect(rows).toHaveCount(4)
  await expect(rows.first().getByRole('button', { name: 'Send', exact: true })).toBeFocused()
  await rows.nth(1).getByRole('button', { name: 'Send', exact: true }).press('Enter')
  await expect(rows).toHaveCount(3)
  await page.getByRole('button', { name: 'Send all 3' }).press('Enter')
  await expect(rows).toHaveCount(0)
  await expect(page.getByRole('tab', { name: 'To confirm' })).toBeFocused()
  await page.getByRole('tab', { name: 'Waiting' }).click()
  await rows.last().getByRole('button', { name: 'Take back' }).press('Enter')
  await expect(rows).toHaveCount(4)
  await expect(rows.last().getByRole('button', { name: 'Send now' })).toBeFocused()
})

test('what the program has drafted is said once over the list; the next step of a message stands first, and what discards it last', async ({
  page,
  site,
}) => {
  await site.insertApplicants(['Amy', 'Ben', 'Cara'].map((name) => ({ name })))
  await openAdmin(page, site, ADMIN_PAGE.messages, 'Messages')
  const applications = (await site.applications()).map(({ id }) => ({ id }))
  const data = { change: { status: 'rejected' }, applications }
  await page.request.post(ADMIN_API.applicationChanges, { headers: await bearerOf(page), data })
  const db = await openDatabase(site.dataDir)
  const ids = applications.map(({ id }) => id)
  await db.updateTable('mails').set({ kind: 'apology' }).where('application_id', 'in', ids).execute()
  await db.destroy()
  await page.reload()
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await expect(page.getByText('They leave only once you confirm them.')).toHaveCount(1)
  await expect(page.getByText('drafted this')).toHaveCount(0)
  await expect(rows.first().getByRole('button')).toHaveText(['Send', 'Edit', 'Discard'])
  const inOrder = page.getByRole('tabpanel').getByRole('button', { name: /^(Send|Discard)/ })
  const ofEach = ['Send', 'Discard', 'Send', 'Discard', 'Send', 'Discard']
  await expect(inOrder).toHaveText(['Send all 3', ...ofEach, 'Discard all 3'])
})

test('a text of messages that is not saved stays as a draft, and says so', async ({ page, site }) => {
  await openAdmin(page, site, `${ADMIN_PAGE.settings}?section=mail`, 'Settings')
  const texts = page.getByRole('region', { name: 'Texts of messages' })
  const notice = page.getByText('Not saved yet: text of Receipt.')
  await texts.getByLabel('Text', { exact: true }).fill('Thank you, {first_name}.')
  await expect(notice).toBeVisible()
  await texts.getByLabel('Message', { exact: true }).selectOption('Rejection')
  await expect(notice).toBeHidden()
  await expect(texts.getByRole('option', { name: 'Receipt (not saved)' })).toBeAttached()
  await page.reload()
  await expect(texts.getByLabel('Text', { exact: true })).toHaveValue('Thank you, {first_name}.')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(notice).toBeHidden()
  await texts.getByLabel('Text', { exact: true }).fill('Thank you.  ')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(page, 'Text saved')
  await expect(notice).toBeHidden()
  await expect(texts.getByLabel('Text', { exact: true })).toHaveValue('Thank you.')
  await texts.getByRole('button', { name: 'Reset to default' }).click()
  await expectToast(page, 'Text reset to its default')
})

test('while mail does not leave, the dashboard says in a line since when, why and how much waits', async ({
  page,
  site,
}) => {
  const reason = `The mail server refuses mail of this server. (554 5.7.1 Listed at ${'very-long-name.'.repeat(8)}example)`
  const outage = { since: '2026-03-02T12:00:00.000Z', reason, waiting: 3, nextAttempt: '2026-03-02T12:15:00.000Z' }
  const status = { isConfigured: true, server: 'mail.example.com:587', from: 'careers@example.com', outage }
  await page.route(`**${ADMIN_API.mail}`, (route) => route.fulfill({ json: status }))
  await page.setViewportSize({ width: 320, height: 700 })
  await openAdmin(page, site, PAGE.adminDashboard, 'Dashboard')
  const line = page.getByRole('status').filter({ hasText: 'No mail has left since Mar 2' })
  await expect(line).toContainText('3 mails of all kinds are held up.')
  await expectNoOverflow(page, 'the dashboard while mail does not leave')
  await expectNoViolations(page, 'the dashboard while mail does not leave')
  await line.getByRole('link', { name: 'Messages' }).click()
  await expect(page).toHaveURL(ADMIN_PAGE.messages)
  await expect(line).toContainText('(554 5.7.1 Listed at')
  await expect(line).toContainText('3 mails of all kinds are held up, the next attempt is Mar 2')
})

test('a row names the state of its message only where that is more than its tab says', async ({ page, site }) => {
  const { amy, ben } = await twoApplicants(site)
  await openAdmin(page, site, ADMIN_PAGE.messages, 'Messages')
  const act = async (id: number, action: string) => {
    const text = { applications: [id], subject: 'A question', body: 'When?' }
    const { messages } = (await site.request('POST', ADMIN_API.messages, text)) as MessageList
    await site.request('POST', ADMIN_API.messageActions, { action, ids: messages.map((message) => message.id) })
  }
  await act(amy, 'send')
  await act(ben, 'answered')
  const sent = page.getByRole('tab', { name: 'Sent 2' })
  await expect(async () => {
    await page.reload()
    await expect(sent).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await sent.click()
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows.filter({ hasText: 'Ben Second' }).locator('.badge')).toHaveText('sent by hand')
  await expect(rows.filter({ hasText: 'Amy First' }).locator('.badge')).toHaveCount(0)
})
