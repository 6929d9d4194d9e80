import type { Locator } from '@playwright/test'
import { EVERY_KIND } from '../../../test/questions.ts'
import { expectUsable } from '../../steps/accessible-steps.ts'
import { expect, test } from '../../steps/site.ts'
import {
  applicationForm,
  dismissToast,
  expectSubmitted,
  expectToast,
  fillApplication,
  newApplicant,
  openApplication,
  PDF,
  resumeField,
  storedFor,
  submitButton,
  visit,
} from '../../steps/steps.ts'

const TITLE = 'Pipeline Controller'

const write = (form: Locator) => form.getByRole('button', { name: 'No file at hand? Write it here' })
const upload = (form: Locator) => form.getByRole('button', { name: 'Upload a file instead' })

/** One question that is answered in words, and one that a browser cannot require by itself. */
const QUESTIONS = EVERY_KIND.filter(({ kind }) => kind === 'short_text' || kind === 'several_of')
const HISTORIAN = 'Which historian do you know best?'
const GIVEN = [['Canary'], ['OPC UA']]

async function answer(form: Locator): Promise<void> {
  await form.getByLabel(HISTORIAN).fill('Canary')
  await form.getByLabel('OPC UA').check()
}

test.beforeEach(async ({ site }) => site.deleteAllJobs())

test('an applicant without a file writes the resume in the dialog and on the page', async ({ page, site }) => {
  const jobId = await site.createJob({ title: TITLE })
  const parts: string[] = []
  page.on('request', (request) => /written-resume/.test(request.url()) && parts.push(request.url()))
  const open = {
    'the dialog': async () => {
      await visit(page, '/')
      await page.waitForLoadState('networkidle')
      expect(parts).toEqual([])
      return openApplication(page, TITLE)
    },
    'the page section': async () => {
      await visit(page, '/')
      return applicationForm(page)
    },
  }
  for (const [name, opened] of Object.entries(open)) {
    await test.step(name, async () => {
      const applicant = newApplicant()
      const form = await opened()
      await fillApplication(form, applicant, null)
      await write(form).click()
      await expect(form.getByLabel('Work experience')).toBeFocused()
      await expect(resumeField(form)).toHaveCount(0)
      await form.getByLabel('Work experience').fill('Controller, Permian Basin\n- Night shifts')
      await form.getByLabel('Skills').fill('SCADA')
      await submitButton(form).click()
      await expectSubmitted(page)
      expect(await storedFor(site, applicant)).toMatchObject([
        {
          ...applicant,
          jobId: name === 'the dialog' ? jobId : null,
          resume: { fileName: `${applicant.name.replaceAll(' ', '_')}_Resume.txt`, mediaType: 'text/plain' },
        },
      ])
    })
  }
})

test('a way back to the file keeps what was written, and only what is shown is sent', async ({ page, site }) => {
  const applicant = newApplicant()
  await visit(page, '/')
  const form = applicationForm(page)
  await fillApplication(form, applicant, null)
  await test.step('nothing written is a missing resume', async () => {
    await write(form).click()
    await expect(form.getByLabel('Work experience')).toBeVisible()
    await submitButton(form).click()
    await expectToast(page, 'Error', 'Please select a resume file')
    await expect(form.getByLabel('Work experience')).toBeFocused()
    await expect(form.getByLabel('Work experience')).toHaveAccessibleDescription(
      /Please write under at least one heading/,
    )
    await dismissToast(page)
  })
  await form.getByLabel('Skills').fill('漢字')
  await test.step('the text comes back after a look at the file field, and after a reload', async () => {
    await upload(form).click()
    await expect(resumeField(form)).toBeVisible()
    await write(form).click()
    await expect(form.getByLabel('Skills')).toHaveValue('漢字')
    await page.reload()
    await expect(form.getByLabel('Skills')).toHaveValue('漢字')
  })
  await test.step('a file in its place is sent alone', async () => {
    await upload(form).click()
    await resumeField(form).setInputFiles(PDF)
    await submitButton(form).click()
    await expectSubmitted(page)
    expect(await storedFor(site, applicant)).toMatchObject([{ resume: { fileName: PDF.name } }])
  })
})

