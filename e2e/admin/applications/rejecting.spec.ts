import type { Page } from '@playwright/test'
import type { MessageList } from '../../../contract/messages/messages.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { expectNoOverflow, expectNoViolations } from '../../steps/accessible-steps.ts'
import { expectTabs, openAdmin, revokeBefore, rowOf } from '../../steps/admin-steps.ts'
import { expect, type Site, test } from '../../steps/site.ts'
import { dismissToast, expectToast, logIn, toasts, waitForToaster } from '../../steps/steps.ts'

test.use({ hasMail: true })

test.beforeEach(({ site }) => site.deleteAllApplications())

test('forty are rejected with own words in five clicks, and one more takes everything back, with nothing sent', async ({
  page,
  site,
  smtp,
}) => {
  await open(page, site, 40)
  const received = smtp.received.length
  await page.getByRole('checkbox', { name: 'Select all rows shown' }).check()
  await bulkBar(page).getByRole('button', { name: 'Select all 40' }).click()
  await bulkBar(page).getByRole('button', { name: 'Mark as Rejected' }).click()
  const drawer = page.getByRole('dialog', { name: 'Reject 40 applicants' })
  await expect(drawer.getByLabel('Text', { exact: true })).toBeFocused()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText('Dear {first_name}, somebody was faster.')
  await expect(drawer.getByText('Dear Applicant, somebody was faster.')).toBeVisible()
  await drawer.getByRole('button', { name: 'Reject and send' }).click()
  await expectTabs(page, [0, 0, 0, 0, 40, 0])
  await expectToast(page, 'Status updated', 'changed to rejected')
  await expect(toasts(page)).toContainText('40 messages leave in 10 minutes.')
  const written = await messages(site)
  expect(written.counts).toMatchObject({ draft: 0, waiting: 40 })
  expect(written.messages[0]?.body).toBe('Dear Applicant, somebody was faster.')
  await toasts(page).getByRole('button', { name: 'Undo' }).click()
  await expectTabs(page, [40, 0, 0, 0, 0, 0])
  await expectToast(page, 'Change undone')
  expect((await messages(site)).counts).toMatchObject({ draft: 0, waiting: 0, sent: 0, cancelled: 40 })
  expect(smtp.received).toHaveLength(received)
})

test('filling a posting tells those who are rejected as chosen, asks about their interviews, and its undo stops it', async ({
  page,
  site,
  smtp,
}) => {
  const jobId = await site.createJob({ title: 'Filled by mail' })
  await site.insertApplicants(['Ana', 'Ben', 'Cy'].map((name) => ({ job_id: jobId, name, status: 'interview' })))
  const [ben] = (await site.applications()).filter(({ name }) => name === 'Ben')
  await site.updateApplication(ben?.id ?? 0, { interviewDate: '2090-03-10T15:00:00.000Z' })
  const received = smtp.received.length
  await openAdmin(page, site, `/admin/jobs/${jobId}`, 'Filled by mail')
  await page.getByRole('button', { name: 'Actions for Filled by mail' }).click()
  await page.getByRole('menuitem', { name: 'Mark as filled' }).click()
  const question = page.getByRole('dialog', { name: 'Mark as filled' })
  await question.getByLabel('Who was hired?').selectOption({ index: 1 })
  await expect(question.getByRole('button', { name: 'Fill and reject them' })).toHaveCount(0)
  for (const name of ['Ben', 'Cy']) await question.getByRole('checkbox', { name }).check()
  await expect(question.getByRole('group', { name: 'Ben has an interview on' })).toBeVisible()
  await question.getByLabel('Message to those who are rejected').selectOption('Send in 10 minutes')
  await question.getByRole('button', { name: 'Fill and reject them' }).click()
  await expectToast(page, 'Job marked as filled', 'Ana is hired. 2 applications rejected.')
  await expect(toasts(page)).toContainText('2 messages leave in 10 minutes.')
  expect((await site.applications()).find(({ name }) => name === 'Ben')?.interviewDate).toBeNull()
  await toasts(page).getByRole('button', { name: 'Undo' }).click()
  await expectToast(page, 'Filling undone', 'The posting is open again. 3 applications are open again.')
  const stored = await site.applications()
  expect(stored.map(({ status }) => status)).toEqual(['interview', 'interview', 'interview'])
  expect(stored.find(({ name }) => name === 'Ben')?.interviewDate).toBe('2090-03-10T15:00:00.000Z')
  expect((await messages(site)).counts).toMatchObject({ draft: 0, waiting: 0, sent: 0 })
  expect(smtp.received).toHaveLength(received)
})

test('by keyboard alone several are rejected and brought back; the words can be used again', async ({ page, site }) => {
  await open(page, site, 3)
  await waitForToaster(page)
  await rowOf(page, 'Applicant 01').focus()
  for (const key of ['x', 'End', 'Shift+X', '5']) await page.keyboard.press(key)
  const drawer = page.getByRole('dialog', { name: 'Reject 3 applicants' })
  const text = drawer.getByLabel('Text', { exact: true })
  await expect(text).toBeFocused()
  const template = await text.inputValue()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText('Not this time, {name}.')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expectTabs(page, [0, 0, 0, 0, 3, 0])
  await page.keyboard.press('z')
  await expectTabs(page, [3, 0, 0, 0, 0, 0])
  await select(page)
  await page.keyboard.press('5')
  await expect(text).toHaveValue(template)
  await drawer.getByRole('button', { name: 'Use your last text' }).click()
  await expect(text).toHaveValue('Not this time, {name}.')
  await drawer.getByRole('button', { name: 'Back to the template' }).click()
  await expect(text).toHaveValue(template)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(bulkBar(page).getByRole('status')).toHaveText('3 selected')
})

