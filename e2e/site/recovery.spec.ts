import type { Locator } from '@playwright/test'
import type { SubmissionReceipt } from '../../contract/applications/application.ts'
import { encodeReceipt, formatReceiptFile } from '../../contract/applications/receipt.ts'
import { makeReceiptKeys } from '../../server/features/receipts/receipt-keys.ts'
import { signReceipt } from '../../server/features/receipts/sign-receipt.ts'
import { applicationForm, fixture } from '../../test/factories.ts'
import { expectNoViolations } from '../steps/accessible-steps.ts'
import { expectFocusKept } from '../steps/focus-steps.ts'
import { expect, test } from '../steps/site.ts'
import {
  type Applicant,
  dismissToast,
  expectToast,
  holdRequests,
  newApplicant,
  PDF,
  resumeField,
  storedFor,
  submitButton,
  toasts,
  visit,
} from '../steps/steps.ts'

const CALL = '**/api/recovery/resubmit'
const MARKER = 'DATA RECOVERY RESUBMISSION'

test('the notice says what was lost, and the form says what is wrong and takes what is enough', async ({
  page,
  site,
}) => {
  await test.step('the notice says what was lost, until when, and what to do', async () => {
    const response = await page.goto('/recovery')
    expect(response?.status()).toBe(200)
    const main = page.getByRole('main')
    await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(main.getByText(/lost/).first()).toBeVisible()
    await expect(main.getByText(/June 13, 2025,? (at )?04:17 UTC|2025-06-13 04:17 UTC/).first()).toBeVisible()
    await expect(main.getByRole('form', { name: 'Resubmission' })).toBeVisible()
  })
  await visit(page, '/recovery')
  const form = page.getByRole('form', { name: 'Resubmission' })
  await test.step('name, email and phone are required, and the first of them gets the focus', async () => {
    await form.getByRole('button', { name: /^Resubmit/ }).click()
    await expect(form.getByRole('alert')).toHaveText([
      'Name is required',
      'Invalid email address',
      'Phone number is required',
    ])
    await expect(form.getByLabel('Name')).toBeFocused()
    await expect(toasts(page)).toHaveCount(0)
  })
  await test.step('a spreadsheet is refused', async () => {
    const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    await resumeField(form).setInputFiles({ name: 'a.xlsx', mimeType, buffer: fixture('spreadsheet.xlsx') })
    await expectToast(page, 'Invalid file type', /Please upload a PDF/)
    await form.getByRole('button', { name: 'Remove a.xlsx' }).click()
    await dismissToast(page)
  })
  await test.step('name, email and phone are enough', async () => {
    const applicant = newApplicant()
    await fillRequired(form, applicant)
    await form.getByRole('button', { name: /^Resubmit/ }).click()
    await expectToast(page, 'Recovery Information Submitted')
    expect(await storedFor(site, applicant)).toMatchObject([{ note: MARKER, resume: null }])
    await dismissToast(page)
  })
  await test.step('with every field and a text file the resubmission is stored with its marker', async () => {
    const applicant = newApplicant()
    await expect(resumeField(form)).toHaveAttribute('accept', '.pdf,.doc,.docx,.txt')
    await expect(form.getByLabel('Email')).toHaveAttribute('type', 'email')
    await fillRequired(form, applicant)
    await form.getByLabel('Original Submission Date').fill('2025-05-30')
    await form.getByLabel('Job Title').fill('Wireline Panel Builder')
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
    for (const words of ['2025-05-30', 'Wireline Panel Builder', 'I sent it from my phone.']) {
      expect(stored?.note).toContain(words)
    }
  })
})

test('what fails on its way stays, and a retry stores one resubmission', async ({ page, site }) => {
  await visit(page, '/recovery')
  const form = page.getByRole('form', { name: 'Resubmission' })
  for (const [what, failure] of [
    ['the server fails', { status: 500 }],
    ['the network is cut', 'abort'],
  ] as const) {
    await test.step(`when ${what}`, async () => {
      const applicant = newApplicant()
      await page.route(CALL, (route) => (failure === 'abort' ? route.abort() : route.fulfill(failure)))
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
      await dismissToast(page)
    })
  }
  await test.step('a file that the server refuses is marked until it is removed', async () => {
    await fillRequired(form, newApplicant())
    await resumeField(form).setInputFiles({ ...PDF, buffer: fixture('program.exe') })
    await form.getByRole('button', { name: /^Resubmit/ }).click()
    await expectToast(page, 'Submission Failed')
    await expect(resumeField(form)).toHaveAttribute('aria-invalid', 'true')
    await form.getByRole('button', { name: `Remove ${PDF.name}` }).click()
    await expect(form.getByRole('alert')).toHaveCount(0)
    await dismissToast(page)
  })
  await test.step('while sending, the button is disabled; a lost response does not create two', async () => {
    const applicant = newApplicant()
    const release = await holdRequests(page, CALL)
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
    release()
    await expectToast(page, 'Recovery Information Submitted')
    expect(await storedFor(site, applicant)).toHaveLength(1)
  })
})

