import type { Locator, Page } from '@playwright/test'
import type { Question } from '../../../contract/jobs/question.ts'
import { EVERY_KIND, question } from '../../../test/questions.ts'
import { expectUsable } from '../../steps/accessible-steps.ts'
import { expect, test } from '../../steps/site.ts'
import {
  applicationForm,
  expectSubmitted,
  expectToast,
  fillApplication,
  newApplicant,
  openApplication,
  PDF,
  storedFor,
  submitButton,
  visit,
} from '../../steps/steps.ts'

const TITLE = 'Telemetry Engineer'

test.beforeEach(async ({ site }) => site.deleteAllJobs())

/** Answers all required questions of {@link EVERY_KIND}, and some others. */
async function answer(form: Locator): Promise<void> {
  await form.getByLabel('Which historian do you know best?').fill('Canary')
  await form.getByRole('group', { name: 'Do you have a TWIC card?' }).getByLabel('Yes').check()
  await form.getByRole('group', { name: 'Which protocols have you used?' }).getByLabel('OPC UA').check()
  await form.getByLabel('Years with Ignition').fill('4.5')
  await form.getByLabel('When can you start?').fill('2026-09-30')
}

const GIVEN = [['Canary'], [], ['Yes'], [], ['OPC UA'], ['4.5'], ['2026-09-30'], []]

test('a wrong field is shown with its label, also where the choice alone would be in view', async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 560 })
  await site.createJob({
    title: TITLE,
    questions: [question({ text: 'Do you have a TWIC card?', kind: 'yes_no', isRequired: true })],
  })
  await visit(page, '/')
  const form = await openApplication(page, TITLE)
  await submitButton(form).scrollIntoViewIfNeeded()
  await submitButton(form).click()
  await expect(form.getByLabel('Name')).toBeFocused()
  await expect(form.getByText('Name', { exact: true })).toBeInViewport({ ratio: 1 })
  await fillApplication(form, newApplicant())
  await submitButton(form).click()
  await expect(form.getByRole('radio', { name: 'Yes' })).toBeFocused()
  await expect(form.getByText('Do you have a TWIC card?')).toBeInViewport({ ratio: 1 })
  await form.getByRole('radio', { name: 'Yes' }).check()
  await form.getByRole('button', { name: `Remove ${PDF.name}` }).click()
  await submitButton(form).click()
  await expect(form.getByLabel('Resume')).toBeFocused()
  await expect(form.getByText('Resume', { exact: true })).toBeInViewport({ ratio: 1 })
})

test('an applicant answers the questions of a posting, is told what is missing, and finds the answers after a reload', async ({
  page,
  site,
}) => {
  const id = await site.createJob({ title: TITLE, questions: EVERY_KIND })
  const applicant = newApplicant()
  await visit(page, '/')
  const form = await openApplication(page, TITLE)
  await fillApplication(form, applicant)
  await submitButton(form).click()
  await expect(form.getByRole('alert')).toHaveText([
    'Please answer this question',
    'Please choose an answer',
    'Please choose at least one answer',
  ])
  await expect(form.getByLabel('Which historian do you know best?')).toBeFocused()
  await expectUsable(page, 'the form with questions and errors')

  await answer(form)
  await expect(form.getByRole('alert')).toHaveCount(0)
  await form.getByLabel('Where is your work?').fill('example')
  await expect(form.getByRole('alert')).toHaveText('Enter a link that begins with https:// or http://')
  await form.getByLabel('Where is your work?').fill('')
  await expect(form.getByRole('alert')).toHaveCount(0)

  await page.reload()
  await visit(page, `/jobs/${id}`)
  await page.getByRole('button', { name: 'Apply Now' }).first().click()
  const again = applicationForm(page)
  await expect(again.getByLabel('Which historian do you know best?')).toHaveValue('Canary')
  await expect(again.getByRole('group', { name: 'Which protocols' }).getByLabel('OPC UA')).toBeChecked()
  await again.getByLabel('Resume').setInputFiles(PDF)
  await submitButton(again).click()
  await expectSubmitted(page)
  const answers = page.getByRole('region', { name: 'Receipt' }).locator('dl').last()
  await expect(answers.getByRole('term')).toHaveText(EVERY_KIND.map(({ text }) => text))
  await expect(answers.getByRole('definition')).toHaveText(GIVEN.map(([given = 'No answer']) => given))
  await expectUsable(page, 'the confirmation with answers')
  const [stored] = await storedFor(site, applicant)
  expect(stored?.questionAnswers.map((each) => each.answer)).toEqual(GIVEN)
})

