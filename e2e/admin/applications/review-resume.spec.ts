import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Page } from '@playwright/test'
import PDFDocument from 'pdfkit'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { API, pathTo } from '../../../contract/wire/paths.ts'
import { APPLICANT, form } from '../../../test/factories.ts'
import { PHONE } from '../../steps/accessible-steps.ts'
import { address, openReview } from '../../steps/review-steps.ts'
import { expect, type Site, test } from '../../steps/site.ts'
import { expectToast, visit } from '../../steps/steps.ts'

test.beforeEach(async ({ site }) => {
  await site.deleteAllApplications()
  await site.deleteAllJobs()
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
    const marked = () => page.evaluate(() => CSS.highlights.get('searched-words')?.size ?? 0)
    await expect.poll(marked, 'after the text is there').toBeGreaterThan(0)
    const mark = () => getComputedStyle(document.body, '::highlight(searched-words)').backgroundColor
    expect(await page.evaluate(mark)).toContain('227, 160, 40')
    expect(await resume.locator('canvas').count()).toBeLessThan(12)
    await resume.getByText('Ignition screens for forty well pads.').first().click()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
    await page.keyboard.press('Escape')
  })
  await test.step('zoom changes its width, and fits it again', async () => {
    const width = () => resume.getByLabel('Page 1', { exact: true }).evaluate((one) => one.clientWidth)
    const fitted = await width()
    await resume.getByRole('button', { name: 'Zoom in' }).click()
    await expect.poll(width).toBeGreaterThan(fitted)
    await resume.getByRole('button', { name: /^Fit width/ }).click()
    await expect.poll(width).toBe(fitted)
    await page.setViewportSize(PHONE)
    await visit(page, address(amy))
    await expect.poll(width, 'on a phone the page fits').toBeLessThanOrEqual(PHONE.width)
    await page.setViewportSize({ width: 1280, height: 720 })
  })
  await test.step('the next resume was fetched ahead', async () => {
    const ahead = page.waitForResponse(
      (response) => response.url().endsWith('/resume?prefetch=true') && !response.url().includes(`/${amy}/`),
    )
    await visit(page, address(amy))
    await ahead
    const fetched: string[] = []
    page.on('request', (request) => /\/resume(\?|$)/.test(request.url()) && fetched.push(request.url()))
    const reported = page.waitForRequest((request) => request.url().endsWith(`/${amy - 1}/resume-opened`))
    await page.keyboard.press('j')
    await expect(resume.getByText('Sparkplug nodes in the field.')).toBeAttached()
    await reported
    expect(fetched.filter((url) => !url.includes(`/${amy - 2}/`))).toEqual([])
  })
  await test.step('it is printed as text, with the person and what was thought of it', async () => {
    await site.updateApplication(amy, { feedback: 'Knows forty well pads.' })
    const text = page.waitForResponse(`**${pathTo(ADMIN_API.resumeText, amy)}`)
    await visit(page, address(amy))
    await expect(resume.getByRole('listitem')).toHaveCount(12)
    await (await text).finished()
    await expect.poll(async () => (await printedLines(page)).at(-1)).toBe('Ignition screens for forty well pads.')
    const printed = await printedLines(page)
    expect(printed[0]).toBe('Amy First')
    expect(printed).toEqual(expect.arrayContaining([APPLICANT.email, 'Feedback', 'Knows forty well pads.', 'Resume']))
    expect(printed.join()).not.toMatch(/Dashboard|Reject|Zoom|Cid Third/)
    await page.emulateMedia({ media: 'screen' })
    await expect(page.getByRole('article')).toHaveCount(0)
  })
  await test.step('a scan says that it has no text, on its pages and in place of its text', async () => {
    const scan = await applyWith(site, 'Dora Scan', await scanOf(await page.screenshot()))
    await visit(page, address(scan))
    await expect(resume.getByText('This is a scan: it has no text')).toBeVisible()
    await resume.getByRole('button', { name: 'Text' }).click()
    await expect(resume.getByText('This resume has no text: it is a scan.')).toBeVisible()
  })
  await test.step('the text of a PDF stands in place of its pages, with the searched words marked', async () => {
    await visit(page, `${address(amy)}?q=forty`)
    await expect(resume.getByRole('button', { name: 'Text' }), 'the choice is remembered').toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await expect(resume.locator('.resume-sheet')).toContainText('Ignition screens for forty well pads.')
    await expect(resume.getByRole('list')).toHaveCount(0)
    await expect.poll(() => page.evaluate(() => CSS.highlights.get('searched-words')?.size)).toBe(12)
    await resume.getByRole('button', { name: 'Text' }).click()
    await expect(resume.getByRole('listitem')).toHaveCount(12)
  })
  for (const file of ['resume.docx', 'resume.doc']) {
    await test.step(`the text of ${file} appears once the server has read it`, async () => {
      await visit(page, address(await site.apply({ name: file }, file)))
      await expect(resume.locator('.resume-sheet')).toContainText('Renée Castellón')
      await expect(resume.getByRole('button', { name: 'Text' })).toHaveCount(0)
    })
  }
  expect(consoleErrors).toEqual([])
})

