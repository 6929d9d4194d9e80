import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Page } from '@playwright/test'
import PDFDocument from 'pdfkit'
import { API, pathTo } from '../../../contract/paths.ts'
import { APPLICANT, form } from '../../../test/factories.ts'
import { expectNoOverflow, expectNoViolations, lowTargets, PHONE } from '../../steps/accessible-steps.ts'
import { openAdmin, refuse, revoke, rowOf } from '../../steps/admin-steps.ts'
import { expect, type Site, test } from '../../steps/site.ts'
import { expectToast, logIn, tabTo, visit } from '../../steps/steps.ts'

const DETAILS = '**/api/applications/*'

test.beforeEach(async ({ site }) => {
  await site.deleteAllApplications()
  await site.deleteAllJobs()
})

test('ten applications are decided in at most 15 keys, and Z takes the last one back', async ({ page, site }) => {
  const names = Array.from({ length: 12 }, (_, index) => `Applicant ${String.fromCharCode(65 + index)}`)
  await site.insertApplicants(names.map((name, index) => ({ name, created_at: dayOf(index) })))
  let keys = 0
  const press = async (key: string) => {
    keys += 1
    await page.keyboard.press(key)
  }
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  await tabTo(page, page.getByRole('link', { name: 'Review 12' }))
  await test.step('ten decisions, of which one invites to an interview without a date', async () => {
    await press('Enter')
    const decided = names.toReversed().slice(0, 10)
    for (const [index, name] of decided.entries()) {
      await expectShown(page, name)
      await expect(page.getByText(`1 of ${12 - index}`)).toBeVisible()
      await press(index === 4 ? '3' : '5')
      if (index !== 4) continue
      await expect(page.getByLabel('Interview Date')).toBeFocused()
      await press('Control+Enter')
    }
    expect(keys).toBeLessThanOrEqual(15)
    await expectShown(page, 'Applicant B')
    await expectToast(page, 'Status updated', 'Application status changed to rejected')
    await expect.poll(() => statuses(site)).toEqual({ rejected: 9, interview: 1, pending: 2 })
  })
  await test.step('Z, the toast and the history each take a decision back', async () => {
    await press('z')
    await expectToast(page, 'Change undone')
    await expectShown(page, 'Applicant C')
    await expect(page.getByText('1 of 3')).toBeVisible()
    await press('5')
    await expectToast(page, 'Status updated')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expectToast(page, 'Change undone')
    await expectShown(page, 'Applicant C')
    await press('e')
    await expectToast(page, 'Application archived')
    await expectShown(page, 'Applicant B')
    await page.goBack()
    await expectShown(page, 'Applicant C')
    await page.getByText('History', { exact: true }).click()
    await page
      .getByRole('list', { name: 'History, newest first' })
      .getByRole('button', { name: 'Undo' })
      .first()
      .click()
    await expectToast(page, 'Change undone')
    await expect.poll(() => statuses(site)).toEqual({ rejected: 8, interview: 1, pending: 3 })
  })
  await test.step('J and K move without deciding, Back and Forward too, a reload stays, Esc leaves', async () => {
    await page.keyboard.press('j')
    await expectShown(page, 'Applicant B')
    await page.keyboard.press('k')
    await expectShown(page, 'Applicant C')
    await page.goBack()
    await expectShown(page, 'Applicant B')
    await page.goForward()
    await expectShown(page, 'Applicant C')
    await page.reload()
    await expectShown(page, 'Applicant C')
    await page.keyboard.press('Escape')
    await expect(rowOf(page, 'Applicant C')).toBeVisible()
  })
  await test.step('the list of keys switches them off, and a reload remembers it', async () => {
    await rowOf(page, 'Applicant C').focus()
    await page.keyboard.press('Enter')
    await expectShown(page, 'Applicant C')
    await page.keyboard.press('?')
    const list = page.getByRole('dialog', { name: 'Keys' })
    await expect(list.getByRole('row', { name: '5 Mark as Rejected' })).toBeVisible()
    await page.keyboard.press('5')
    await list.getByLabel('Use single keys').uncheck()
    await page.keyboard.press('Escape')
    await expect(list).toHaveCount(0)
    await page.keyboard.press('j')
    await page.reload()
    await page.keyboard.press('5')
    await expectShown(page, 'Applicant C')
    expect(await statuses(site)).toEqual({ rejected: 8, interview: 1, pending: 3 })
  })
})

