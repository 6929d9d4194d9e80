import type { Agenda } from '../../contract/interviews/interview.ts'
import type { InterviewOffer } from '../../contract/interviews/interview-offer.ts'
import type { MessageList } from '../../contract/messages/messages.ts'
import { ADMIN_API } from '../../contract/wire/admin-paths.ts'
import { PAGE, pathTo } from '../../contract/wire/paths.ts'
import { type SmtpServer, startSmtpServer } from '../../test/smtp/smtp-kit.ts'
import { expectAccessible, expectNoOverflow, PHONE } from '../steps/accessible-steps.ts'
import { testWithSettings } from '../steps/own-server.ts'
import { openReview } from '../steps/review-steps.ts'
import { expect } from '../steps/site.ts'
import { dismissToast, expectToast, visit } from '../steps/steps.ts'

let smtp: SmtpServer
const test = testWithSettings(async (used) => {
  smtp = await startSmtpServer()
  used.defer(() => smtp.stop())
  return { SMTP_URL: smtp.url, MAIL_FROM: 'Careers <careers@example.com>' }
})

/** The address in the latest mail to a person. */
const linkTo = (address: string, pattern: RegExp) =>
  smtp.received.findLast(({ envelopeTo, mail }) => envelopeTo.includes(address) && pattern.test(mail.text ?? ''))

