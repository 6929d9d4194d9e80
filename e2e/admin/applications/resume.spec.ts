import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { API } from '../../../contract/wire/paths.ts'
import { APPLICANT, form } from '../../../test/factories.ts'
import { openAdmin, revoke, rowOf, storedToken } from '../../steps/admin-steps.ts'
import { expect, test } from '../../steps/site.ts'
import { expectToast } from '../../steps/steps.ts'

const RESUME = '**/api/applications/*/resume'

test.beforeEach(async ({ site }) => {
  await site.deleteAllApplications()
  await site.deleteAllJobs()
})

test('a download without a token, a network, an application or a session each shows its own message', async ({
  page,
  site,
}) => {
  await site.apply({ name: 'Amy First' })
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  const token = (await storedToken(page)) ?? ''
  const download = rowOf(page, 'Amy First').getByRole('button', { name: 'Download resume of Amy First' })
  await expect(download).toBeVisible()
  // What the page reads by itself would find no session while there is no token, and take the row away once it is deleted.
  const isOtherRead = ({ pathname }: URL) => pathname.startsWith('/api/') && !pathname.endsWith('/resume')
  await page.route(isOtherRead, (route) => (route.request().method() === 'GET' ? route.abort() : route.continue()))
  let requests = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/resume')) requests += 1
  })
  await page.evaluate(() => localStorage.removeItem('authToken'))
  await download.click()
  await expectToast(page, 'Download failed', 'Authentication token not found. Please log in again.')
  expect(requests).toBe(0)
  await expect(page).toHaveURL('/admin/dashboard')

  await page.evaluate((stored) => localStorage.setItem('authToken', stored), token)
  await page.route(RESUME, (route) => route.abort())
  await download.click()
  await expectToast(page, 'Download failed', 'Failed to download resume file')
  await page.unroute(RESUME)

  const saving = page.waitForEvent('download')
  await download.click()
  expect((await saving).suggestedFilename()).toBe('resume.pdf')
  await expectToast(page, 'Resume downloaded')

  await site.deleteAllApplications()
  await download.click()
  await expectToast(page, 'Download failed', 'This application no longer exists.')

  await revoke(page)
  await download.click()
  await expectToast(page, 'Download failed', 'Session expired. Please log in again.')
  await expect(page).toHaveURL('/admin/login')
  expect(await storedToken(page)).toBeNull()
})

test('a PDF has a preview, a Word document can only be downloaded', async ({ page, site, consoleErrors }) => {
  await site.apply({ name: 'Ben Word' }, 'resume.docx')
  await site.apply({ name: 'Amy Paper' })
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  const dialog = page.getByRole('dialog', { name: 'Application Details' })
  await rowOf(page, 'Amy Paper').getByRole('button', { name: 'Details' }).click()
  await expect(dialog.getByText('resume.pdf', { exact: false })).toBeVisible()
  await expect(dialog.getByText('The preview opens in a new tab.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()

  await rowOf(page, 'Ben Word').getByRole('button', { name: 'Details' }).click()
  await expect(dialog.getByText('resume.docx')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Preview' })).toHaveCount(0)
  await expect(dialog.getByText('Only PDF files can be previewed.')).toBeVisible()
  const saving = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'download it' }).click()
  expect((await saving).suggestedFilename()).toBe('resume.docx')
  expect(consoleErrors).toEqual([])
})

test('a preview opens in a new tab, and no click in it navigates the dashboard', async ({ page, site, context }) => {
  const resume = { name: 'resume.pdf', content: await pdfWithLink('https://phishing.example.com/') }
  const body = form({ ...APPLICANT, name: 'Amy First' }, resume)
  expect((await fetch(site.url + API.submitApplication, { method: 'POST', body })).status).toBe(201)
  await context.route('https://phishing.example.com/', (route) => route.fulfill({ body: 'Session expired' }))
  await openAdmin(page, site, '/admin/dashboard', 'Dashboard')
  const dialog = page.getByRole('dialog', { name: 'Application Details' })
  await rowOf(page, 'Amy First').getByRole('button', { name: 'Details' }).click()
  const preview = dialog.getByRole('button', { name: 'Preview' })

  const opening = context.waitForEvent('page')
  await preview.click()
  const tab = await opening
  await expect.poll(() => tab.evaluate(() => window.opener).catch(() => 'not there yet')).toBeNull()
  await expect(preview).not.toHaveAttribute('aria-busy')
  await tab.mouse.click(600, 300)
  await expect(dialog.locator('iframe, embed, object')).toHaveCount(0)
  await expect(page).toHaveURL('/admin/dashboard')
  await tab.close()

  await page.route(RESUME, (route) => route.abort())
  const failing = context.waitForEvent('page')
  await preview.click()
  const failed = await failing
  await expectToast(page, 'Download failed', 'Failed to download resume file')
  expect(failed.isClosed()).toBe(true)
})

/** A resume all of whose page is a link. */
async function pdfWithLink(address: string): Promise<Buffer<ArrayBuffer>> {
  const document = new PDFDocument({ size: 'A4' })
  document.text('Amy First').link(0, 0, document.page.width, document.page.height, address).end()
  return Buffer.from(await buffer(document))
}
