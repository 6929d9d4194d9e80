import { readFile } from 'node:fs/promises'
import { readReceipt } from '../../../contract/applications/receipt.ts'
import { expectUsable } from '../../steps/accessible-steps.ts'
import { expect, test } from '../../steps/site.ts'
import {
  applicationForm,
  dismissToast,
  expectEmpty,
  expectFilled,
  expectSubmitted,
  fillApplication,
  jobCard,
  newApplicant,
  openApplication,
  PDF,
  resumeField,
  SUBMIT_REQUEST,
  startAgain,
  storedFor,
  submitButton,
  visit,
} from '../../steps/steps.ts'

const TITLE = 'Flow Computer Engineer'
const HASH = '5b1db7'

test.beforeEach(async ({ site }) => site.deleteAllJobs())

test('the confirmation says what happens next, and its receipt can be saved, checked and printed', async ({
  page,
  site,
  startServer,
}) => {
  await site.createJob({ title: TITLE })
  const applicant = newApplicant()
  const dialog = page.getByRole('dialog')
  const slip = page.getByRole('region', { name: 'Receipt' })
  await test.step('it names the promise, and without a mail server promises no mail', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await visit(page, '/')
    await fillApplication(await openApplication(page, TITLE), applicant)
    await submitButton(applicationForm(page)).click()
    await expectSubmitted(page)
    await expect(dialog.getByRole('heading', { name: 'What happens next' })).toBeVisible()
    await expect(dialog.getByRole('listitem')).toContainText([
      /Midland/,
      /Full-time/,
      'Someone on the team who does this work reads it',
      /You hear from us by [MTWFS]\w+day, [A-Z]\w+ \d+(?:, \d+)?, either way\./,
      'This receipt does not come by mail, so save or print it now.',
    ])
    await expectUsable(page, 'the confirmation')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })
  await test.step('the receipt shows what was stored, the checksum in full on demand', async () => {
    const [stored] = await storedFor(site, applicant)
    for (const text of [TITLE, applicant.name, PDF.name, '3.74 KB']) await expect(slip).toContainText(text)
    await expect(slip).toContainText(`APP-${String(stored?.id).padStart(4, '0')}`)
    const whole = slip.locator('details').getByText(/^[0-9a-f]{64}$/)
    await expect(whole).toBeHidden()
    await slip.getByText(/^[0-9a-f]{6}…[0-9a-f]{6}/).click()
    await expect(whole).toBeVisible()
    expect(await whole.innerText()).toMatch(new RegExp(`^${HASH}`))
  })
  await test.step('Save needs no request, and the file is a valid receipt', async () => {
    const requests: string[] = []
    page.on('request', (request) => request.url().startsWith('http') && requests.push(request.url()))
    const downloading = page.waitForEvent('download')
    await slip.getByRole('button', { name: 'Save receipt' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/^receipt-APP-\d{4}\.json$/)
    expect(requests).toEqual([])
    const receipt = readReceipt(await readFile(await download.path(), 'utf8'))
    const response = await fetch(`${site.url}/api/recovery/receipt`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ receipt }),
    })
    expect(await response.json()).toEqual({ verdict: 'valid', isStored: true })
  })
  await test.step('only the receipt is printed, with the whole checksum', async () => {
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', '')
    })
    await slip.getByRole('button', { name: 'Print' }).click()
    await expect(page.locator('body[data-printed]')).toHaveCount(1)
    await page.emulateMedia({ media: 'print' })
    const printed = await page.evaluate(() => document.body.innerText)
    expect(printed.replaceAll(/\s+/g, ' ').trim()).toMatch(
      /^Receipt .*[0-9a-f]{64} Key [0-9a-f]{16} Signature [\w-]+=* Stored and signed by .*\/recovery#receipt=[\w-]+$/,
    )
    for (const text of [applicant.email, applicant.phone]) expect(printed).toContain(text)
    await page.emulateMedia({ media: null })
  })
  await test.step('where mail leaves, it says to whom, and what the mail brings', async () => {
    const url = await startServer({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'careers@example.com' })
    await visit(page, url)
    const form = applicationForm(page)
    await fillApplication(form, applicant)
    await submitButton(form).click()
    await expect(form).toHaveCount(0)
    await expect(page.getByText(/^We mail this receipt to .*, with your private link/)).toContainText(applicant.email)
    await startAgain(page)
    await expect(form.getByLabel('Name')).toBeFocused()
    await fillApplication(form, applicant)
    await submitButton(form).click()
    await expect(form).toHaveCount(0)
    // Without a dialog around it the same receipt is printed.
    await page.emulateMedia({ media: 'print' })
    expect(await page.evaluate(() => document.body.innerText)).toMatch(/^\s*Receipt/)
    await page.emulateMedia({ media: null })
  })
})

