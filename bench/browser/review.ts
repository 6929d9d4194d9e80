import { buffer } from 'node:stream/consumers'
import { type Browser, expect, type Page } from '@playwright/test'
import PDFDocument from 'pdfkit'
import { ADMIN_API, ADMIN_PAGE } from '../../contract/wire/admin-paths.ts'
import { API, pathTo } from '../../contract/wire/paths.ts'
import { APPLICANT, form } from '../../test/factories.ts'
import type { Bench } from '../bench.ts'
import { print } from '../figures/print.ts'
import { median } from '../figures/rounds.ts'
import { type SeededSite, startSeededSite } from '../site/seeded-site.ts'
import { paintTimes, watchPaints } from './paint-times.ts'
import { withBrowser } from './with-browser.ts'

const RESUMES = 12
const PAGES = 2
const LINES = 40
const AIM_MS = { median: 100, worst: 200 }

/** Measures how long the review page takes from the key to the painted page of a PDF that was prepared ahead. */
export async function printReview({ folder }: Bench): Promise<void> {
  const { server, site } = await startSeededSite(folder, 0)
  try {
    const times = await withBrowser((browser) => measureMoves(browser, site))
    const measured = `median ${median(times).toFixed(0)} ms, worst ${Math.max(...times).toFixed(0)} ms`
    const what = `review, from key to painted page of a prepared PDF (${times.length} moves)`
    const isMet = median(times) <= AIM_MS.median && Math.max(...times) <= AIM_MS.worst
    print(what, measured, `median ${AIM_MS.median} ms, worst ${AIM_MS.worst} ms`, isMet)
  } finally {
    await server.end('SIGTERM')
  }
}

async function measureMoves(browser: Browser, site: SeededSite['site']): Promise<number[]> {
  const ids: number[] = []
  for (let index = 0; index < RESUMES; index += 1) {
    const body = form(
      { ...APPLICANT, name: `Applicant ${index}` },
      { name: 'resume.pdf', content: await resume(index) },
    )
    const response = await fetch(site.url + API.submitApplication, { method: 'POST', body })
    ids.push(((await response.json()) as { id: number }).id)
  }
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, baseURL: site.url })
  await site.signIn(page)
  await page.goto(pathTo(ADMIN_PAGE.review, ids.at(-1) ?? 0))
  await expect(page.locator('.pdf-picture').first()).toBeVisible()
  await watchPaints(page, 'keydown', nextPicture)
  for (let move = 1; move < RESUMES; move += 1) {
    await isPrepared(page, ids.at(-1 - move) ?? 0)
    await page.keyboard.press('j')
    await expect.poll(async () => (await paintTimes(page)).length).toBe(move)
  }
  return paintTimes(page)
}

/** Two pages of text, as a resume has them. */
async function resume(index: number): Promise<Buffer<ArrayBuffer>> {
  const document = new PDFDocument({ size: 'A4' })
  for (let page = 1; page <= PAGES; page += 1) {
    if (page > 1) document.addPage()
    document.fontSize(10)
    for (let line = 0; line < LINES; line += 1)
      document.text(`Applicant ${index}: Ignition, MQTT and Sparkplug B, ${line}`)
  }
  document.end()
  return Buffer.from(await buffer(document))
}

/** Runs in the page: whether a new picture is in place, and after the frame, whether a page is drawn on it. */
function nextPicture(): (isAfterFrame: boolean) => boolean {
  const first = () => document.querySelector<HTMLCanvasElement>('.pdf-page .pdf-picture')
  const before = first()
  return (isAfterFrame) => {
    const canvas = first()
    if (!canvas || canvas === before) return false
    if (!isAfterFrame) return true
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data
    return pixels?.some((value) => value > 0) ?? false
  }
}

/** Waits until the next resume has been fetched and drawn in the background. */
async function isPrepared(page: Page, id: number): Promise<void> {
  const isFetched = () =>
    page.evaluate(
      (address) => performance.getEntriesByType('resource').some(({ name }) => new URL(name).pathname === address),
      pathTo(ADMIN_API.resume, id),
    )
  await expect.poll(isFetched).toBe(true)
  await page.waitForTimeout(1_500)
}
