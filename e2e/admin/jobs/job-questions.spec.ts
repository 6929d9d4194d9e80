import { question } from '../../../test/questions.ts'
import { expectUsable } from '../../steps/accessible-steps.ts'
import { choose, openAdmin } from '../../steps/admin-steps.ts'
import { openReview } from '../../steps/review-steps.ts'
import { expect, test } from '../../steps/site.ts'
import { dismissToast, expectToast } from '../../steps/steps.ts'

const TITLE = 'Telemetry Engineer'
const CARD = question({ text: 'Do you have a TWIC card?', kind: 'yes_no', isRequired: true, probablyNot: ['No'] })
const SHIFT = question({ text: 'Which rotation suits you?', kind: 'one_of', choices: ['14/14', '7/7'] })

test.beforeEach(async ({ site }) => {
  await site.deleteAllApplications()
  await site.deleteAllJobs()
})

test('an admin adds, moves and removes questions by keyboard, saves one, and uses it in another posting', async ({
  page,
  site,
}) => {
  const id = await site.createJob({ title: TITLE, questions: [CARD] })
  const other = await site.createJob({ title: 'Other posting' })
  await openAdmin(page, site, '/admin/jobs', 'Job Postings')
  await choose(page, TITLE, 'Edit')
  const dialog = page.getByRole('dialog', { name: 'Edit Job Posting' })
  await dialog.getByRole('button', { name: 'Add a question' }).press('Enter')
  await expect(dialog.getByLabel('Question 2')).toBeFocused()
  await page.keyboard.type(SHIFT.text)
  await dialog.getByLabel('Kind of answer').nth(1).selectOption('One of a list')
  await dialog.getByRole('button', { name: 'Update Job Posting' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(['Enter at least two choices', 'Please correct the questions'])
  await test.step('a question that is added then is not found fault with until it is left', async () => {
    await dialog.getByLabel('Choices').fill('14/14\n7/7\n')
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Add a question' }).press('Enter')
    await expect(dialog.getByLabel('Question 3')).toBeFocused()
    await dialog.getByLabel('Kind of answer').nth(2).selectOption('One of a list')
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    await dialog.getByLabel('Question 1').focus()
    await expect(dialog.getByRole('alert')).toHaveText([
      'Enter a question',
      'Enter at least two choices',
      'Please correct the questions',
    ])
    await dialog.getByRole('button', { name: 'Remove', exact: true }).press('Enter')
    await expect(dialog.getByRole('alert')).toHaveCount(0)
  })
  await expectUsable(page, 'the job form with questions')

  const up = dialog.getByRole('button', { name: `Move up “${SHIFT.text}”` })
  await up.press('Enter')
  await expect(dialog.getByLabel('Question 1')).toHaveValue(SHIFT.text)
  await expect(up).toBeFocused()
  await dialog.getByRole('button', { name: `Save for other postings “${CARD.text}”` }).press('Enter')
  await expectToast(page, 'Question saved')
  await dialog.getByRole('button', { name: 'Update Job Posting' }).click()
  await expectToast(page, 'Job updated successfully')
  const questionsOf = async (job: number) => (await site.jobs()).find((each) => each.id === job)?.questions
  expect(await questionsOf(id)).toEqual([SHIFT, CARD])
  // The next one has the same words.
  await dismissToast(page)

  await choose(page, 'Other posting', 'Edit')
  await dialog.getByRole('button', { name: 'Use the saved question' }).press('Enter')
  await expect(dialog.getByLabel('Question 1')).toHaveValue(CARD.text)
  await dialog.getByRole('button', { name: 'Add a question' }).press('Enter')
  await dialog.getByRole('button', { name: 'Remove', exact: true }).press('Enter')
  await expect(dialog.getByLabel('Question 2')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Update Job Posting' }).click()
  await expectToast(page, 'Job updated successfully')
  expect(await questionsOf(other)).toEqual([CARD])
})

test('answers and their marks are shown in the list, the details and the review', async ({ page, site }) => {
  const jobId = await site.createJob({ title: TITLE, questions: [CARD, SHIFT] })
  const [asked] = (await site.jobs())[0]?.askedQuestions ?? []
  const id = await site.apply({ name: 'Nora Lind', jobId: String(jobId), [`answer-${asked?.id}`]: 'No' })
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  const row = page.getByRole('row').filter({ hasText: 'Nora Lind' })
  await expect(row).toContainText('Probably not')
  await row.getByRole('button', { name: 'Details' }).click()
  const answers = page.getByRole('dialog').getByRole('region', { name: 'Answers' })
  await expect(answers.getByRole('term')).toHaveText([CARD.text, SHIFT.text])
  await expect(answers.getByRole('definition')).toHaveText(['NoProbably not', 'No answer'])
  await expectUsable(page, 'the details with answers')

  await openReview(page, site, id)
  await expect(page.getByRole('region', { name: 'Answers' })).toContainText(CARD.text)
  await expect(page.getByRole('navigation', { name: 'Queue' })).toContainText('Probably not')
})
