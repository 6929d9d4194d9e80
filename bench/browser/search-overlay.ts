import { setTimeout as wait } from 'node:timers/promises'
import { type Browser, expect } from '@playwright/test'
import { PAGE } from '../../contract/wire/paths.ts'
import type { Bench } from '../bench.ts'
import { print, printDetail } from '../figures/print.ts'
import { median } from '../figures/rounds.ts'
import { type SeededSite, startSeededSite } from '../site/seeded-site.ts'
import { SEARCHED } from '../site/stored-applications.ts'
import { paintTimes, watchPaints } from './paint-times.ts'
import { type Interaction, interactionsIn } from './trace-interactions.ts'
import { KEY_MS, ms, SETTLE_MS, summarise, traced } from './traced.ts'
import { withBrowser } from './with-browser.ts'

const STORED = 1_000
const ROUNDS = 5
const OPENINGS = 4
const OPEN_AIM_MS = 50
const KEY_AIM_MS = 16

type Taken = { cold: number[]; warm: number[]; keystrokes: Interaction[] }

/** Measures how long the search overlay takes to open, and what a key in its field costs the browser's main thread. */
export async function printSearchOverlay({ folder }: Bench): Promise<void> {
  const site = await startSeededSite(folder, STORED)
  try {
    const taken: Taken = { cold: [], warm: [], keystrokes: [] }
    await withBrowser(async (browser) => {
      // The first round only warms up.
      await measureOnce(browser, site, { cold: [], warm: [], keystrokes: [] })
      for (let round = 0; round < ROUNDS; round += 1) await measureOnce(browser, site, taken)
    })
    printOpening('first', taken.cold)
    printOpening('later', taken.warm)
    printKeystrokes(taken.keystrokes)
  } finally {
    await site.server.end('SIGTERM')
  }
}

/** A new page in a new context, so that the first opening has nothing in the browser's cache. */
async function measureOnce(browser: Browser, { site }: SeededSite, { cold, warm, keystrokes }: Taken): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: site.url })
  const page = await context.newPage()
  await site.signIn(page)
  await page.goto(PAGE.adminDashboard, { waitUntil: 'networkidle' })
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await watchPaints(page, 'keydown', (event) =>
    (event as KeyboardEvent).key === '/' ? () => document.activeElement?.role === 'combobox' : undefined,
  )
  for (let count = 1; count <= OPENINGS; count += 1) {
    await page.keyboard.press('/')
    await expect.poll(async () => (await paintTimes(page)).length).toBe(count)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  const [first = Number.NaN, ...later] = await paintTimes(page)
  cold.push(first)
  warm.push(...later)
  await page.keyboard.press('/')
  await expect(page.getByRole('combobox')).toBeFocused()
  const trace = await traced(browser, page, async () => {
    await page.keyboard.type(SEARCHED.often, { delay: KEY_MS })
    await wait(SETTLE_MS)
  })
  await expect(page.getByRole('option').first()).toBeVisible()
  keystrokes.push(...interactionsIn(trace, 'keydown'))
  await context.close()
}

function printOpening(which: string, times: number[]): void {
  const worst = Math.max(...times)
  const measured = `median ${median(times).toFixed(0)} ms, worst ${worst.toFixed(0)} ms`
  const what = `search overlay, from \`/\` to painted and focused, ${which} opening of a page (${times.length})`
  print(what, measured, `worst ${OPEN_AIM_MS} ms`, worst <= OPEN_AIM_MS)
}

function printKeystrokes(keystrokes: Interaction[]): void {
  const { middle, worst, longest, processor } = summarise(keystrokes)
  const what = `main thread per keystroke with its results (search overlay, ${STORED} applications stored)`
  const measured = `median ${ms(middle)}, worst ${ms(worst)}, longest task ${ms(longest)}`
  print(
    what,
    measured,
    `median ${KEY_AIM_MS} ms, longest task ${KEY_AIM_MS} ms`,
    middle <= KEY_AIM_MS && longest <= KEY_AIM_MS,
  )
  printDetail(`processor time alone: median ${ms(processor.middle)}, worst ${ms(processor.worst)}`)
}
