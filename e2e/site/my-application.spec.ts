import { join } from 'node:path'
import type { Interview } from '../../contract/interviews/interview.ts'
import type { MessageList } from '../../contract/messages/messages.ts'
import { ADMIN_API } from '../../contract/wire/admin-paths.ts'
import { pathTo } from '../../contract/wire/paths.ts'
import { type SmtpServer, startSmtpServer } from '../../test/smtp/smtp-kit.ts'
import { expectNoViolations, PHONE } from '../steps/accessible-steps.ts'
import { openAdmin } from '../steps/admin-steps.ts'
import { expectFocusKept } from '../steps/focus-steps.ts'
import { testWithSettings } from '../steps/own-server.ts'
import { expect } from '../steps/site.ts'
import { expectToast, visit } from '../steps/steps.ts'

let smtp: SmtpServer
const test = testWithSettings(async (used) => {
  smtp = await startSmtpServer()
  used.defer(() => smtp.stop())
  return { SMTP_URL: smtp.url, MAIL_FROM: 'Careers <careers@example.com>' }
})

const fixture = (name: string) => join(import.meta.dirname, '../../test/fixtures', name)

/** The address in the latest of so many messages. */
async function linkIn(count: number): Promise<string> {
  await smtp.untilReceived(count)
  const text = smtp.received[count - 1]?.mail.text ?? ''
  return /\/my-application#[\w-]{43}/.exec(text)?.[0] ?? ''
}