test('questions that changed meanwhile are shown, and what was answered to the others stays', async ({
  page,
  site,
}) => {
  const id = await site.createJob({ title: TITLE, questions: EVERY_KIND.slice(0, 2) })
  const applicant = newApplicant()
  await visit(page, '/')
  const form = await openApplication(page, TITLE)
  await fillApplication(form, applicant)
  await form.getByLabel('Which historian do you know best?').fill('Canary')
  await form.getByLabel('Tell us about a well pad').fill('Six separators.\nOne compressor.')
  const questions: Question[] = [...EVERY_KIND.slice(0, 1), question({ text: 'A new question', isRequired: true })]
  await site.updateJob(id, { questions })
  await submitButton(form).click()
  await expectToast(page, 'Submission Failed', /The questions of this position have changed/)
  await expect(form.getByRole('region', { name: 'Answers that are not sent' }).getByRole('listitem')).toHaveText([
    'Six separators. One compressor.',
  ])
  await form.getByLabel('A new question').fill('A new answer')
  await submitButton(form).click()
  await expectSubmitted(page)
  const [stored] = await storedFor(site, applicant)
  expect(stored?.questionAnswers.map((each) => each.answer)).toEqual([['Canary'], ['A new answer']])
})

test('an applicant without JavaScript answers the questions, and a refused form keeps the answers', async ({
  browser,
  baseURL,
  site,
}) => {
  const id = await site.createJob({ title: TITLE, questions: EVERY_KIND })
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) })
  const page = await context.newPage()
  const applicant = newApplicant()
  await page.goto(`/jobs/${id}`)
  await fillPlain(page, applicant)
  await answer(applicationForm(page))
  await applicationForm(page).getByRole('group', { name: 'Which protocols' }).getByLabel('OPC UA').uncheck()
  await submitButton(applicationForm(page)).click()
  const refused = applicationForm(page)
  await expect(refused.getByRole('alert').first()).toContainText(
    'Which protocols have you used? Please choose at least one answer',
  )
  await expect(refused.getByLabel('Which historian do you know best?')).toHaveValue('Canary')
  await expect(refused.getByRole('group', { name: 'TWIC' }).getByLabel('Yes')).toBeChecked()

  await refused.getByRole('group', { name: 'Which protocols' }).getByLabel('OPC UA').check()
  await refused.getByLabel('Resume').setInputFiles(PDF)
  await submitButton(refused).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Application sent' })).toBeVisible()
  const answers = page.getByRole('region', { name: 'Receipt' }).locator('dl').last()
  await expect(answers.getByRole('definition')).toHaveText(GIVEN.map(([given = 'No answer']) => given))
  const [stored] = await storedFor(site, applicant)
  expect(stored?.questionAnswers.map((each) => each.answer)).toEqual(GIVEN)
  await context.close()
})

async function fillPlain(page: Page, applicant: ReturnType<typeof newApplicant>): Promise<void> {
  const form = applicationForm(page)
  await form.getByLabel('Name').fill(applicant.name)
  await form.getByLabel('Email').fill(applicant.email)
  await form.getByLabel('Phone').fill(applicant.phone)
  await form.getByLabel('Resume').setInputFiles(PDF)
}