test('a written resume and answers to the questions of a posting come back after a reload, and are sent together', async ({
  page,
  site,
}) => {
  const id = await site.createJob({ title: TITLE, questions: QUESTIONS })
  const applicant = newApplicant()
  await visit(page, `/jobs/${id}`)
  await page.getByRole('button', { name: 'Apply Now' }).first().click()
  const form = applicationForm(page)
  await fillApplication(form, applicant, null)
  await write(form).click()
  await form.getByLabel('Education').fill('Automation, Odessa College')
  await submitButton(form).click()
  await expect(form.getByRole('alert')).toHaveText(['Please answer this question', 'Please choose at least one answer'])
  await answer(form)

  await page.reload()
  await page.getByRole('button', { name: 'Apply Now' }).first().click()
  await expect(form.getByLabel('Education')).toHaveValue('Automation, Odessa College')
  await expect(form.getByLabel(HISTORIAN)).toHaveValue('Canary')
  await submitButton(form).click()
  await expectSubmitted(page)
  const [stored] = await storedFor(site, applicant)
  expect(stored).toMatchObject({ jobId: id, resume: { mediaType: 'text/plain' } })
  expect(stored?.questionAnswers.map((each) => each.answer)).toEqual(GIVEN)
})

test('the headings are reached by keyboard, fit every width and have no accessibility violation', async ({ page }) => {
  await visit(page, '/')
  const form = applicationForm(page)
  await write(form).scrollIntoViewIfNeeded()
  await expect(write(form)).toBeEnabled()
  await write(form).press('Enter')
  await expect(form.getByLabel('Work experience')).toBeFocused()
  await expectUsable(page, 'the written resume')
  await visit(page, '/apply')
  await form.getByText('No file at hand? Write it here').click()
  await expect(form.getByLabel('Work experience')).toBeVisible()
  await expectUsable(page, 'the written resume of the form without JavaScript')
})

test('without JavaScript the headings are below the file field, and a refused form keeps them beside the answers', async ({
  browser,
  baseURL,
  site,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) })
  const plain = await context.newPage()
  const applicant = newApplicant()
  const id = await site.createJob({ title: TITLE, questions: QUESTIONS })
  await plain.goto(`/apply?job=${id}`)
  const form = applicationForm(plain)
  await form.getByLabel('Name').fill(applicant.name)
  await form.getByLabel('Email').fill(applicant.email)
  await form.getByLabel('Phone').fill(applicant.phone)
  await form.getByLabel('Note').fill(applicant.note)
  await answer(form)
  await submitButton(form).click()
  await expect(form.getByRole('link', { name: 'Please select a resume file' })).toBeVisible()
  await form.getByText('No file at hand? Write it here').click()
  await form.getByLabel('Education').fill('Automation, Odessa College\n2019')
  await form.getByLabel('OPC UA').uncheck()
  await submitButton(form).click()
  await expect(form.getByRole('link', { name: 'Please choose at least one answer' })).toBeVisible()
  await expect(form.getByLabel('Education')).toHaveValue('Automation, Odessa College\n2019')
  await expect(form.getByLabel(HISTORIAN)).toHaveValue('Canary')
  await form.getByLabel('OPC UA').check()
  await submitButton(form).click()
  await expect(plain.getByRole('heading', { level: 1 })).toHaveText('Application sent')
  const [stored] = await storedFor(site, applicant)
  expect(stored).toMatchObject({ jobId: id, resume: { mediaType: 'text/plain' } })
  expect(stored?.questionAnswers.map((each) => each.answer)).toEqual(GIVEN)
  await context.close()
})
