import { readFile } from 'node:fs/promises'
import { expect, test } from '../../steps/site.ts'
import {
  applicationForm,
  dismissToast,
  expectEmpty,
  expectFilled,
  expectSubmitted,
  expectToast,
  fillApplication,
  holdRequests,
  jobCard,
  logIn,
  newApplicant,
  openApplication,
  PDF,
  pdfOf,
  resumeField,
  SUBMIT_REQUEST,
  startAgain,
  storedFor,
  submitButton,
  tabTo,
  visit,
} from '../../steps/steps.ts'

const TITLE = 'Ignition Developer'

test.beforeEach(async ({ site }) => site.deleteAllJobs())

test('a visitor applies with a PDF, and a signed-in admin downloads the very same file', async ({ page, site }) => {
  const jobId = await site.createJob({ title: TITLE })
  const applicant = newApplicant()
  await visit(page, '/')
  await fillApplication(await openApplication(page, TITLE), applicant)
  await submitButton(applicationForm(page)).click()
  await expectSubmitted(page)
  expect(await storedFor(site, applicant)).toMatchObject([{ ...applicant, jobId, status: 'pending', archived: false }])
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click()

  await page.getByRole('link', { name: 'Admin', exact: true }).click()
  await logIn(page, site.credentials)
  await expect(page).toHaveURL('/admin/dashboard')
  const row = page.getByRole('row').filter({ hasText: applicant.email })
  await expect(row).toContainText(TITLE)
  const downloading = page.waitForEvent('download')
  await row.getByRole('button', { name: /Download/ }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe(PDF.name)
  expect((await readFile(await download.path())).equals(PDF.buffer)).toBe(true)
  await expectToast(page, 'Resume downloaded')
})

test('both Apply buttons of a job page open a form that carries the job', async ({ page, site }) => {
  const jobId = await site.createJob({ title: TITLE })
  await visit(page, `/jobs/${jobId}`)
  const buttons = page.getByRole('button', { name: /^Apply/ })
  await expect(buttons).toHaveCount(2)
  const dialog = page.getByRole('dialog', { name: `Apply for ${TITLE}`, exact: true })
  for (const button of await buttons.all()) {
    const applicant = newApplicant()
    await button.click()
    await expect(dialog).toBeVisible()
    await fillApplication(applicationForm(page), applicant)
    await submitButton(applicationForm(page)).click()
    await expectSubmitted(page)
    expect(await storedFor(site, applicant)).toMatchObject([{ jobId }])
    await dialog.getByRole('button', { name: 'Close', exact: true }).click()
    await dismissToast(page)
  }
})

test('the page section makes general applications, each of them once', async ({ page, site }) => {
  await visit(page, '/')
  const form = applicationForm(page)
  await test.step('with or without a note, and is empty afterwards', async () => {
    const applicant = { ...newApplicant(), note: '' }
    await expect(form.getByText('Note (optional)')).toBeVisible()
    // The same words twice are two applications, not one retried.
    for (const count of [1, 2]) {
      await fillApplication(form, applicant)
      await submitButton(form).click()
      await expectSubmitted(page)
      await startAgain(page)
      await expect(submitButton(form)).toBeEnabled()
      await dismissToast(page)
      const stored = await storedFor(site, applicant)
      expect(stored).toHaveLength(count)
      expect(stored[0]).toMatchObject({ jobId: null, note: null, resume: { fileName: PDF.name } })
    }
  })
  await test.step('two quick submits store one application', async () => {
    const applicant = newApplicant()
    await fillApplication(form, applicant)
    await submitButton(form).dblclick()
    await expectSubmitted(page)
    expect(await storedFor(site, applicant)).toHaveLength(1)
    await startAgain(page)
    await dismissToast(page)
  })
  await test.step('while sending, the button says Submitting... and cannot be pressed', async () => {
    const applicant = newApplicant()
    const release = await holdRequests(page, SUBMIT_REQUEST)
    await fillApplication(form, applicant)
    await submitButton(form).click()
    await expect(submitButton(form)).toHaveText('Submitting...')
    await expect(submitButton(form)).toBeDisabled()
    await expect(form.getByText('0%')).toBeVisible()
    await form.getByRole('progressbar', { name: 'Upload progress' }).waitFor()
    release()
    await expectSubmitted(page)
    await startAgain(page)
    await expect(submitButton(form)).toHaveText('Submit Application')
    expect(await storedFor(site, applicant)).toHaveLength(1)
    await page.unroute(SUBMIT_REQUEST)
    await dismissToast(page)
  })
  await test.step('on a slow line the progress grows percent by percent', async () => {
    await fillApplication(form, newApplicant(), pdfOf(200_000))
    const line = await page.context().newCDPSession(page)
    const unlimited = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
    // So slow that even a busy machine looks in time; the line is fast again once the progress was seen.
    await line.send('Network.emulateNetworkConditions', { ...unlimited, uploadThroughput: 30_000 })
    await submitButton(form).click()
    const percent = async () => Number.parseInt(await form.getByText(/^\d+%$/).innerText(), 10)
    await expect.poll(percent, { intervals: [20] }).toBeGreaterThan(0)
    const early = await percent()
    expect(early).toBeLessThan(100)
    await expect.poll(percent, { intervals: [20] }).toBeGreaterThan(early)
    await line.send('Network.emulateNetworkConditions', unlimited)
    await expectSubmitted(page)
  })
})

test('the dialog preserves the typed text until it is sent, and then confirms', async ({ page, site }) => {
  await site.createJob({ title: TITLE })
  await visit(page, '/')
  const applicant = newApplicant()
  await test.step('what was typed and chosen outlives a closed dialog', async () => {
    await fillApplication(await openApplication(page, TITLE), applicant)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const form = await openApplication(page, TITLE)
    await expect(form.getByLabel('Email')).toHaveValue(applicant.email)
    await expect(form.getByText(PDF.name)).toBeVisible()
  })
  await test.step('after a success the confirmation stays and has the focus until the dialog is closed', async () => {
    await submitButton(applicationForm(page)).click()
    await expectSubmitted(page)
    const dialog = page.getByRole('dialog', { name: `Apply for ${TITLE}`, exact: true })
    await expect(dialog.getByText(/Your application and resume are safely stored.*APP-\d{4}/)).toBeFocused()
    await expect(applicationForm(page)).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(dialog).toHaveCount(0)
    await expect(jobCard(page, TITLE).getByRole('button', { name: 'Apply Now' })).toBeFocused()
  })
  await test.step('after a success its form is empty when it is opened again', async () => {
    await expectEmpty(await openApplication(page, TITLE))
  })
})

test('a dialog that is closed while it is sending sends once', async ({ page, site }) => {
  const jobId = await site.createJob({ title: TITLE })
  await visit(page, '/')
  await test.step('opened again it is still sending', async () => {
    const applicant = newApplicant()
    const sent: string[] = []
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
    const release = await holdRequests(page, SUBMIT_REQUEST)
    await fillApplication(await openApplication(page, TITLE), applicant)
    await submitButton(applicationForm(page)).click()
    await expect(submitButton(applicationForm(page))).toHaveText('Submitting...')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)

    const form = await openApplication(page, TITLE)
    await expect(submitButton(form)).toHaveText('Submitting...')
    await expect(submitButton(form)).toBeDisabled()
    await expect(form.getByLabel('Email')).toBeDisabled()
    release()
    await expectSubmitted(page)
    await expect(page.getByRole('dialog').getByText(/^Your application and resume/)).toBeVisible()
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await expectEmpty(await openApplication(page, TITLE))
    expect(await storedFor(site, applicant)).toMatchObject([{ jobId }])
    expect(sent).toHaveLength(1)
    await page.keyboard.press('Escape')
    await page.unroute(SUBMIT_REQUEST)
    await dismissToast(page)
  })
  await test.step('what was sent while it stayed closed is not offered again', async () => {
    const applicant = newApplicant()
    const release = await holdRequests(page, SUBMIT_REQUEST)
    await fillApplication(await openApplication(page, TITLE), applicant)
    await submitButton(applicationForm(page)).click()
    await expect(submitButton(applicationForm(page))).toHaveText('Submitting...')
    await page.keyboard.press('Escape')
    release()
    await expectSubmitted(page)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expectEmpty(await openApplication(page, TITLE))
    expect(await storedFor(site, applicant)).toHaveLength(1)
    await page.keyboard.press('Escape')
    await page.unroute(SUBMIT_REQUEST)
    await dismissToast(page)
  })
  await test.step('a failure while it was closed leaves everything for a retry that stores one', async () => {
    const applicant = newApplicant()
    const { promise: closed, resolve: release } = Promise.withResolvers<void>()
    await page.route(SUBMIT_REQUEST, async (route) => {
      await closed
      await route.fetch()
      await route.abort('connectionreset')
    })
    await fillApplication(await openApplication(page, TITLE), applicant)
    await submitButton(applicationForm(page)).click()
    await expect(submitButton(applicationForm(page))).toHaveText('Submitting...')
    await page.keyboard.press('Escape')
    release()
    await expectToast(page, 'Submission Failed')
    await page.unroute(SUBMIT_REQUEST)
    const form = await openApplication(page, TITLE)
    await expectFilled(form, applicant)
    await submitButton(form).click()
    await expectSubmitted(page)
    expect(await storedFor(site, applicant)).toHaveLength(1)
  })
})

