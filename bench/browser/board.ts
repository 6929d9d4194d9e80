import { type Browser, expect } from '@playwright/test'
import { ADMIN_PAGE } from '../../contract/wire/admin-paths.ts'
import { pathTo } from '../../contract/wire/paths.ts'
import type { Bench } from '../bench.ts'
import { print } from '../figures/print.ts'
import { median } from '../figures/rounds.ts'
import { type SeededSite, startSeededSite } from '../site/seeded-site.ts'
import { withBrowser } from './with-browser.ts'

const CARDS = 500
const FRAMES = 60
/** One frame of a screen that draws 60 in a second, rounded up. */
const AIM_MS = 17

/** Measures the time between two frames while a column of 500 cards scrolls from its first card to its last one. */
export async function printBoard({ folder }: Bench): Promise<void> {
  const { server, site } = await startSeededSite(folder, 0)
  try {
    const times = await withBrowser((browser) => measureFrames(browser, site))
    print(
      `board of ${CARDS} cards, from frame to frame while it scrolls`,
      `median ${median(times).toFixed(0)} ms, worst ${Math.max(...times).toFixed(0)} ms`,
      `median ${AIM_MS} ms`,
      Math.round(median(times)) <= AIM_MS,
    )
  } finally {
    await server.end('SIGTERM')
  }
}

async function measureFrames(browser: Browser, site: SeededSite['site']): Promise<number[]> {
  const jobId = await site.createJob({ title: 'Controls Engineer' })
  await site.insertApplicants(
    Array.from({ length: CARDS }, (_, index) => ({ job_id: jobId, name: `Applicant ${index}` })),
  )
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, baseURL: site.url })
  await site.signIn(page)
  await page.goto(pathTo(ADMIN_PAGE.job, jobId))
  const column = page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: 'Pending' }) })
  await column.getByRole('button', { name: 'Show more' }).click()
  await expect(column.getByRole('listitem')).toHaveCount(CARDS)
  return column.getByRole('list').evaluate(frameTimes, FRAMES)
}

/** Runs in the page: scrolls a list to its end; returns the milliseconds between two frames. */
async function frameTimes(list: Element, frames: number): Promise<number[]> {
  const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve))
  const times: number[] = []
  let before = await frame()
  for (let count = 0; count < frames; count += 1) {
    list.scrollTop += list.scrollHeight / frames
    const now = await frame()
    times.push(now - before)
    before = now
  }
  return times
}
