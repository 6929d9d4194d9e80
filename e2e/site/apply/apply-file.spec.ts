import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { fixture } from '../../../test/factories.ts'
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
  pdfOf,
  resumeField,
  SUBMIT_REQUEST,
  startAgain,
  storedFor,
  submitButton,
  toasts,
  visit,
} from '../../steps/steps.ts'

const TEN_MB = 10 * 1024 * 1024
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

test('a refused file shows why, and can be replaced by a good one', async ({ page, site }) => {
  const applicant = newApplicant()
  await visit(page, '/')
  const form = applicationForm(page)
  await test.step('other types are refused as invalid and never sent', async () => {
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
    await fillApplication(form, applicant, null)
    for (const [name, mimeType] of [
      ['spreadsheet.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
      ['resume.txt', 'text/plain'],
      ['program.exe', ''],
    ] as const) {
      await resumeField(form).setInputFiles({ name, mimeType, buffer: fixture(name) })
      await expectToast(page, 'Invalid file type', 'Please upload a PDF or Word document')
      await dismissToast(page)
      await submitButton(form).click()
      await expectToast(page, 'Invalid file type', 'Please upload a PDF or Word document')
      await dismissToast(page)
    }
    expect(sent).toEqual([])
  })
  await test.step('a renamed executable is refused by the server, and leaves nothing behind', async () => {
    await fillApplication(form, applicant, { ...PDF, buffer: fixture('program.exe') })
    const responsePromise = page.waitForResponse(SUBMIT_REQUEST)
    await submitButton(form).click()
    expect((await responsePromise).status()).toBe(415)
    await expectToast(page, 'Submission Failed', 'Please upload a PDF or Word document')
    await expect(form.getByLabel('Email')).toHaveValue(applicant.email)
    await expect(form.getByText(PDF.name, { exact: true })).toBeVisible()
    expect(await storedFor(site, applicant)).toHaveLength(0)
  })
  await test.step('what the server said stays at the field until another file is chosen', async () => {
    await dismissToast(page)
    await expect(form.getByRole('alert')).toHaveText('Please upload a PDF or Word document')
    await expect(resumeField(form)).toHaveAttribute('aria-invalid', 'true')
    await resumeField(form).setInputFiles(PDF)
    await expect(form.getByRole('alert')).toHaveCount(0)
  })
  await test.step('an empty file is named as such and can be replaced by a good one', async () => {
    await fillApplication(form, applicant, { ...PDF, name: 'empty.pdf', buffer: Buffer.alloc(0) })
    await submitButton(form).click()
    await expectToast(page, 'Empty file', /This file is empty/)
    await resumeField(form).setInputFiles(PDF)
    await expect(form.getByRole('alert')).toHaveCount(0)
    await expect(toasts(page)).toHaveCount(0)
    await submitButton(form).click()
    await expectSubmitted(page)
    expect(await storedFor(site, applicant)).toMatchObject([{ resume: { fileName: PDF.name } }])
  })
})

test('a good file is shown with its size, and stored however it was chosen', async ({ page, site }) => {
  await visit(page, '/')
  const form = applicationForm(page)
  await test.step('the chosen file shows its name and its size with two decimals', async () => {
    await form.scrollIntoViewIfNeeded()
    await expect(submitButton(form)).toBeEnabled()
    for (const [bytes, shown] of [
      [500, '500 Bytes'],
      [1536, '1.50 KB'],
      [1.25 * 1024 * 1024, '1.25 MB'],
    ] as const) {
      await resumeField(form).setInputFiles({ ...PDF, name: `${bytes}.pdf`, buffer: Buffer.alloc(bytes, 'x') })
      await expect(form.getByText(`${bytes}.pdf`, { exact: true })).toBeVisible()
      await expect(form.getByText(shown, { exact: true })).toBeVisible()
    }
  })
  await test.step('DOC and DOCX are accepted, also where the browser knows no type for them', async () => {
    for (const [name, mimeType] of [
      ['resume.doc', 'application/msword'],
      ['resume.docx', DOCX],
      ['resume.docx', ''],
    ] as const) {
      const applicant = newApplicant()
      await fillApplication(form, applicant, { name, mimeType, buffer: fixture(name) })
      await submitButton(form).click()
      await startAgain(page)
      expect(await storedFor(site, applicant)).toMatchObject([{ resume: { fileName: name } }])
    }
  })
  await test.step('a removed file can be chosen again', async () => {
    const applicant = newApplicant()
    await fillApplication(form, applicant)
    await form.getByRole('button', { name: `Remove ${PDF.name}` }).click()
    await expect(form.getByText(PDF.name, { exact: true })).toHaveCount(0)
    await expect(resumeField(form)).toBeFocused()
    await resumeField(form).setInputFiles(PDF)
    await expect(form.getByText(PDF.name, { exact: true })).toBeVisible()
    await submitButton(form).click()
    // The toast of the form before may still be there.
    await startAgain(page)
    await expectSubmitted(page)
    expect(await storedFor(site, applicant)).toHaveLength(1)
  })
  await test.step('a file can be dropped onto the form and is checked like a chosen one', async () => {
    const applicant = newApplicant()
    await fillApplication(form, applicant, null)
    await dropFile(page, form.getByText('or drop it here'), 'spreadsheet.xlsx')
    await expectToast(page, 'Invalid file type', 'Please upload a PDF or Word document')
    await dropFile(page, form.getByText('spreadsheet.xlsx', { exact: true }), 'resume.docx')
    await expect(form.getByText('resume.docx', { exact: true })).toBeVisible()
    await submitButton(form).click()
    await expectSubmitted(page)
    expect(await storedFor(site, applicant)).toMatchObject([{ resume: { fileName: 'resume.docx' } }])
  })
})

test('a file of 10 MB and one byte is too large, one of exactly 10 MB passes', async ({ page, site }, info) => {
  // From the disk, as a person picks them: handed over as bytes they would pass through three processes first.
  const [tooLarge, largest] = [info.outputPath('too-large.pdf'), info.outputPath('largest.pdf')]
  await writeFile(tooLarge, pdfOf(TEN_MB + 1).buffer)
  await writeFile(largest, pdfOf(TEN_MB).buffer)
  const applicant = newApplicant()
  await visit(page, '/')
  const form = applicationForm(page)
  await expect(resumeField(form)).toHaveAttribute('accept', '.pdf,.doc,.docx')
  await fillApplication(form, applicant, null)
  await resumeField(form).setInputFiles(tooLarge)
  await submitButton(form).click()
  await expectToast(page, 'File too large', /must be less than 10 ?MB/)
  expect(await storedFor(site, applicant)).toHaveLength(0)

  await resumeField(form).setInputFiles(largest)
  await expect(form.getByText('10.00 MB')).toBeVisible()
  await submitButton(form).click()
  await expectSubmitted(page)
  expect(await storedFor(site, applicant)).toMatchObject([{ resume: { size: TEN_MB } }])
})

test('on a phone a long file name stays inside its field, in every form, and shows its extension', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await site.createJob({ title: 'Long names' })
  const name = `${'a_resume_of_many_words_'.repeat(3).slice(0, 68)}.pdf`
  const expectInside = async (form: Locator) => {
    await resumeField(form).setInputFiles({ ...PDF, name })
    await form.getByRole('button', { name: `Remove ${name}` }).scrollIntoViewIfNeeded()
    await expect(form.getByText(name.slice(-8), { exact: true })).toBeInViewport({ ratio: 1 })
    await expect(form.getByRole('button', { name: `Remove ${name}` })).toBeInViewport({ ratio: 1 })
    const excess = (element: HTMLElement | SVGElement) => element.scrollWidth - element.clientWidth
    expect(await form.evaluate(excess)).toBeLessThanOrEqual(0)
    expect(await page.locator('html').evaluate(excess)).toBeLessThanOrEqual(0)
  }
  await visit(page, '/')
  await expectInside(await openApplication(page, 'Long names'))
  await page.keyboard.press('Escape')
  await submitButton(applicationForm(page)).scrollIntoViewIfNeeded()
  await expect(submitButton(applicationForm(page))).toBeEnabled()
  await expectInside(applicationForm(page))
  await visit(page, '/recovery')
  const recovery = page.getByRole('form', { name: 'Resubmission' })
  await recovery.getByRole('button', { name: 'Resubmit Application' }).scrollIntoViewIfNeeded()
  await expectInside(recovery)
})

/** Drags a fixture from outside the browser onto an element, as the browser itself reports it. */
async function dropFile(page: Page, target: Locator, name: string): Promise<void> {
  await target.scrollIntoViewIfNeeded()
  const box = await target.boundingBox()
  if (!box) throw new Error('nothing to drop onto')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const files = [join(import.meta.dirname, '../../../test/fixtures', name)]
  const input = await page.context().newCDPSession(page)
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await input.send('Input.dispatchDragEvent', { type, x, y, data: { items: [], files, dragOperationsMask: 1 } })
  }
}