test('feedback saves itself, and outlives a reload, a lost network and an expired session', async ({
  page,
  context,
  site,
}) => {
  const { amy, ben } = await twoApplicants(site)
  const feedback = page.getByLabel('Feedback', { exact: true })
  await openReview(page, site, amy)
  await test.step('after a pause, with who and when; no key acts while typing', async () => {
    await page.keyboard.press('f')
    await page.keyboard.type('Strong on tags 15.')
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await expect(page.getByText(/^Last saved by admin, /)).toBeVisible()
    expect(await stored(site, amy)).toMatchObject({ feedback: 'Strong on tags 15.', status: 'pending' })
  })
  await test.step('moving on before the pause saves at once', async () => {
    await feedback.pressSequentially(' Fast.')
    await page.keyboard.press('Control+Enter')
    await expectShown(page, 'Ben Second')
    await expect.poll(async () => (await stored(site, amy))?.feedback).toBe('Strong on tags 15. Fast.')
  })
  await test.step('a reload before the pause, and without a network', async () => {
    await context.setOffline(true)
    await feedback.fill('Written on the train.')
    await expect(page.getByText('Not saved, trying again')).toBeVisible()
    await refuse(page, DETAILS, 'PATCH')
    await context.setOffline(false)
    await page.reload()
    await expect(feedback).toHaveValue('Written on the train.')
    await page.unroute(DETAILS)
    await expect(page.getByText('Saved', { exact: true })).toBeVisible({ timeout: 15_000 })
    expect((await stored(site, ben))?.feedback).toBe('Written on the train.')
  })
  await test.step('what could not be saved before moving on is marked, and saved later', async () => {
    await refuse(page, DETAILS, 'PATCH')
    await feedback.fill('Written in the tunnel.')
    await page.keyboard.press('Control+Enter')
    await openFromQueue(page, 'Amy First')
    await expect(page.getByText('Feedback not saved, trying again')).toBeVisible()
    await page.unroute(DETAILS)
    await expect(page.getByText('Feedback not saved, trying again')).toHaveCount(0, { timeout: 15_000 })
    expect((await stored(site, ben))?.feedback).toBe('Written in the tunnel.')
  })
  await test.step('an expired session leads to the login and back to the text', async () => {
    await revoke(page)
    await feedback.fill('Typed as the session ended.')
    await expectToast(page, 'Session expired. Please log in again.')
    await logIn(page, site.credentials)
    await expectShown(page, 'Amy First')
    await expect(feedback).toHaveValue('Typed as the session ended.')
    await expect.poll(async () => (await stored(site, amy))?.feedback).toBe('Typed as the session ended.')
  })
  await test.step('more than 10,000 characters are refused with the number, and nothing is cut', async () => {
    await feedback.fill('x'.repeat(10_012))
    await expect(page.getByText('Feedback must be at most 10,000 characters: 12 too many')).toBeVisible()
    await expect(feedback).toHaveValue('x'.repeat(10_012))
    await feedback.fill('x'.repeat(10_000))
    await expect(page.getByText('10,000 of 10,000 characters')).toBeVisible()
    await expect.poll(async () => (await stored(site, amy))?.feedback?.length).toBe(10_000)
  })
})

test('a decision that is refused comes back, with its reason', async ({ page, context, site }) => {
  const { amy } = await twoApplicants(site)
  await openReview(page, site, amy)
  await test.step('without a network', async () => {
    // The code of notices is loaded after the page.
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await page.keyboard.press('5')
    await expectShown(page, 'Ben Second')
    await expectToast(page, 'Update failed', 'Failed to update application status')
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Show' }).click()
    await expectShown(page, 'Amy First')
    await expect(page.getByText('1 of 2')).toBeVisible()
    expect((await stored(site, amy))?.status).toBe('pending')
  })
  await test.step('another admin decided meanwhile: the stored status is shown, and this admin chooses', async () => {
    await site.updateApplication(amy, { status: 'interview' })
    await page.keyboard.press('5')
    await expectToast(page, 'Update failed', 'was changed by another admin meanwhile.')
    await page.getByRole('button', { name: 'Show' }).click()
    const notice = page.getByRole('region', { name: 'Edit conflict' })
    await expect(notice.getByRole('definition')).toHaveText('interview')
    expect((await stored(site, amy))?.status).toBe('interview')
    await notice.getByRole('button', { name: 'Save my version' }).click()
    await expect.poll(async () => (await stored(site, amy))?.status).toBe('rejected')
  })
  await test.step('feedback that another admin wrote is no conflict with a decision', async () => {
    const ben = (await site.applications()).find(({ name }) => name === 'Ben Second')?.id ?? 0
    await visit(page, address(ben))
    await expectShown(page, 'Ben Second')
    await site.updateApplication(ben, { feedback: 'From the other desk' })
    await page.keyboard.press('4')
    await expectToast(page, 'Status updated', 'Application status changed to hired')
    expect(await stored(site, ben)).toMatchObject({ status: 'hired', feedback: 'From the other desk' })
  })
})

