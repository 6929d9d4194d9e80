import { readFile, writeFile } from 'node:fs/promises'
import type { Browser, Locator, Page } from '@playwright/test'
import { readReceipt } from '../../../contract/applications/receipt.ts'
import { fixture } from '../../../test/factories.ts'
import { expectUsable } from '../../steps/accessible-steps.ts'
import { test as ownServerTest } from '../../steps/own-server.ts'
import { test as base, expect } from '../../steps/site.ts'
import {
  type Applicant,
  applicationForm,
  newApplicant,
  PDF,
  pdfOf,
  storedFor,
  submitButton,
} from '../../steps/steps.ts'

const TITLE = 'Field Technician'
const TEN_MB = 10 * 1024 * 1024
const CHOOSE_AGAIN = /Please choose your resume again: browsers do not keep the file\./

/** A page of a browser without JavaScript. */
async function plainPage(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) })
  return context.newPage()
}

const test = base.extend<{ plain: Page }>({
  plain: async ({ browser, baseURL }, use) => {
    const page = await plainPage(browser, baseURL)
    await use(page)
    await page.context().close()
  },
})

async function fill(form: Locator, applicant: Applicant, file: typeof PDF | string = PDF): Promise<void> {
  await form.getByLabel('Name').fill(applicant.name)
  await form.getByLabel('Email').fill(applicant.email)
  await form.getByLabel('Phone').fill(applicant.phone)
  await form.getByLabel('Note').fill(applicant.note)
  await form.getByLabel('Resume').setInputFiles(file)
}

async function send(page: Page, applicant: Applicant, file: typeof PDF | string = PDF): Promise<number> {
  const form = applicationForm(page)
  await fill(form, applicant, file)
  const responding = page.waitForResponse((response) => response.request().method() === 'POST')
  await submitButton(form).click()
  return (await responding).status()
}

async function expectTyped(page: Page, { name, email, phone, note }: Applicant): Promise<void> {
  const form = applicationForm(page)
  for (const [label, value] of Object.entries({ Name: name, Email: email, Phone: phone, Note: note })) {
    await expect(form.getByLabel(label)).toHaveValue(value)
  }
}

test.beforeEach(async ({ site }) => site.deleteAllJobs())

test('an applicant without JavaScript applies on the job page and at /apply, and keeps the receipt', async ({
  plain,
  site,
}) => {
  const jobId = await site.createJob({ title: TITLE })
  for (const address of [`/jobs/${jobId}`, '/apply']) {
    await test.step(address, async () => {
      const applicant = newApplicant()
      await plain.goto(address)
      expect(await send(plain, applicant)).toBe(303)
      await expect(plain).toHaveURL(/\/apply\/sent\?link=[\w-]+#result$/)
      await expect(plain.getByRole('heading', { level: 1 })).toHaveText('Application sent')
      const [stored] = await storedFor(site, applicant)
      expect(stored).toMatchObject({
        ...applicant,
        jobId: address === '/apply' ? null : jobId,
        resume: { fileName: PDF.name },
      })
      await expect(
        plain.getByText(/Your application and resume are safely stored\. Your reference is APP-\d{4}\./),
      ).toBeVisible()
      await expect(
        plain.getByText(/^You hear from us by [MTWFS]\w+day, [A-Z]\w+ \d+(?:, \d+)?, either way\.$/),
      ).toBeVisible()
      await plain.getByText('Receipt as text').click()
      const shown = readReceipt(await plain.locator('pre').innerText())
      const downloading = plain.waitForEvent('download')
      await plain.getByRole('link', { name: 'Save receipt' }).click()
      const download = await downloading
      expect(download.suggestedFilename()).toMatch(/^receipt-APP-\d{4}\.json$/)
      const saved = readReceipt(await readFile(await download.path(), 'utf8'))
      expect(saved).toEqual(shown)
      expect(saved).toMatchObject({ email: applicant.email, job: address === '/apply' ? null : TITLE })
    })
  }
  await test.step('a reload, and Back with the same form, store nothing more', async () => {
    const applicant = newApplicant()
    await plain.goto(`/jobs/${jobId}`)
    await send(plain, applicant)
    const heading = plain.getByRole('heading', { level: 1 })
    // A reload before the redirect would take the place of its page.
    await expect(heading).toHaveText('Application sent')
    await plain.reload()
    await expect(heading).toHaveText('Application sent')
    await plain.goBack()
    await expect(applicationForm(plain).getByLabel('Email')).toHaveValue(applicant.email)
    expect(await send(plain, applicant)).toBe(303)
    expect(await storedFor(site, applicant)).toHaveLength(1)
  })
  await test.step('a double click stores one', async () => {
    const applicant = newApplicant()
    await plain.goto('/apply')
    await fill(applicationForm(plain), applicant)
    await submitButton(applicationForm(plain)).dblclick()
    await expect(plain.getByRole('heading', { level: 1 })).toHaveText('Application sent')
    expect(await storedFor(site, applicant)).toHaveLength(1)
  })
})

for (const width of [390, 768, 1440]) {
  test(`the confirmation opens at its heading, ${width} pixels wide`, async ({ plain }) => {
    await plain.setViewportSize({ width, height: 700 })
    await plain.goto('/apply')
    await send(plain, newApplicant())
    const heading = plain.getByRole('heading', { level: 1, name: 'Application sent' })
    await expect(heading).toBeInViewport({ ratio: 1 })
    const [bar, title] = await Promise.all([plain.getByRole('banner').boundingBox(), heading.boundingBox()])
    expect(title?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0))
  })
}