test('text and files entered before hydration stay', async ({ page, site }) => {
  const applicant = newApplicant()
  const release = await holdRequests(page, '**/assets/*.js')
  await page.goto('/', { waitUntil: 'commit' })
  const form = applicationForm(page)
  await expect(submitButton(form)).toBeDisabled()
  await fillApplication(form, applicant)
  release()
  await submitButton(form).click()
  await expectSubmitted(page)
  expect(await storedFor(site, applicant)).toMatchObject([applicant])
})

test('keyboard alone finds the posting, fills the form, chooses the file and sends it', async ({ page, site }) => {
  const jobId = await site.createJob({ title: TITLE })
  const applicant = newApplicant()
  // From here on the browser reports file dialogs: asked for only before the key, the first one could be missed.
  page.on('filechooser', () => undefined)
  await visit(page, '/')
  await tabTo(page, jobCard(page, TITLE).getByRole('button', { name: 'Apply Now' }))
  await page.keyboard.press('Enter')
  // Before it is there, the page section's form would be the one that is found.
  await expect(page.getByRole('dialog')).toBeVisible()
  const form = applicationForm(page)
  for (const [label, text] of [
    ['Name', applicant.name],
    ['Email', applicant.email],
    ['Phone', applicant.phone],
    ['Note', applicant.note],
  ] as const) {
    await tabTo(page, form.getByLabel(label))
    await page.keyboard.type(text)
  }
  await tabTo(page, resumeField(form))
  const choosing = page.waitForEvent('filechooser')
  await page.keyboard.press('Space')
  await (await choosing).setFiles(PDF)
  await expect(form.getByText('resume.pdf')).toBeVisible()
  await tabTo(page, submitButton(form))
  await page.keyboard.press('Enter')
  await expectSubmitted(page)
  expect(await storedFor(site, applicant)).toMatchObject([{ ...applicant, jobId }])
})
