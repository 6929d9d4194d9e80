import type { Route } from '@playwright/test'
import { expect, test } from '../../steps/site.ts'
import {
  applicationForm,
  dismissToast,
  expectFilled,
  expectSubmitted,
  expectToast,
  fillApplication,
  newApplicant,
  openApplication,
  PDF,
  SUBMIT_REQUEST,
  startAgain,
  storedFor,
  submitButton,
  visit,
  waitForToaster,
} from '../../steps/steps.ts'

const NETWORK = 'Network error occurred. Please check your connection and try again.'
const GENERAL = 'There was a problem uploading your resume. Please try again.'
const TIMEOUT_MS = 120_000

type Failure = { what: string; text: string; fail: (route: Route) => Promise<void> }

const FAILURES: Failure[] = [
  { what: 'the network is cut', text: NETWORK, fail: (route) => route.abort('connectionreset') },
  {
    what: 'the first response is lost',
    text: NETWORK,
    fail: async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
  },
]

const TRY_LATER = 'Too many applications from this address. Please try again in an hour.'

const WRONG_RESPONSES = [
  { text: GENERAL, response: { status: 200, json: {} } },
  { text: GENERAL, response: { status: 400, json: { message: 'Invalid input', code: 'invalid_request' } } },
  { text: TRY_LATER, response: { status: 429, json: { message: TRY_LATER, code: 'too_many_requests' } } },
  { text: GENERAL, response: { status: 500, json: { message: 'Something broke inside', code: 'internal' } } },
  { text: GENERAL, response: { status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' } },
]

test('a failure shows a toast, the form preserves everything, and a retry stores one application', async ({
  page,
  context,
  site,
}) => {
  await visit(page, '/')
  const form = applicationForm(page)
  for (const { what, text, fail } of FAILURES) {
    await test.step(`when ${what}`, async () => {
      const applicant = newApplicant()
      await page.route(SUBMIT_REQUEST, fail)
      await fillApplication(form, applicant)
      await submitButton(form).click()
      await expectToast(page, 'Submission Failed', text)
      await expectFilled(form, applicant)

      await page.unroute(SUBMIT_REQUEST)
      await submitButton(form).click()
      await expectSubmitted(page)
      const [stored, ...others] = await storedFor(site, applicant)
      expect(stored).toMatchObject({ ...applicant, resume: { fileName: PDF.name, size: PDF.buffer.length } })
      expect(others).toEqual([])
      await startAgain(page)
      await dismissToast(page)
    })
  }
  await test.step('a cut that a retry heals is never shown', async () => {
    const applicant = newApplicant()
    await page.route(SUBMIT_REQUEST, (route) => route.abort('connectionreset'), { times: 1 })
    await fillApplication(form, applicant)
    await submitButton(form).click()
    await expectSubmitted(page)
    expect(await storedFor(site, applicant)).toHaveLength(1)
    await startAgain(page)
    await dismissToast(page)
  })
  await test.step('after every status but 201 the form preserves everything, and a retry stores one application', async () => {
    const applicant = newApplicant()
    await fillApplication(form, applicant)
    for (const { response, text } of WRONG_RESPONSES) {
      await page.route(SUBMIT_REQUEST, (route) => route.fulfill(response))
      await submitButton(form).click()
      await expectToast(page, 'Submission Failed', text)
      await expectFilled(form, applicant)
      await page.unroute(SUBMIT_REQUEST)
      await dismissToast(page)
    }
    await submitButton(form).click()
    await expectSubmitted(page)
    expect(await storedFor(site, applicant)).toHaveLength(1)
    await startAgain(page)
    await dismissToast(page)
  })
  await test.step('without any network the first notice still shows, and the form can be sent once it is back', async () => {
    const applicant = newApplicant()
    await fillApplication(form, applicant)
    await waitForToaster(page)
    await context.setOffline(true)
    await submitButton(form).click()
    await expectToast(page, 'Submission Failed', NETWORK)
    await expectFilled(form, applicant)

    await context.setOffline(false)
    await submitButton(form).click()
    await expectSubmitted(page)
    expect(await storedFor(site, applicant)).toHaveLength(1)
  })
})

test('an upload of two minutes times out, and a retry stores one application', async ({ page, site }) => {
  const applicant = newApplicant()
  let attempts = 0
  await page.clock.install()
  await page.route(SUBMIT_REQUEST, () => {
    attempts += 1
  })
  await visit(page, '/')
  const form = applicationForm(page)
  await fillApplication(form, applicant)
  await submitButton(form).click()
  await expect.poll(() => attempts).toBe(1)
  await page.clock.fastForward(TIMEOUT_MS - 10_000)
  await expect(submitButton(form)).toHaveText('Submitting...')
  await page.clock.fastForward(10_000)
  // One retry is the rule for writes; the time counts per attempt.
  await expect.poll(() => attempts).toBe(2)
  await page.clock.fastForward(TIMEOUT_MS)
  await expectToast(page, 'Upload Timeout', 'The upload took too long. Please try again with a smaller file.')
  await expectFilled(form, applicant)

  await page.unroute(SUBMIT_REQUEST)
  await submitButton(form).click()
  await expectSubmitted(page)
  expect(await storedFor(site, applicant)).toHaveLength(1)
})

test('in the dialog, too, a failure preserves the form, and a retry stores one application', async ({ page, site }) => {
  await site.deleteAllJobs()
  const id = await site.createJob({ title: 'Controls Technician' })
  await visit(page, '/')
  await test.step('when the job closed while the dialog was open', async () => {
    const applicant = newApplicant()
    const form = await openApplication(page, 'Controls Technician')
    await fillApplication(form, applicant)
    await site.updateJob(id, { status: 'filled' })
    const responsePromise = page.waitForResponse(SUBMIT_REQUEST)
    await submitButton(form).click()
    const response = await responsePromise
    expect(response.status()).toBe(409)
    const { message } = (await response.json()) as { message: string }
    expect(message).toMatch(/closed|no longer/)
    await expectToast(page, 'Submission Failed', message)
    await expectFilled(form, applicant)
    expect(await storedFor(site, applicant)).toHaveLength(0)

    await site.updateJob(id, { status: 'active', isActive: true })
    await submitButton(form).click()
    await expectSubmitted(page)
    expect(await storedFor(site, applicant)).toMatchObject([{ jobId: id }])
    await page.getByRole('button', { name: 'Close dialog' }).click()
    await dismissToast(page)
  })
  await test.step('when the response was lost', async () => {
    const applicant = newApplicant()
    await page.route(SUBMIT_REQUEST, async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    const form = await openApplication(page, 'Controls Technician')
    await fillApplication(form, applicant)
    await submitButton(form).click()
    await expectToast(page, 'Submission Failed', NETWORK)
    await page.unroute(SUBMIT_REQUEST)
    // Even by way of closing the dialog and opening it again.
    await page.getByRole('button', { name: 'Close dialog' }).click()
    const again = await openApplication(page, 'Controls Technician')
    await expectFilled(again, applicant)
    await submitButton(again).click()
    await expectSubmitted(page)
    expect(await storedFor(site, applicant)).toMatchObject([{ jobId: id }])
    expect(await storedFor(site, applicant)).toHaveLength(1)
  })
})