test('a refused form comes back with why at each field, and with what was typed', async ({ plain, site }) => {
  const jobId = await site.createJob({ title: TITLE })
  const form = applicationForm(plain)
  const summary = form.getByRole('alert').filter({ hasText: 'Your application was not sent' })
  await test.step('each message leads to its field', async () => {
    const applicant = { name: 'A', email: 'ana@host', phone: '555', note: '<i>"Quoted"</i>\nand a second line' }
    await plain.goto(`/jobs/${jobId}`)
    expect(await send(plain, applicant)).toBe(400)
    await expect(plain).toHaveURL('/apply#result')
    await expect(plain).toHaveTitle(new RegExp(`^Not sent: Apply for ${TITLE}`))
    await expectTyped(plain, applicant)
    await expect(summary).toBeFocused()
    await expect(summary.getByText(CHOOSE_AGAIN)).toBeVisible()
    for (const [label, message] of [
      ['Name', 'Name is required'],
      ['Email', 'Invalid email address'],
      ['Phone', 'Valid phone number is required'],
    ] as const) {
      await expect(form.getByLabel(label)).toHaveAccessibleDescription(message)
      await summary.getByRole('link', { name: message }).click()
      await expect(form.getByLabel(label)).toBeFocused()
      await expect(form.getByLabel(label)).toBeInViewport()
    }
  })
  await test.step('the corrected form is stored for the same posting', async () => {
    const applicant = newApplicant()
    expect(await send(plain, applicant)).toBe(303)
    expect(await storedFor(site, applicant)).toMatchObject([{ jobId }])
  })
  for (const [what, file, status, message] of [
    ['a renamed program', fixture('program.exe'), 415, 'Please upload a PDF or Word document'],
    ['an empty file', Buffer.alloc(0), 400, /^The resume file is empty/],
    ['10 MB and a byte', pdfOf(TEN_MB + 1).buffer, 413, /^The resume is larger than 10 MB/],
    ['60 MB', pdfOf(6 * TEN_MB).buffer, 413, /^The resume is larger than 10 MB/],
  ] as const) {
    await test.step(what, async () => {
      const applicant = newApplicant()
      await plain.goto('/apply')
      // Playwright hands over large files only from the disk.
      const path = test.info().outputPath('cv.pdf')
      await writeFile(path, file)
      expect(await send(plain, applicant, path)).toBe(status)
      await expectTyped(plain, applicant)
      await expect(summary.getByRole('link', { name: message })).toBeVisible()
      await expect(form.getByLabel('Resume')).toHaveAttribute('aria-invalid', 'true')
      expect(await storedFor(site, applicant)).toEqual([])
    })
  }
})

test('a position that closes meanwhile is said to be closed, and the form goes on as a general application', async ({
  plain,
  site,
}) => {
  const jobId = await site.createJob({ title: TITLE })
  const applicant = newApplicant()
  await plain.goto('/')
  await plain.getByRole('button', { name: 'Apply Now' }).first().click()
  await expect(plain).toHaveURL(`/apply?job=${jobId}`)
  await site.updateJob(jobId, { isActive: false })
  expect(await send(plain, applicant)).toBe(410)
  await expect(applicationForm(plain).getByRole('alert').first()).toContainText('This position is no longer open')
  await expect(plain.getByRole('heading', { level: 1 })).toHaveText('Apply without a posting')
  await expectTyped(plain, applicant)
  expect(await send(plain, applicant)).toBe(303)
  expect(await storedFor(site, applicant)).toMatchObject([{ jobId: null }])

  expect((await plain.goto(`/apply?job=${jobId}`))?.status()).toBe(404)
  await expect(plain.getByRole('heading', { level: 1 })).toHaveText('Job Not Found')
  await plain.getByRole('link', { name: 'apply without a posting' }).click()
  await expect(applicationForm(plain)).toBeVisible()
})

test('the pages of the form are accessible, from 320 to 2560 px, light and dark', async ({
  page,
  site,
  consoleErrors,
}) => {
  const jobId = await site.createJob({ title: 'Senior SCADA Integration and Commissioning Engineer (Permian Basin)' })
  await page.goto(`/apply?job=${jobId}`)
  await expectUsable(page, 'the form')
  await send(page, { ...newApplicant(), name: 'A', email: 'ana@host', phone: '555' })
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expectUsable(page, 'a refused form')
  await page.goto('/apply')
  await send(page, newApplicant())
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Application sent')
  await expectUsable(page, 'the confirmation')
  await page.goto('/apply/sent?link=none')
  await expectUsable(page, 'a confirmation that has ended')
  expect(consoleErrors.filter((error) => !/status of (400|404)/.test(error))).toEqual([])
})

ownServerTest(
  'while the server is stopped nothing typed is lost, and sending again stores it once',
  async ({ browser, ownServer }) => {
    const plain = await plainPage(browser, ownServer.site.url)
    const applicant = newApplicant()
    await plain.goto('/apply')
    await fill(applicationForm(plain), applicant)
    await ownServer.kill()
    await submitButton(applicationForm(plain)).click()
    await expect(plain).not.toHaveTitle(/Apply/)
    await ownServer.startAgain()
    await plain.goBack()
    await expectTyped(plain, applicant)
    expect(await send(plain, applicant)).toBe(303)
    expect(await storedFor(ownServer.site, applicant)).toHaveLength(1)
    await plain.context().close()
  },
)

test('pages that need JavaScript say so, and whom to write to', async ({ plain }) => {
  for (const path of ['/my-application', '/recovery']) {
    await plain.goto(path)
    const notice = plain.locator('main noscript p')
    await expect(notice).toBeVisible()
    await expect(notice).toContainText('needs JavaScript')
    await expect(notice.locator('a')).toHaveAttribute('href', /^mailto:/)
    await expect(plain.getByRole('main').getByRole('status')).toBeHidden()
    await expect(plain.getByRole('button', { name: 'Resubmit Application' })).toBeHidden()
  }
})
