import type { Locator, Page } from '@playwright/test'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { expectUsable } from '../../steps/accessible-steps.ts'
import { choose, rowOf } from '../../steps/admin-steps.ts'
import { enterAs } from '../../steps/enter-as.ts'
import { address, applicantOfPosting, bearerOf, openReview } from '../../steps/review-steps.ts'
import { expect, test } from '../../steps/site.ts'
import { expectToast, visit } from '../../steps/steps.ts'

const CRITERIA = ['PLC programming', 'Explains things well to people who do not write software']

test('colleagues assess an applicant by the criteria of the posting, each without reading the others first', async ({
  page,
  browser,
  site,
}) => {
  const { jobId, amy } = await applicantOfPosting(site)
  const people = [{ jobId, decides: false }]
  const manager = await enterAs(browser, site, 'hiring_manager', people)
  const recruiter = await enterAs(browser, site, 'recruiter')
  await site.signIn(page)

  await test.step('an admin writes the criteria into the form of the posting, one a line', async () => {
    await visit(page, '/admin/jobs')
    await choose(page, 'Field Engineer', 'Edit')
    const field = page.getByRole('textbox', { name: 'Scorecard criteria (optional)' })
    await field.fill('Same\nsame')
    await page.getByRole('button', { name: 'Update Job Posting' }).click()
    await expect(field).toHaveAccessibleDescription(/Name each criterion once/)
    await field.fill(`${CRITERIA.join('\n\n')}\n`)
    await page.getByRole('button', { name: 'Update Job Posting' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect((await site.jobs())[0]?.criteria).toEqual(CRITERIA)
  })

  await test.step('a hiring manager gives a scorecard by keyboard, not without an overall rating', async () => {
    await visit(manager.page, address(amy))
    const { card, open, ratings } = scorecards(manager.page)
    await open.press('Enter')
    await ratings(CRITERIA[0] ?? '')
      .getByRole('radio', { name: 'Strong yes' })
      .check()
    const clear = card.getByRole('button', { name: `Clear the rating of ${CRITERIA[0]}` })
    const place = () => ratings('Overall').boundingBox()
    const rated = await place()
    await clear.click()
    await expect(clear).toBeHidden()
    await expect(
      ratings(CRITERIA[0] ?? '')
        .getByRole('radio')
        .first(),
      'the focus stays',
    ).toBeFocused()
    expect(await place(), 'neither a choice nor its end moves what follows').toEqual(rated)
    await ratings(CRITERIA[0] ?? '')
      .getByRole('radio', { name: 'Strong yes' })
      .check()
    await card.getByRole('textbox', { name: `Note on ${CRITERIA[0]}` }).fill('Wrote a Modbus driver in two days.')
    await card.getByRole('button', { name: 'Give scorecard' }).click()
    await expect(card.getByRole('alert')).toHaveText('Choose an overall rating')
    await expect(ratings('Overall').getByRole('radio', { name: 'Definitely not' })).toBeFocused()
    await manager.page.keyboard.press('ArrowRight')
    await card.getByRole('textbox', { name: 'Note on the whole' }).press('Control+Enter')
    await expectToast(manager.page, 'Scorecard given')
    await expect(manager.page.getByRole('button', { name: 'Change your scorecard' })).toBeFocused()
  })

  await test.step('an owner sees who has given one and nothing of what it says; what is typed outlives a reload', async () => {
    await openReview(page, site, amy)
    const { section, card, open, ratings } = scorecards(page)
    await expect(section.getByRole('listitem')).toContainText(manager.username)
    await expect(section).toContainText('You see what others say once your own scorecard is in.')
    await expect(section).not.toContainText('Modbus')
    await open.click()
    await ratings(CRITERIA[1] ?? '')
      .getByRole('radio', { name: 'No', exact: true })
      .check()
    await ratings('Overall').getByRole('radio', { name: 'Yes', exact: true }).check()
    await page.reload()
    await expect(ratings('Overall').getByRole('radio', { name: 'Yes', exact: true })).toBeChecked()
    await expectUsable(page, 'the review page with the form of a scorecard')
    await card.getByRole('button', { name: 'Give scorecard' }).click()
    await expectToast(page, 'Scorecard given')
    await expect(section.getByRole('list', { name: 'Who has given a scorecard' })).toContainText('Strong yes')
  })

  await test.step('a card that was changed elsewhere is shown beside what was typed, which is then saved', async () => {
    const { section, card } = scorecards(page)
    await page.getByRole('button', { name: 'Change your scorecard' }).click()
    await card.getByRole('textbox', { name: 'Note on the whole' }).fill('From this window.')
    const elsewhere = { overall: 'no', ratings: [], note: 'From elsewhere.', version: 1 }
    const path = pathTo(ADMIN_API.ownScorecard, amy)
    await page.request.put(path, { headers: await bearerOf(page), data: elsewhere })
    await card.getByRole('button', { name: 'Save scorecard' }).click()
    await expect(section.getByRole('alert')).toContainText('changed elsewhere')
    await expect(section.getByRole('list', { name: 'Who has given a scorecard' })).toContainText('From elsewhere.')
    await card.getByRole('button', { name: 'Save scorecard' }).click()
    await expectToast(page, 'Scorecard saved')
    await section.getByText(/^Changed /).click()
    await expect(section.getByRole('list', { name: 'Earlier versions, newest first' })).toContainText('From elsewhere.')
    await expectUsable(page, 'the review page with scorecards')
  })

  await test.step('a recruiter who will not assess reads all, and all read that, also in the details', async () => {
    await visit(recruiter.page, address(amy))
    await recruiter.page.getByRole('button', { name: 'I will not assess' }).click()
    await recruiter.page.getByRole('dialog').getByRole('button', { name: 'I will not assess' }).click()
    const { section } = scorecards(recruiter.page)
    await expect(section.getByLabel('Summary of the scorecards')).toContainText(manager.username)
    await visit(page, '/admin/dashboard')
    await rowOf(page, 'Amy First').getByRole('button', { name: 'Details' }).click()
    const details = scorecards(page).section
    await expect(details).toContainText('Reads the others without giving one')
    await expect(details).toContainText('From this window.')
  })
  await manager.page.context().close()
  await recruiter.page.context().close()
})

/** The scorecards on a page: the form, the button that opens it, and the ratings of a criterion. */
function scorecards(page: Page) {
  const section: Locator = page.getByRole('region', { name: 'Scorecards' })
  const card = page.getByRole('group', { name: 'Your scorecard' })
  return {
    ...{ section, card },
    open: page.getByRole('button', { name: 'Give a scorecard' }),
    ratings: (criterion: string) => card.getByRole('group', { name: criterion }),
  }
}