test('an admin offers times on a phone; one applicant takes one without JavaScript, another sees what is left', async ({
  page,
  ownSite,
  browser,
}) => {
  const amy = await ownSite.apply({ name: 'Amy Stone', email: 'amy@example.com' })
  const ben = await ownSite.apply({ name: 'Ben Hall', email: 'ben@example.com' })
  await smtp.untilReceived(2)
  const privateLink = /\/my-application#[\w-]{43}/
  await page.setViewportSize(PHONE)
  await openReview(page, ownSite, amy)
  const dialog = page.getByRole('dialog', { name: 'Offer times' })
  const chosen = dialog.getByRole('list', { name: 'Chosen times' }).getByRole('button')
  const grid = dialog.getByRole('table', { name: 'Times of the week' })

  await test.step('what is missing is said, and what is chosen stands above the week', async () => {
    await page.getByRole('button', { name: 'Person', exact: true }).click()
    await page.getByRole('button', { name: 'Offer times' }).click()
    await dialog.getByRole('button', { name: 'Offer times' }).click()
    await expect(dialog.getByText('Offer at least 2 times')).toBeVisible()
    await dialog.getByRole('button', { name: 'Weekday mornings of the next two weeks' }).click()
    await expect(chosen).toHaveCount(8)
    await expect(dialog.getByText('Offer at least 2 times')).toBeHidden()
    await chosen.last().click()
    await expect(chosen).toHaveCount(7)
    await expectAccessible(page, 'the dialog that offers times')
    await expectNoOverflow(page, 'the dialog that offers times')
    await expect(grid.getByRole('rowheader').first()).toHaveText('8:00 AM')
    await page.setViewportSize(PHONE)
  })
  await test.step('the week is used by keys: one stop of Tab, arrows and Space', async () => {
    await dialog.getByRole('button', { name: 'Week after' }).click()
    const first = grid.getByRole('button', { name: /10:00 AM/ }).first()
    await first.focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Space')
    await expect(grid.locator(':focus')).toHaveAccessibleName(/10:30 AM/)
    await expect(grid.locator(':focus')).toHaveAttribute('aria-pressed', 'true')
    await expect(chosen).toHaveCount(8)
    await expect(first).toHaveAttribute('aria-disabled', 'true')
  })
  await test.step('the offer is made, and can be taken back', async () => {
    await dialog.getByLabel('Name 1').fill('Kim Lee')
    await dialog.getByLabel('Email 1').fill('kim@example.com')
    await dialog.getByRole('button', { name: 'Offer times' }).click()
    await expectToast(page, 'Times offered')
    await expect(page.getByText(/^8 of 8 offered times left, to choose by/)).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expectToast(page, 'Times withdrawn')
    await expect(page.getByText(/offered times left/)).toBeHidden()
    await dismissToast(page)
  })

  const made = (await ownSite.request('GET', pathTo(ADMIN_API.applicationOffers, amy))) as { offers: InterviewOffer[] }
  const { times, minutes, timeZone, kind, place, interviewers, lastDay } = made.offers[0] as InterviewOffer
  const local = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  const body = {
    ...{ minutes, timeZone, kind, place, interviewers, lastDay },
    times: times.map(({ startsAt }) => {
      const [date, time] = local.format(new Date(startsAt)).split(' ')
      return { date, time }
    }),
  }
  for (const id of [amy, ben]) await ownSite.request('POST', pathTo(ADMIN_API.applicationOffers, id), body)
  await test.step('the list says that a choice is waited for', async () => {
    await visit(page, `${ownSite.url}${PAGE.adminDashboard}`)
    await expect(page.locator(`tr[data-id="${amy}"]`)).toContainText(/times offered, choose by [A-Z][a-z]{2} \d/)
  })
  const { messages } = (await ownSite.request('GET', `${ADMIN_API.messages}?tab=waiting`)) as MessageList
  const ids = messages.map(({ id }) => id)
  await ownSite.request('POST', ADMIN_API.messageActions, { action: 'send', ids })
  await smtp.untilReceived(4)

  const own = await browser.newContext({ baseURL: ownSite.url, viewport: PHONE, timezoneId: 'Asia/Kolkata' })
  const bens = await own.newPage()
  const offered = bens.getByRole('region', { name: 'Choose a time for your interview' })
  const benTimes = offered.getByRole('button', { name: /[AP]M, / })
  await test.step('My application shows the times on the clock of its reader', async () => {
    const [link = ''] = privateLink.exec(linkTo('ben@example.com', privateLink)?.mail.text ?? '') ?? []
    await visit(bens, link)
    await expect(offered).toContainText('Times are in India Standard Time')
    const status = bens.getByRole('region', { name: 'Status' })
    await expect(status).toContainText('Received')
    await expect(status, 'neither contradicts the times nor promises more than they do').not.toContainText(
      /A person|talk to you/,
    )
    await expect(benTimes).toHaveCount(8)
    await expectAccessible(bens, 'the private page with offered times')
    await expectNoOverflow(bens, 'the private page with offered times')
  })
  await test.step('without JavaScript one tap books, and a reload sends nothing again', async () => {
    const context = await browser.newContext({ baseURL: ownSite.url, viewport: PHONE, javaScriptEnabled: false })
    const amys = await context.newPage()
    const pattern = /\/interview-times\?token=[\w-]{43}/
    const [link = ''] = pattern.exec(linkTo('amy@example.com', pattern)?.mail.text ?? '') ?? []
    await amys.goto(link)
    await expect(amys.getByRole('heading', { level: 1, name: 'Choose a time for your interview' })).toBeVisible()
    await expect(amys.getByText(/Times are in Central Time/)).toBeVisible()
    await amys
      .getByRole('button', { name: /[AP]M, / })
      .first()
      .click()
    await expect(amys.getByRole('heading', { level: 1, name: 'Your interview is booked' })).toBeVisible()
    await amys.reload()
    await expect(amys.getByRole('heading', { level: 1, name: 'Your interview is booked' })).toBeVisible()
    await context.close()
  })
  await test.step('who comes second is told so, sees the times that are left, and takes one of these', async () => {
    await benTimes.first().click()
    await expectToast(bens, 'Not booked', /Somebody else has taken this time/)
    await expect(benTimes).toHaveCount(7)
    await benTimes.first().click()
    await expectToast(bens, 'Your interview is booked')
    await expect(offered).toBeHidden()
    await expect(bens.getByRole('region', { name: 'Interviews' })).toContainText('You have accepted.')
    await own.close()
  })
  await test.step('the agenda has both interviews, and nothing waits any more', async () => {
    const query = new URLSearchParams({
      from: new Date().toISOString(),
      to: new Date(Date.now() + 30 * 86_400_000).toISOString(),
    })
    const { interviews } = (await ownSite.request('GET', `${ADMIN_API.interviews}?${query}`)) as Agenda
    expect(interviews.map(({ applicantName, response }) => [applicantName, response])).toEqual([
      ['Amy Stone', 'accepted'],
      ['Ben Hall', 'accepted'],
    ])
    await visit(page, '/admin/interviews')
    await expect(page.getByRole('heading', { name: 'Waiting for a choice' })).toBeHidden()
  })
})