test('the private page shows the application, takes a note, withdraws and erases it', async ({
  page,
  ownSite,
  browser,
}) => {
  const id = await ownSite.apply({
    name: 'Ana Núñez',
    email: 'ana@example.com',
    portfolioUrl: 'https://ana.example.com/work',
  })
  const link = await linkIn(1)
  const token = link.split('#')[1] ?? ''
  const main = page.getByRole('main')
  await test.step('the link shows the stage, and leaves the address and the history', async () => {
    await page.setViewportSize(PHONE)
    await visit(page, link)
    await expect(main.getByRole('listitem').filter({ hasText: 'Received' })).toHaveAttribute('aria-current', 'step')
    await expect(main.getByText('ana@example.com')).toBeVisible()
    await expect(main.getByRole('link', { name: 'https://ana.example.com/work' })).toBeVisible()
    expect(new URL(page.url()).hash).toBe('')
    expect(await page.title()).not.toContain(token)
    expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain(token)
    await expectNoViolations(page, 'the private page')
    await page.reload()
    await expect(main.getByText('ana@example.com')).toBeVisible()
    const messages = main.getByRole('region', { name: 'Messages to you' })
    await messages.locator('summary').click()
    await expect(messages.getByText(/Hello Ana/)).toBeVisible()
    await expect(messages).not.toContainText('my-application')
    await expect(messages).not.toContainText('{status_link}')
  })
  const status = main.getByRole('region', { name: 'Status' })
  await test.step('a gauge leads: its level is the days gone, and it turns amber once the promised day has passed', async () => {
    const at = Date.now()
    const gaugeAfter = async (days: number) => {
      await page.clock.setFixedTime(at + days * 86_400_000)
      await page.reload()
      return status.locator('svg[data-state]')
    }
    await expect(await gaugeAfter(0)).toHaveAttribute('data-state', 'running')
    await expect(status).toContainText('Received today, 10 days to go')
    await expect(await gaugeAfter(3)).toHaveAttribute('data-state', 'running')
    await expect(status).toContainText('Day 3 of 10')
    await expect(status).toContainText(
      /You hear from us by [MTWFS]\w+day, [A-Z]\w+ \d+(, \d+)?\.Dates are in Central Time\./,
    )
    await expect(await gaugeAfter(10)).toHaveAttribute('data-state', 'running')
    await expect(status).toContainText('Day 10 of 10')
    await expect(await gaugeAfter(11)).toHaveAttribute('data-state', 'passed')
    await expect(status).toContainText('Day 11, and 10 were promised')
    await expect(status).toContainText('We are late.')
    await expectNoViolations(page, 'a broken promise')
    await gaugeAfter(0)
  })
  await test.step('the applicant opens the resume', async () => {
    const download = page.waitForEvent('download')
    await main.getByRole('button', { name: 'Open resume' }).click()
    expect((await download).suggestedFilename()).toBe('resume.pdf')
  })
  await test.step('a note is added', async () => {
    await main.getByRole('button', { name: 'Add note' }).click()
    await expect(main.getByRole('alert')).toHaveText('Note is required')
    await main.getByLabel('Add a note').last().fill('Certified for Sparkplug.')
    await expect(main.getByRole('alert')).toHaveCount(0)
    await main.getByRole('button', { name: 'Add note' }).click()
    await expectToast(page, 'Note added')
    await expect(main.getByText(/Added on \d{4}-\d{2}-\d{2}: Certified for Sparkplug\./)).toBeVisible()
  })
  await test.step('the resume is replaced: by keyboard, with a wrong file, a failure and a double click', async () => {
    const form = main.getByRole('form', { name: 'Replace resume' })
    const file = form.getByLabel('New resume')
    const send = form.getByRole('button', { name: 'Replace resume' })
    await send.click()
    await expect(form.getByText('Please select a resume file')).toBeVisible()
    await expect(file).toBeFocused()
    await file.setInputFiles(fixture('spreadsheet.xlsx'))
    await expect(form.getByText('Please upload a PDF or Word document')).toBeVisible()
    await file.setInputFiles(fixture('resume.docx'))
    await page.route('**/api/my-application/resume', (route) => route.abort(), { times: 1 })
    await send.focus()
    await page.keyboard.press('Enter')
    await expect(form.getByRole('alert')).toContainText(
      'Network error occurred. Please check your connection and try again. Your file is still chosen.',
    )
    await file.setInputFiles(fixture('resume.pdf'))
    await expect(form.getByRole('alert')).toHaveCount(0)
    await expect(send).toBeVisible()
    await page.route('**/api/my-application/resume', (route) => route.abort(), { times: 1 })
    await file.setInputFiles(fixture('resume.docx'))
    await send.press('Enter')
    await expect(form.getByRole('alert')).toContainText('Your file is still chosen.')
    await expectNoViolations(page, 'a failed replacement')
    await form.getByRole('button', { name: 'Try again' }).dblclick()
    await expectToast(page, 'Resume replaced')
    await expect(main.getByText(/^resume\.docx \(/)).toBeVisible()
    const [stored] = await ownSite.applications()
    expect(stored?.resume).toMatchObject({ fileName: 'resume.docx', version: 2 })
  })
  await test.step('withdrawing asks, and the admin sees it', async () => {
    await main.getByRole('button', { name: 'Withdraw application' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Reason for withdrawing').fill('I found a job.')
    await expectNoViolations(page, 'the question before a withdrawal')
    await dialog.getByRole('button', { name: 'Withdraw', exact: true }).click()
    await expect(status.locator('[data-state]')).toHaveCount(0)
    await expect(main.getByText(/You withdrew this application on/)).toBeVisible()
    await expectFocusKept(page, 'the application is withdrawn')
    expect((await ownSite.applications()).find((application) => application.id === id)).toMatchObject({
      archived: true,
      withdrawnAt: expect.any(String),
      note: expect.stringContaining('I found a job.'),
    })
  })
  await test.step('the admin sees the withdrawal in the archive, and opens the earlier resume', async () => {
    const context = await browser.newContext({ baseURL: ownSite.url, acceptDownloads: true })
    const admin = await context.newPage()
    await openAdmin(admin, ownSite, '/admin?tab=archived', 'Dashboard')
    await expect(admin.getByRole('row').filter({ hasText: 'Ana Núñez' })).toContainText('withdrawn')
    await expect(admin.getByText('1 application was withdrawn by its applicant.')).toBeVisible()
    await visit(admin, `/admin/applications/${id}`)
    await expect(admin.getByText('withdrawn by the applicant').first()).toBeVisible()
    await expect(admin.getByText(/Withdrawn on .*: I found a job\./)).toBeVisible()
    const earlier = admin.getByRole('region', { name: 'Earlier versions of the resume' })
    await expect(earlier.getByText('resume.pdf')).toBeVisible()
    await expect(earlier.getByRole('button', { name: 'Open version 1, resume.pdf' })).toBeVisible()
    const download = admin.waitForEvent('download')
    await earlier.getByRole('button', { name: 'Download version 1, resume.pdf' }).click()
    expect((await download).suggestedFilename()).toBe('resume.pdf')
    await expectNoViolations(admin, 'a review with an earlier resume')
    await context.close()
  })
  await test.step('the page is accessible on a wide screen, in the dark, and keeps what Back and a reload find', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await expectNoViolations(page, 'a withdrawn application')
    await expect(main.getByRole('form', { name: 'Replace resume' })).toHaveCount(0)
    await page.goto('/')
    await page.goBack()
    await expect(main.getByText(/You withdrew this application on/)).toBeVisible()
    await page.reload()
    await expect(main.getByText(/You withdrew this application on/)).toBeVisible()
    expect(new URL(page.url()).hash).toBe('')
  })
  await test.step('erasing asks twice, and the link then opens nothing', async () => {
    await main.getByRole('button', { name: 'Erase everything' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Erase for good' }).click()
    await expect(main.getByText('Your application is being erased.')).toBeVisible()
    await expect.poll(async () => (await ownSite.applications()).length).toBe(0)
    await visit(page, '/my-application')
    await visit(page, link)
    await expect(main.getByRole('alert')).toContainText('This link is not valid, or not any more.')
    await expectNoViolations(page, 'the private page')
  })
  await test.step('a new link goes to the address of another application', async () => {
    await ownSite.apply({ name: 'Ben Ode', email: 'ben@example.com' })
    await linkIn(2)
    await main.getByLabel('Email').fill('BEN@example.com')
    await main.getByRole('button', { name: 'Send me a new link' }).click()
    await expect(main.getByText(/If we have an application with this address/)).toBeVisible()
    await visit(page, await linkIn(3))
    await expect(main.getByText('Ben Ode')).toBeVisible()
  })
})

test('a site that sends no mail promises no link, and says whom to write to', async ({ page, startServer }) => {
  const url = await startServer()
  const main = page.getByRole('main')
  await visit(page, `${url}/my-application`)
  await expect(main).toContainText(/This site sends no mail at present: write to \S+@\S+ about your application\./)
  await expect(main.getByRole('button', { name: 'Send me a new link' })).toHaveCount(0)
  await expectNoViolations(page, 'the private page of a site that sends no mail')
})

test('an interview that was cancelled says so first, and leads nobody to its call', async ({ page, ownSite }) => {
  const id = await ownSite.apply({ name: 'Di Ode', email: 'di@example.com' })
  await smtp.untilReceived(1)
  // Within the hour, so that invitation and cancellation leave at once.
  const startsAt = new Date(Date.now() + 50 * 60_000).toISOString()
  const place = 'https://meet.example.com/room-7'
  const when = { date: startsAt.slice(0, 10), time: startsAt.slice(11, 16), minutes: 45, timeZone: 'UTC' }
  const details = { ...when, kind: 'video', place, interviewers: [] }
  const planned = await ownSite.request('POST', pathTo(ADMIN_API.applicationInterviews, id), details)
  const { id: interview, version } = planned as Interview
  await page.setViewportSize(PHONE)
  await visit(page, await linkIn(2))
  const item = page.getByRole('region', { name: 'Interviews' }).getByRole('listitem')
  await expect(item.getByRole('link', { name: 'Join the video call' })).toHaveAttribute('href', place)
  await test.step('the question before a withdrawal says that it is cancelled with it', async () => {
    await page.getByRole('button', { name: 'Withdraw application' }).click()
    const question = page.getByRole('dialog', { name: 'Withdraw this application?' })
    await expect(
      question.getByText(/Your interview on \w+, \w+ \d+, \d+, .+, is cancelled with it\. You/),
    ).toBeVisible()
    await question.getByRole('button', { name: 'Keep it' }).click()
    await expect(question).toHaveCount(0)
  })
  await ownSite.request('POST', pathTo(ADMIN_API.cancelInterview, interview), { version })
  const link = await linkIn(3)
  // The site knows that the mail has left a moment after the mail server has it, and tells of the cancellation from then on.
  const states = async () => {
    const list = await ownSite.request('GET', `${ADMIN_API.messages}?applicationId=${id}`)
    return (list as MessageList).messages.map(({ state }) => state)
  }
  await expect.poll(states).toEqual(['sent', 'sent', 'sent'])
  await visit(page, link)
  await expect(item).toHaveText(/^This interview was cancelled\./)
  await expect(item.getByRole('link')).toHaveCount(0)
  await expect(item).not.toContainText('meet.example.com')
  await expectNoViolations(page, 'the private page with a cancelled interview')
})