test('each text is filled in per person; a fault, a failure and an expired session lose nothing of it', async ({
  page,
  site,
}) => {
  await open(page, site, 2)
  await select(page)
  await bulkBar(page).getByRole('button', { name: 'Mark as Rejected' }).click()
  const drawer = page.getByRole('dialog', { name: 'Reject 2 applicants' })
  const reject = drawer.getByRole('button', { name: 'Reject and send' })
  await expectNoViolations(page, 'rejecting several')
  await expectNoOverflow(page, 'rejecting several')
  await test.step('the preview goes from one to the next', async () => {
    await drawer.getByLabel('Text', { exact: true }).fill('Dear {name}')
    await expect(drawer.getByText('Dear Applicant 01')).toBeVisible()
    await drawer.getByRole('button', { name: 'Next recipient' }).click()
    await expect(drawer.getByText('Dear Applicant 02')).toBeVisible()
  })
  await test.step('a fault is said at its field, and nothing is sent', async () => {
    await drawer.getByLabel('Text', { exact: true }).fill('Dear {nam}')
    await expect(drawer.getByText('{nam} is no variable of messages. Did you mean {name}?')).toBeVisible()
    await expect(reject).toHaveAttribute('aria-disabled', 'true')
    await drawer.getByLabel('Text', { exact: true }).fill('Dear {name}, no.')
  })
  await test.step('without a network the drawer stays, and the rows come back', async () => {
    await page.route(`**${ADMIN_API.applicationChanges}`, (route) => route.abort('internetdisconnected'))
    await reject.click()
    await expectToast(page, 'Update failed')
    await page.unroute(`**${ADMIN_API.applicationChanges}`)
    await expect(drawer.getByLabel('Text', { exact: true })).toHaveValue('Dear {name}, no.')
    await dismissToast(page)
  })
  await test.step('a sign-in that has expired leads to the login, and back to the text', async () => {
    await revokeBefore(page, async () => {
      await reject.click()
      await expect(page).toHaveURL(/\/admin\/login/)
    })
    await logIn(page, site.credentials)
    await select(page)
    await bulkBar(page).getByRole('button', { name: 'Mark as Rejected' }).click()
    await expect(drawer.getByText('This is what you typed before. It is not sent yet.')).toBeVisible()
    await expect(drawer.getByLabel('Text', { exact: true })).toHaveValue('Dear {name}, no.')
  })
  await test.step('what another admin has decided meanwhile is asked about, and the words stay for it', async () => {
    const [first] = await site.applications()
    await site.updateApplication(first?.id ?? 0, { status: 'hired' })
    await reject.click()
    const conflict = page.getByRole('dialog', { name: 'Changed meanwhile' })
    await conflict.getByRole('button', { name: 'Change to Rejected' }).click()
    await expectTabs(page, [0, 0, 0, 0, 2, 0])
    const { messages: written } = await messages(site)
    const waiting = written.filter(({ state }) => state === 'waiting').map(({ body }) => body)
    expect(waiting.toSorted()).toEqual(['Dear Applicant 01, no.', 'Dear Applicant 02, no.'])
  })
})

test('those who have withdrawn are not written to, and no message is what it says', async ({ page, site }) => {
  await site.changeSettings({ decisionMessages: { ...(await site.settings()).decisionMessages, rejected: 'never' } })
  await open(page, site, 3, { withdrawn_at: '2026-03-03T12:00:00.000Z' })
  await select(page)
  await bulkBar(page).getByRole('button', { name: 'Mark as Rejected' }).click()
  const drawer = page.getByRole('dialog', { name: 'Reject 3 applicants' })
  await expect(drawer).toContainText('1 of them has withdrawn or heard before, and gets none.')
  await expect(drawer.getByRole('radio', { name: 'No message' }), 'as the settings say').toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(drawer.getByText('1 of 2', { exact: true })).toBeVisible()
  await expect(drawer.getByRole('radio', { name: 'Confirm later' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await drawer.getByRole('button', { name: 'Reject without a message' }).click()
  await expectToast(page, 'Status updated', 'changed to rejected')
  await expect(toasts(page)).not.toContainText('message')
  expect((await messages(site)).messages).toEqual([])
  await site.changeSettings({ decisionMessages: { ...(await site.settings()).decisionMessages, rejected: 'ask' } })
})

/** Opens the dashboard with so many applicants. @param last further columns of the last one */
async function open(page: Page, site: Site, count: number, last: object = {}): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => ({
    name: `Applicant ${String(index + 1).padStart(2, '0')}`,
    created_at: new Date(Date.UTC(2026, 0, 60 - index)).toISOString(),
    ...(index === count - 1 && last),
  }))
  await site.insertApplicants(rows)
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
}

async function select(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'Select all rows shown' }).check()
}

function bulkBar(page: Page) {
  return page.getByRole('region', { name: 'Selected applications' })
}

function messages(site: Site): Promise<MessageList> {
  return site.request('GET', ADMIN_API.messages) as Promise<MessageList>
}
