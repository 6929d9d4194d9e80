import type { Locator } from '@playwright/test'
import { fixture } from '../test/factories.ts'
import { expect, test } from './site.ts'
import {
  type Applicant,
  expectToast,
  holdCalls,
  newApplicant,
  PDF,
  resumeField,
  storedFor,
  submitButton,
  toasts,
  visit,
} from './steps.ts'

const CALL = '**/api/recovery/resubmit'
const MARKER = 'DATA RECOVERY RESUBMISSION'

test('the notice says what was lost, until when, and what to do', async ({ page }) => {
  const answer = await page.goto('/recovery')
  expect(answer?.status()).toBe(200)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(main.getByText(/lost/).first()).toBeVisible()
  await expect(main.getByText(/June 13, 2025,? (at )?04:17 UTC|2025-06-13 04:17 UTC/).first()).toBeVisible()
  await expect(main.getByRole('form', { name: 'Resubmission' })).toBeVisible()
})

test('with every field and a text file the resubmission is stored with its marker', async ({ page, site }) => {
  const applicant = newApplicant()
  await visit(page, '/recovery')
  const form = page.getByRole('form', { name: 'Resubmission' })
  await expect(resumeField(form)).toHaveAttribute('accept', '.pdf,.doc,.docx,.txt')
  await expect(form.getByLabel('Email')).toHaveAttribute('type', 'email')
  await fillRequired(form, applicant)
  await form.getByLabel('Original Submission Date').fill('2025-05-30')
  await form.getByLabel('Job Title').fill('Ignition Developer')
  await form.getByLabel('Additional Information').fill('I sent it from my phone.')
  await resumeField(form).setInputFiles({ name: 'resume.txt', mimeType: 'text/plain', buffer: fixture('resume.txt') })
  await form.getByRole('button', { name: /^Resubmit/ }).click()
  await expectToast(page, 'Recovery Information Submitted')
  for (const label of ['Name', 'Email', 'Phone', 'Job Title', 'Original Submission Date', 'Additional Information']) {
    await expect(form.getByLabel(label)).toHaveValue('')
  }
  await expect(form.getByText('resume.txt')).toHaveCount(0)
  const [stored] = await storedFor(site, applicant)
  expect(stored).toMatchObject({ name: applicant.name, status: 'pending', jobId: null })
  expect(stored?.resume).toMatchObject({ fileName: 'resume.txt', mediaType: 'text/plain' })
  expect(stored?.note?.startsWith(MARKER)).toBe(true)
  for (const words of ['2025-05-30', 'Ignition Developer', 'I sent it from my phone.']) {
    expect(stored?.note).toContain(words)
  }
})

test('name, email and phone are enough', async ({ page, site }) => {
  const applicant = newApplicant()
  await visit(page, '/recovery')
  const form = page.getByRole('form', { name: 'Resubmission' })
  await fillRequired(form, applicant)
  await form.getByRole('button', { name: /^Resubmit/ }).click()
  await expectToast(page, 'Recovery Information Submitted')
  expect(await storedFor(site, applicant)).toMatchObject([{ note: MARKER, resume: null }])
})

test('name, email and phone are required, and the first of them gets the focus', async ({ page }) => {
  await visit(page, '/recovery')
  const form = page.getByRole('form', { name: 'Resubmission' })
  await form.getByRole('button', { name: /^Resubmit/ }).click()
  await expect(form.getByRole('alert')).toHaveText([
    'Name is required',
    'Invalid email address',
    'Phone number is required',
  ])
  await expect(form.getByLabel('Name')).toBeFocused()
  await expect(toasts(page)).toHaveCount(0)
})

for (const [what, failure] of [
  ['the server fails', { status: 500 }],
  ['the network is cut', 'abort'],
] as const) {
  test(`when ${what}, everything stays and a retry stores one resubmission`, async ({ page, site }) => {
    const applicant = newApplicant()
    await page.route(CALL, (route) => (failure === 'abort' ? route.abort() : route.fulfill(failure)))
    await visit(page, '/recovery')
    const form = page.getByRole('form', { name: 'Resubmission' })
    await fillRequired(form, applicant)
    await resumeField(form).setInputFiles(PDF)
    await form.getByRole('button', { name: /^Resubmit/ }).click()
    await expectToast(page, 'Submission Failed', 'Please try again or contact us directly.')
    await expect(form.getByLabel('Phone')).toHaveValue(applicant.phone)
    await expect(form.getByText(PDF.name, { exact: true })).toBeVisible()

    await page.unroute(CALL)
    await form.getByRole('button', { name: /^Resubmit/ }).click()
    await expectToast(page, 'Recovery Information Submitted')
    expect(await storedFor(site, applicant)).toMatchObject([{ resume: { fileName: PDF.name } }])
  })
}

test('while sending, the button cannot be pressed; a lost answer does not make two', async ({ page, site }) => {
  const applicant = newApplicant()
  const letGo = await holdCalls(page, CALL)
  await visit(page, '/recovery')
  const form = page.getByRole('form', { name: 'Resubmission' })
  await fillRequired(form, applicant)
  await form.getByRole('button', { name: /^Resubmit/ }).click()
  await expect(submitButton(form)).toHaveText('Submitting...')
  await expect(submitButton(form)).toBeDisabled()
  await page.route(
    CALL,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  letGo()
  await expectToast(page, 'Recovery Information Submitted')
  expect(await storedFor(site, applicant)).toHaveLength(1)
})

test('a spreadsheet is refused', async ({ page }) => {
  await visit(page, '/recovery')
  const form = page.getByRole('form', { name: 'Resubmission' })
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  await resumeField(form).setInputFiles({ name: 'a.xlsx', mimeType, buffer: fixture('spreadsheet.xlsx') })
  await expectToast(page, 'Invalid file type', /Please upload a PDF/)
})

async function fillRequired(form: Locator, applicant: Applicant): Promise<void> {
  await form.getByLabel('Name').fill(applicant.name)
  await form.getByLabel('Email').fill(applicant.email)
  await form.getByLabel('Phone').fill(applicant.phone)
}