test('a receipt fills the form and comes in as verified; an altered one is refused with what differs', async ({
  page,
  site,
}) => {
  const applicant = newApplicant()
  const body = applicationForm({ ...applicant })
  const response = await fetch(`${site.url}/api/submit-application`, { method: 'POST', body })
  const { receipt } = (await response.json()) as SubmissionReceipt
  const form = page.getByRole('form', { name: 'Resubmission' })
  const panel = page.getByRole('region', { name: 'Receipt' })
  const filePicker = panel.getByLabel('Receipt File')
  const fileOf = (content: typeof receipt) => ({
    ...{ name: 'receipt.json', mimeType: 'application/json' },
    buffer: Buffer.from(formatReceiptFile(content)),
  })
  await test.step('by link, while the application is still stored', async () => {
    await visit(page, `/recovery#receipt=${encodeReceipt(receipt)}`)
    await expect(panel.getByRole('status')).toContainText('We still have it')
    await expect(panel.getByRole('link', { name: 'My application' })).toHaveAttribute('href', '/my-application')
    await expect(form).toHaveCount(0)
    await expectNoViolations(page, 'a receipt that is still stored')
    await panel.getByRole('button', { name: 'Send it anyway' }).click()
    await expect(form.getByLabel('Email')).toHaveValue(applicant.email)
    await panel.getByRole('button', { name: 'Remove receipt' }).click()
    await expect(panel.getByRole('status')).toHaveText('')
    await expectFocusKept(page, 'the receipt is removed')
    expect(new URL(page.url()).hash).toBe('')
  })
  await test.step('altered, by file', async () => {
    await panel.getByText('I have a receipt').click()
    await filePicker.setInputFiles(fileOf({ ...receipt, name: 'Eve' }))
    await expect(panel.getByRole('status')).toContainText('altered after we issued it. What differs: name.')
    await expectNoViolations(page, 'a refused receipt')
  })
  await test.step('altered, pasted and by link: nothing is filled in', async () => {
    const altered = encodeReceipt({ ...receipt, size: 7, email: 'eve@example.com' })
    await panel.getByLabel('Receipt Link').fill(altered)
    await panel.getByRole('button', { name: 'Check receipt' }).click()
    await expect(panel.getByRole('status')).toContainText('What differs: email, file size.')
    await visit(page, '/')
    await visit(page, `/recovery#receipt=${encodeReceipt({ ...receipt, reference: 'APP-9999' })}`)
    await expect(panel.getByRole('status')).toContainText('What differs: reference.')
    await expect(form.getByLabel('Email')).toHaveValue('')
  })
  await test.step('of another installation, by file and by link', async () => {
    const { keyId: _, checksums: _sums, signature: _signature, ...facts } = receipt
    const foreign = signReceipt({ ...facts, answers: [] }, makeReceiptKeys(new Date()))
    await panel.getByText('I have a receipt').click()
    await filePicker.setInputFiles(fileOf(foreign))
    await expect(panel.getByRole('status')).toContainText('This receipt was issued by another site')
    await visit(page, '/')
    await visit(page, `/recovery#receipt=${encodeReceipt(foreign)}`)
    await expect(panel.getByRole('status')).toContainText('This receipt was issued by another site')
    await panel.getByText('I have a receipt').click()
  })
  await test.step('cut, binary or huge: it says that it is none', async () => {
    const cut = Buffer.from(formatReceiptFile(receipt).slice(0, -30))
    for (const buffer of [cut, fixture('resume.pdf'), Buffer.alloc(5_000_000, '{')]) {
      await filePicker.setInputFiles({ name: 'receipt.json', mimeType: 'application/json', buffer })
      await expect(panel.getByRole('status')).toContainText('This is not a receipt.')
    }
  })
  await test.step('pasted, after the application was lost: only Submit is left to do', async () => {
    await site.deleteAllApplications()
    await panel.getByLabel('Receipt Link').fill(`Keep this:\n${site.url}/recovery#receipt=${encodeReceipt(receipt)}\n`)
    await panel.getByRole('button', { name: 'Check receipt' }).click()
    await expect(panel.getByRole('status')).toContainText('The form is filled in from the receipt')
    await form.getByRole('button', { name: /^Resubmit/ }).click()
    await expectToast(page, 'Recovery Information Submitted')
    expect(await storedFor(site, applicant)).toMatchObject([
      { name: applicant.name, verifiedReceipt: { reference: receipt.reference, originalId: null } },
    ])
    await expect(form.getByLabel('Name')).toHaveValue('')
  })
})

async function fillRequired(form: Locator, applicant: Applicant): Promise<void> {
  await form.getByLabel('Name').fill(applicant.name)
  await form.getByLabel('Email').fill(applicant.email)
  await form.getByLabel('Phone').fill(applicant.phone)
}
