import type { Page } from '@playwright/test'
import { expect, test } from '../../steps/site.ts'
import {
  applicationForm,
  expectSubmitted,
  fillApplication,
  newApplicant,
  PDF,
  storedFor,
  submitButton,
  visit,
} from '../../steps/steps.ts'

const TITLE = 'Instrument Technician'

let jobId: number
test.beforeEach(async ({ site }) => {
  await site.deleteAllJobs()
  jobId = await site.createJob({ title: TITLE })
})

test('the first source of a visit is sent with the application, over a reload and other links', async ({
  page,
  site,
}) => {
  await visit(page, '/?source=Newsletter')
  await page.getByRole('link', { name: TITLE, exact: true }).click()
  await expect(page).toHaveURL(`/jobs/${jobId}`)
  await page.reload()
  await visit(page, `/jobs/${jobId}?source=indeed`)
  const applicant = newApplicant()
  await page.getByRole('button', { name: 'Apply Now' }).first().click()
  await fillApplication(applicationForm(page), applicant)
  await submitButton(applicationForm(page)).click()
  await expectSubmitted(page)
  expect(await storedFor(site, applicant)).toMatchObject([{ jobId, source: 'newsletter' }])
})

test('the form at /apply has the source of the visit, whose address it has not', async ({ page, site }) => {
  await visit(page, '/?source=alert')
  await visit(page, `/apply?job=${jobId}`)
  const applicant = newApplicant()
  await send(page, applicant)
  expect(await storedFor(site, applicant)).toMatchObject([{ jobId, source: 'alert' }])
})

test('without JavaScript the source goes from the list over the posting to both forms', async ({
  browser,
  baseURL,
  site,
}) => {
  await using context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) })
  const page = await context.newPage()
  const openPosting = async () => {
    await page.goto('/?source=newsletter')
    await page.getByRole('link', { name: TITLE, exact: true }).click()
    await expect(page).toHaveURL(`/jobs/${jobId}?source=newsletter`)
  }
  const [onPosting, onPage] = [newApplicant(), newApplicant()]
  await openPosting()
  await send(page, onPosting)
  await openPosting()
  await page.getByRole('button', { name: 'Apply Now' }).first().click()
  await expect(page).toHaveURL(`/apply?job=${jobId}&source=newsletter`)
  await send(page, onPage)
  for (const applicant of [onPosting, onPage])
    expect(await storedFor(site, applicant)).toMatchObject([{ jobId, source: 'newsletter' }])
})

/** Fills in the form that the browser itself sends, and waits for its confirmation. */
async function send(page: Page, { name, email, phone }: ReturnType<typeof newApplicant>): Promise<void> {
  const form = applicationForm(page)
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Phone').fill(phone)
  await form.getByLabel('Resume').setInputFiles(PDF)
  await submitButton(form).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Application sent')
}
