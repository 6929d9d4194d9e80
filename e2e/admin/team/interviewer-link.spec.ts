import { ADMIN_PAGE } from '../../../contract/wire/admin-paths.ts'
import { expectUsable } from '../../steps/accessible-steps.ts'
import { address, applicantOfPosting, openReview } from '../../steps/review-steps.ts'
import { expect, test } from '../../steps/site.ts'
import { expectToast, visit, waitForToaster } from '../../steps/steps.ts'

test('where the site sends no mail, an interviewer without an account assesses by a link that was made and passed on by hand', async ({
  page,
  browser,
  site,
}) => {
  const { amy } = await applicantOfPosting(site)
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
    await page.getByRole('button', { name: 'Done' }).click()
    return text.slice(text.indexOf('/admin/colleague'))
  }
  const interviewer = await browser.newPage({ baseURL: site.url })
  await test.step('the link is made and shown once; another one ends it', async () => {
    const first = await makeLink('Make a link')
    await expect(asked).toContainText('not opened')
    await expectUsable(page, 'an interviewer with a link')
    const second = await makeLink('New link')
    await visit(interviewer, first)
    await expect(interviewer.getByRole('alert')).toContainText('This link does not work, or not any more.')
    await visit(interviewer, second)
    await interviewer.reload()
    await interviewer.getByRole('button', { name: 'Read the question' }).click()
    await expect(interviewer.getByRole('heading', { level: 1 })).toHaveText('Amy First')
  })
  await test.step('the interviewer gives a scorecard, signed with the name', async () => {
    await expect(interviewer.getByText('It is signed with Kim Lee')).toBeVisible()
    const overall = interviewer.getByRole('group', { name: 'Overall' })
    await overall.getByRole('radio', { name: 'Strong yes' }).check()
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