test('an application that is unknown, deleted, archived or in quarantine says so, and leads on', async ({
  page,
  site,
}) => {
  const { amy, ben } = await twoApplicants(site)
  await site.insertApplicants([{ name: 'Bot', quarantined: 1 }])
  await openReview(page, site, amy)
  for (const id of ['999999', '0', 'x', '99999999999']) {
    await visit(page, `/admin/applications/${id}`)
    await expect(page.getByRole('heading', { name: 'This application no longer exists.' })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Review Amy First' }).click()
  await expectShown(page, 'Amy First')
  await page.request.delete(pathTo(API.adminApplication, amy), { headers: await bearerOf(page) })
  await page.keyboard.press('5')
  await expectToast(page, 'Update failed', 'no longer exists.')
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'This application no longer exists.' })).toBeVisible()

  await site.updateApplication(ben, { archived: true })
  await visit(page, address(ben))
  await expectShown(page, 'Ben Second')
  await expect(page.getByRole('region', { name: 'Ben Second' }).getByText('archived')).toBeVisible()
  await page.getByRole('button', { name: 'Unarchive Application' }).click()
  await expectToast(page, 'Application unarchived')

  const quarantined = await page.request.get(`${API.applications}?quarantined=true`, { headers: await bearerOf(page) })
  const [{ id }] = await quarantined.json()
  await visit(page, `${address(id)}?tab=quarantine`)
  await expectShown(page, 'Bot')
  await expect(page.getByRole('group', { name: 'Decision' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Not Spam' }).click()
  await expectToast(page, 'Application released from quarantine')
})

test('a resume is drawn with its text, and the next one is ready before it is opened', async ({
  page,
  site,
  consoleErrors,
}) => {
  await applyWith(site, 'Cid Third', await pdfOf('Ladder logic since 2011.'))
  await applyWith(site, 'Ben Second', await pdfOf('Sparkplug nodes in the field.'))
  const amy = await applyWith(site, 'Amy First', await pdfOf('Ignition screens for forty well pads.', 12))
  await openReview(page, site, amy, '?q=amy+forty')
  const resume = page.getByRole('region', { name: 'Resume', exact: true })
  await test.step('its text can be selected and found, and keys act while it has the focus', async () => {
    await expect(resume.getByText('Ignition screens for forty well pads.').first()).toBeAttached()
    await expect(resume.getByRole('listitem')).toHaveCount(12)
    expect(await page.evaluate(() => CSS.highlights.get('searched-words')?.size ?? 0)).toBeGreaterThan(0)
    expect(await resume.locator('canvas').count()).toBeLessThan(12)
    await resume.getByText('Ignition screens for forty well pads.').first().click()
    await page.keyboard.press('?')
    await page.keyboard.press('Escape')
  })
  await test.step('zoom changes its width, and fits it again', async () => {
    const width = () => resume.getByLabel('Page 1', { exact: true }).evaluate((one) => one.clientWidth)
    const fitted = await width()
    await resume.getByRole('button', { name: 'Zoom in' }).click()
    await expect.poll(width).toBeGreaterThan(fitted)
    await resume.getByRole('button', { name: /^Fit width/ }).click()
    await expect.poll(width).toBe(fitted)
  })
  await test.step('the next resume was fetched ahead', async () => {
    await visit(page, address(amy))
    await page.waitForResponse((response) => response.url().endsWith('/resume') && !response.url().includes(`/${amy}/`))
    const fetched: string[] = []
    page.on('request', (request) => request.url().endsWith('/resume') && fetched.push(request.url()))
    await page.keyboard.press('j')
    await expect(resume.getByText('Sparkplug nodes in the field.')).toBeAttached()
    expect(fetched.filter((url) => !url.includes(`/${amy - 2}/`))).toEqual([])
  })
  await test.step('a scan says that it has no text', async () => {
    const scan = await applyWith(site, 'Dora Scan', await pdfOf(null))
    await visit(page, address(scan))
    await expect(resume.getByText('This is a scan: it has no text')).toBeVisible()
  })
  expect(consoleErrors).toEqual([])
})

test('a resume that cannot be drawn or is not stored says so, and can be downloaded or tried again', async ({
  page,
  site,
}) => {
  const locked = await applyWith(site, 'Amy First', await pdfOf('Secret', 1, 'password'))
  const lost = await site.apply({ name: 'Ben Second' })
  await openReview(page, site, locked)
  const resume = page.getByRole('region', { name: 'Resume', exact: true })
  await expect(resume.getByText('This PDF is protected by a password')).toBeVisible()
  const saving = page.waitForEvent('download')
  await page.keyboard.press('d')
  expect((await saving).suggestedFilename()).toBe('resume.pdf')

  // The folder stays: the server stores new files in it.
  const folder = join(site.dataDir, 'resumes')
  await Promise.all((await readdir(folder)).map((name) => rm(join(folder, name))))
  await visit(page, address(lost))
  await expect(resume.getByRole('alert')).toContainText('The resume could not be loaded')
  await expect(resume.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.keyboard.press('5')
  await expectToast(page, 'Status updated')
})

test('the review page is accessible, wide and on a phone', async ({ page, site }) => {
  const jobId = String(await site.createJob({ title: 'SCADA Integration Engineer' }))
  await site.apply({ name: 'Amy Again', email: 'amy@example.com' })
  const amy = await site.apply({ name: 'Amy First', email: 'AMY@example.com', jobId })
  await openReview(page, site, amy)
  await expect(page.getByRole('heading', { name: 'Requirements' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Other applications of this person' })).toBeVisible()
  await expect(page.getByText(/same email/)).toBeVisible()
  await page.setViewportSize({ width: 1440, height: 900 })
  await expectNoViolations(page, 'review')
  await expectNoOverflow(page, 'review')
  await page.setViewportSize(PHONE)
  expect(await lowTargets(page), 'on a phone').toEqual([])
  await expect(page.getByRole('button', { name: 'Mark as Rejected' })).toBeInViewport()
  await page.getByRole('button', { name: 'Person', exact: true }).click()
  await expect(page.getByLabel('Feedback', { exact: true })).toBeVisible()
  await expectNoViolations(page, 'review of a person on a phone')
  expect(await lowTargets(page), 'of a person on a phone').toEqual([])
})

function address(id: number): string {
  return `/admin/applications/${id}`
}

async function openReview(page: Page, site: Site, id: number, query = ''): Promise<void> {
  await site.signIn(page)
  await visit(page, address(id) + query)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

async function openFromQueue(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Queue' }).getByRole('link', { name }).click()
  await expectShown(page, name)
}

async function expectShown(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
}

async function twoApplicants(site: Site): Promise<{ amy: number; ben: number }> {
  await site.insertApplicants([
    { name: 'Ben Second', created_at: dayOf(0) },
    { name: 'Amy First', created_at: dayOf(1) },
  ])
  const ids = new Map((await site.applications()).map(({ name, id }) => [name, id]))
  return { amy: ids.get('Amy First') ?? 0, ben: ids.get('Ben Second') ?? 0 }
}

async function stored(site: Site, id: number) {
  return (await site.applications()).find((one) => one.id === id)
}

/** How many applications have each status, without the archived ones. */
async function statuses(site: Site): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { status, archived } of await site.applications()) {
    if (!archived) counts[status] = (counts[status] ?? 0) + 1
  }
  return counts
}

async function bearerOf(page: Page): Promise<Record<string, string>> {
  return { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('authToken'))}` }
}

/** Applies with a resume of this content; returns the application's id. */
async function applyWith(site: Site, name: string, content: Buffer<ArrayBuffer>): Promise<number> {
  const body = form({ ...APPLICANT, name }, { name: 'resume.pdf', content })
  const response = await fetch(site.url + API.submitApplication, { method: 'POST', body })
  expect(response.status).toBe(201)
  return (await response.json()).id
}

/** A PDF with a sentence on each page, or with a line drawing alone. */
async function pdfOf(sentence: string | null, pages = 1, userPassword?: string): Promise<Buffer<ArrayBuffer>> {
  const document = new PDFDocument({ size: 'A4', ...(userPassword && { userPassword }) })
  for (let page = 1; page <= pages; page += 1) {
    if (page > 1) document.addPage()
    if (sentence === null) document.rect(60, 60, 300, 200).stroke()
    else document.text(sentence)
  }
  document.end()
  return Buffer.from(await buffer(document))
}

/** Days of one month, so that a later application comes first in the list. */
function dayOf(index: number): string {
  return new Date(Date.UTC(2026, 5, 1 + index)).toISOString()
}
