import { ADMIN_API, ADMIN_PAGE } from '../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { expectUsable } from '../../steps/accessible-steps.ts'
import { closeLink } from '../../steps/link-steps.ts'
import { address, applicantOfPosting, openReview } from '../../steps/review-steps.ts'
import { expect, test } from '../../steps/site.ts'
import { expectToast, visit, waitForToaster } from '../../steps/steps.ts'

type AskedOf = { questions: { id: number }[] }

test('where the site sends no mail, an interviewer without an account assesses by a link that was made and passed on by hand', async ({
  page,
  browser,
  site,
}) => {
  const { amy, jobId } = await applicantOfPosting(site)
  await openReview(page, site, amy)
  await waitForToaster(page)
  const asked = page.getByRole('list', { name: 'Asked colleagues, newest first' }).getByRole('listitem')
  await test.step('an admin plans an interview', async () => {
    await page.getByRole('region', { name: 'Interviews' }).getByRole('button', { name: 'Plan interview' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Kind').selectOption('Phone')
    await dialog.getByLabel('Name 1').fill('Kim Lee')
    await dialog.getByLabel('Email 1').fill('kim@example.com')
    await dialog.getByRole('button', { name: 'Plan and invite' }).click()
    await expectToast(page, 'Interview planned')
    await expect(asked).toContainText('Kim Leekim@example.comno link yet')
  })

  await test.step('the page of messages says that the invitation does not leave, and where its link is made', async () => {
    await visit(page, ADMIN_PAGE.messages)
    await page.getByRole('tab', { name: /^Waiting/ }).click()
    const toKim = page.getByRole('listitem').filter({ hasText: 'Text to kim@example.com' })
    await expect(toKim).toContainText('does not leave by itself')
    await toKim.getByText('Text to kim@example.com').click()
    await expect(toKim).not.toContainText('private link of the recipient')
    await expect(toKim).toContainText('The private link is missing in this text')
    await expectUsable(page, 'messages that do not leave')
    await toKim.getByRole('link', { name: 'the application' }).click()
    await expect(page).toHaveURL(new RegExp(`${address(amy)}$`))
  })

  const makeLink = async (button: string) => {
    await page.getByRole('button', { name: `${button} for Kim Lee` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Make link' }).click()
    const shown = page.getByText(/\/admin\/colleague#/)
    await expect(shown).toBeVisible()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Copy' })).toBeVisible()
    const text = (await shown.textContent()) ?? ''
    await closeLink(page)
    return text.slice(text.indexOf('/admin/colleague'))
  }
  const linkAboutBen = async () => {
    const ben = await site.apply({ name: 'Ben Second', email: 'ben@example.com', jobId: String(jobId) })
    const when = { date: '2035-03-05', time: '10:00', minutes: 45, timeZone: 'UTC', kind: 'phone', place: '' }
    const interviewers = [{ name: 'Kim Lee', address: 'kim@example.com' }]
    await site.request('POST', pathTo(ADMIN_API.applicationInterviews, ben), { ...when, interviewers })
    const { questions } = (await site.request('GET', pathTo(ADMIN_API.colleagueQuestions, ben))) as AskedOf
    const made = await site.request('POST', pathTo(ADMIN_API.colleagueQuestionLink, questions[0]?.id ?? 0))
    return new URL((made as { url: string }).url).hash
  }
  const interviewer = await browser.newPage({ baseURL: site.url })
  let linkAboutAmy = ''
  await test.step('the link is made and shown once; another one ends it', async () => {
    const first = await makeLink('Make a link')
    await expect(asked).toContainText('not opened')
    await expectUsable(page, 'an interviewer with a link')
    const second = await makeLink('New link')
    await visit(interviewer, first)
    await expect(interviewer.getByRole('alert')).toContainText('This link does not work, or not any more.')
    linkAboutAmy = second.slice(second.indexOf('#'))
    await visit(interviewer, second)
    await interviewer.reload()
    await interviewer.getByRole('button', { name: 'Read the question' }).click()
    await expect(interviewer.getByRole('heading', { level: 1 })).toHaveText('Amy First')
  })
  await test.step('what is typed about one applicant is not in the scorecard of another, whose link is opened in the same tab', async () => {
    const strongYes = interviewer.getByRole('group', { name: 'Overall' }).getByRole('radio', { name: 'Strong yes' })
    await strongYes.check()
    await interviewer.evaluate((hash) => window.location.assign(hash), await linkAboutBen())
    await interviewer.getByRole('button', { name: 'Read the question' }).click()
    await expect(interviewer.getByRole('heading', { level: 1 })).toHaveText('Ben Second')
    await expect(strongYes).not.toBeChecked()
    await interviewer.evaluate((hash) => window.location.assign(hash), linkAboutAmy)
    await expect(interviewer.getByRole('heading', { level: 1 })).toHaveText('Amy First')
    await expect(strongYes).toBeChecked()
  })
  await test.step('the interviewer gives a scorecard, signed with the name', async () => {
    await expect(interviewer.getByText('It is signed with Kim Lee')).toBeVisible()
    await interviewer.getByRole('button', { name: 'Give scorecard' }).click()
    await expect(interviewer.getByText('Your scorecard is in.')).toBeVisible()
  })
  await test.step('it stands with the name in the list of asked colleagues and in the summary', async () => {
    await visit(page, address(amy))
    await expect(asked).toContainText('scorecard given')
    await expect(page.getByRole('button', { name: 'End link of Kim Lee' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'New link for Kim Lee' }), 'it would be refused').toHaveCount(0)
    await page.getByRole('button', { name: 'I will not assess' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'I will not assess' }).click()
    await expect(page.getByLabel('Summary of the scorecards')).toContainText('Kim Lee')
    await expect(page.getByLabel('Summary of the scorecards')).not.toContainText('kim@example.com')
    const given = page.getByRole('list', { name: 'Who has given a scorecard' })
    await expect(given).toContainText('Kim Leekim@example.com')
  })
  await interviewer.context().close()
})