test('a resume that cannot be drawn or is not stored says so, and can be downloaded or tried again', async ({
  page,
  site,
}) => {
  const locked = await applyWith(site, 'Amy First', await pdfOf('Secret', 1, 'password'))
  const lost = await site.apply({ name: 'Ben Second' })
  const worded = await site.apply({ name: 'Dora Fourth' }, 'resume.docx')
  await openReview(page, site, locked)
  const resume = page.getByRole('region', { name: 'Resume', exact: true })
  await expect(resume.getByText('This PDF is protected by a password')).toBeVisible()
  const saving = page.waitForEvent('download')
  await page.keyboard.press('d')
  expect((await saving).suggestedFilename()).toBe('resume.pdf')

  const readable = await applyWith(site, 'Cid Third', await pdfOf('Sparkplug nodes in the field.'))
  await page.route('**/api/applications/*/resume', (route) => route.abort())
  await visit(page, address(readable))
  await expect(resume.getByRole('alert')).toContainText('The resume could not be loaded')
  await page.unroute('**/api/applications/*/resume')
  await expect(resume.getByText('Sparkplug nodes in the field.'), 'tried again by itself').toBeAttached({
    timeout: 30_000,
  })

  await page.route(`**${pathTo(ADMIN_API.resumeText, worded)}`, (route) => route.fulfill({ status: 500 }))
  await visit(page, address(worded))
  await expect(resume.getByRole('alert')).toContainText('The text of this resume could not be loaded.')
  await page.unrouteAll()
  await resume.getByRole('button', { name: 'Try again' }).click()
  await expect(resume.locator('.resume-sheet')).toContainText('Renée Castellón')

  // The folder stays: the server stores new files in it.
  const folder = join(site.dataDir, 'resumes')
  await Promise.all((await readdir(folder)).map((name) => rm(join(folder, name))))
  await visit(page, address(lost))
  await expect(resume.getByRole('alert')).toContainText('The resume could not be loaded')
  await expect(resume.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.keyboard.press('5')
  await expectToast(page, 'Status updated')
})

test('a written resume is read under its headings, and printed with the person', async ({ page, site }) => {
  const written = { work: 'Controller, Permian Basin', skills: 'מהנדס בקרה' }
  const response = await fetch(site.url + API.submitApplication, {
    method: 'POST',
    body: form({ ...APPLICANT, ...written }),
  })
  await openReview(page, site, (await response.json()).id)
  const sheet = page.locator('.resume-sheet')
  await expect(sheet.locator('strong')).toHaveText(['Work experience', 'Skills'])
  const charactersOfLine = await sheet.evaluate((element) => {
    const sentence = 'Commissioned forty well pads with the field crew in the Permian Basin.'
    const style = getComputedStyle(element)
    const context = new OffscreenCanvas(1, 1).getContext('2d')
    if (!context) return undefined
    context.font = style.font
    const line = element.clientWidth - Number.parseFloat(style.paddingLeft) - Number.parseFloat(style.paddingRight)
    return Math.floor((line / context.measureText(sentence).width) * sentence.length)
  })
  expect(charactersOfLine).toBeLessThanOrEqual(68)
  await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'))
  const printed = await printedLines(page)
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'light')
  expect(printed[0]).toBe(APPLICANT.name)
  expect(printed.slice(printed.indexOf('Resume') + 1)).toEqual([
    APPLICANT.name,
    `${APPLICANT.email} · ${APPLICANT.phone}`,
    ...['Work experience', written.work, 'Skills', written.skills],
  ])
})

/** What a print of the page has, line by line. */
async function printedLines(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  const printed = await page.evaluate(() => document.body.innerText)
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  return printed.trim().split(/\n+/)
}

/** Applies with a resume of this content; returns the application's id. */
async function applyWith(site: Site, name: string, content: Buffer<ArrayBuffer>): Promise<number> {
  const body = form({ ...APPLICANT, name }, { name: 'resume.pdf', content })
  const response = await fetch(site.url + API.submitApplication, { method: 'POST', body })
  expect(response.status).toBe(201)
  return (await response.json()).id
}

/** A PDF with a sentence on each page. */
async function pdfOf(sentence: string, pages = 1, userPassword?: string): Promise<Buffer<ArrayBuffer>> {
  const document = new PDFDocument({ size: 'A4', ...(userPassword && { userPassword }) })
  for (let page = 1; page <= pages; page += 1) {
    if (page > 1) document.addPage()
    document.text(sentence)
  }
  document.end()
  return Buffer.from(await buffer(document))
}

/** A PDF of one page with a picture alone. */
async function scanOf(picture: Buffer): Promise<Buffer<ArrayBuffer>> {
  const document = new PDFDocument({ size: 'A4' })
  document.image(picture, { width: 400 })
  document.end()
  return Buffer.from(await buffer(document))
}