test('a failure stays in the form with a retry, and a reload keeps the text until it is sent', async ({
  page,
  site,
}) => {
  await site.createJob({ title: TITLE })
  await visit(page, '/')
  const applicant = newApplicant()
  const other = { ...newApplicant(), name: 'Bo Lindqvist' }
  await page.route(SUBMIT_REQUEST, (route) => route.fulfill({ status: 500, json: {} }))
  await test.step('the message has the focus and its reason, and outlives the toast and the dialog', async () => {
    const form = await openApplication(page, TITLE)
    await fillApplication(form, applicant)
    await submitButton(form).click()
    const retry = form.getByRole('button', { name: 'Try again' })
    await expect(retry).toBeFocused()
    await expect(retry).toHaveAccessibleDescription(/^Submission Failed There was a problem uploading your resume\./)
    await expectFilled(form, applicant)
    await expectUsable(page, 'a failed sending')
    await dismissToast(page)
    await page.keyboard.press('Escape')
    await openApplication(page, TITLE)
    await expect(retry).toBeVisible()
    await expectFilled(form, applicant)
  })
  await test.step('after a reload both forms have their text, and say that the file must be chosen again', async () => {
    await page.keyboard.press('Escape')
    await fillApplication(applicationForm(page), other, null)
    await page.reload()
    const section = applicationForm(page)
    await expect(section.getByLabel('Name')).toHaveValue(other.name)
    await expect(section.getByLabel('Note')).toHaveValue(other.note)
    await expect(section.getByRole('status').first()).toHaveText('')
    const form = await openApplication(page, TITLE)
    await expect(form.getByLabel('Email')).toHaveValue(applicant.email)
    await expect(form.getByRole('status').first()).toContainText('choose your resume again (resume.pdf)')
    await submitButton(form).click()
    await expect(form.getByRole('alert')).toHaveText('Please select a resume file')
    await dismissToast(page)
  })
  await test.step('retried with the button of the message, it is stored once, and nothing is kept any more', async () => {
    const form = applicationForm(page)
    await resumeField(form).setInputFiles(PDF)
    await expect(form.getByRole('status').first()).toHaveText('')
    await submitButton(form).click()
    await expect(form.getByRole('button', { name: 'Try again' })).toBeVisible()
    await page.unroute(SUBMIT_REQUEST)
    await form.getByRole('button', { name: 'Try again' }).click()
    await expectSubmitted(page)
    expect(await storedFor(site, applicant)).toHaveLength(1)
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(applicant.email)
    await page.reload()
    await expectEmpty(await openApplication(page, TITLE))
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).toContain(other.email)
  })
})

test('the Back button closes a dialog, and Forward opens none', async ({ page, site }) => {
  const id = await site.createJob({ title: TITLE })
  const dialogs = page.getByRole('dialog')
  await visit(page, '/')
  await test.step('of the list: details, then the application in its place', async () => {
    await jobCard(page, TITLE).getByRole('button', { name: 'View Details' }).click()
    await dialogs.getByRole('button', { name: 'Apply for This Position' }).click()
    const form = applicationForm(page)
    await expect(page.getByRole('dialog', { name: `Apply for ${TITLE}`, exact: true })).toBeVisible()
    await form.getByLabel('Name').fill('Ana')
    await page.goBack()
    await expect(dialogs).toHaveCount(0)
    await expect(page).toHaveURL('/')
    await expect(jobCard(page, TITLE).getByRole('button', { name: 'View Details' })).toBeFocused()
    await page.goForward()
    await expect(dialogs).toHaveCount(0)
    await page.goBack()
  })
  await test.step('what was typed is there when it is opened again, and Escape leaves no entry behind', async () => {
    const form = await openApplication(page, TITLE)
    await expect(form.getByLabel('Name')).toHaveValue('Ana')
    await page.keyboard.press('Escape')
    await expect(dialogs).toHaveCount(0)
    await expect.poll(() => page.evaluate(() => history.state?.dialog ?? null)).toBeNull()
    await jobCard(page, TITLE).getByRole('link', { name: 'View Full Job Page' }).click()
    await expect(page).toHaveURL(`/jobs/${id}`)
    await page.goBack()
    await expect(page).toHaveURL('/')
    await expect(jobCard(page, TITLE)).toBeVisible()
  })
  await test.step('of a job page that was opened by its address', async () => {
    await visit(page, `/jobs/${id}`)
    await page.getByRole('button', { name: 'Apply Now' }).first().click()
    await expect(dialogs).toBeVisible()
    await page.goBack()
    await expect(dialogs).toHaveCount(0)
    await expect(page).toHaveURL(`/jobs/${id}`)
    await page.goBack()
    await expect(page).toHaveURL('/')
  })
})
