import { setTimeout as wait } from 'node:timers/promises'
import { type Browser, expect, type Page } from '@playwright/test'
import { PAGE_SIZE } from '../../contract/wire/limits.ts'
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
/** Less than a page, and far more than is aimed for: what the main thread does is to grow with neither. */
const REFERENCES = [10, 10_000]
const ROUNDS = 3
/** On the main thread, in milliseconds. What a search finds are as many rows as a tab has. */
const AIMS = {
  keystroke: { middle: 16, worst: 16 },
  'search result': { middle: 50, worst: 80 },
  'tab switch': { middle: 50, worst: 80 },
}

/** From the press on a tab to its painted rows, in milliseconds. */
const PAINT_AIM = { middle: 50, worst: 80 }

type Kind = keyof typeof AIMS
type Work = Record<Kind, Interaction[]> & { painted: number[] }

const KINDS = Object.keys(AIMS) as Kind[]

/** Measures what typing in the dashboard's search and switching its tabs cost the browser's main thread. */
export async function printDashboard({ folder }: Bench): Promise<void> {
  const sites: SeededSite[] = []
  try {
    for (const applications of [STORED, ...REFERENCES]) sites.push(await startSeededSite(folder, applications))
    const works = await withBrowser((browser) => measureInTurn(browser, sites))
    for (const kind of KINDS) printWork(kind, works)
    printPainted(works.get(STORED)?.painted)
  } finally {
    for (const { server } of sites) await server.end('SIGTERM')
  }
}

/** The first round only warms up. */
async function measureInTurn(browser: Browser, sites: SeededSite[]): Promise<Map<number, Work>> {
  const none = (): Work => ({ keystroke: [], 'search result': [], 'tab switch': [], painted: [] })
  const works = new Map(sites.map(({ applications }) => [applications, none()]))
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const site of sites) {
      const work = await measureOnce(browser, site)
      if (round === 0) continue
      for (const kind of KINDS) works.get(site.applications)?.[kind].push(...work[kind])
      works.get(site.applications)?.painted.push(...work.painted)
    }
  }
  return works
}

/** A new page, on which no tab has been read. A hand comes to the tabs before it presses one. */
async function measureOnce(browser: Browser, { site, applications }: SeededSite): Promise<Work> {
  const painted = await measurePaints(browser, site)
  const { page, tabs } = await openDashboard(browser, site)
  const tabTrace = await traced(browser, page, () => pressEach(page, tabs))
  await expect(page.getByRole('tab').first()).toHaveAttribute('aria-selected', 'true')
  await page.getByLabel('Search').focus()
  const typingTrace = await traced(browser, page, async () => {
    await page.keyboard.type(SEARCHED.often, { delay: KEY_MS })
    await wait(SETTLE_MS)
  })
  const found = Math.min(PAGE_SIZE.usual, Math.ceil(Math.ceil(applications / tabs.length) / 2))
  await expect(page.getByRole('rowheader')).toHaveCount(found)
  await page.close()
  return {
    // The search is sent after a pause that is longer than that between two keys: the last one brings the rows.
    keystroke: interactionsIn(typingTrace, 'keydown', { to: KEY_MS }),
    'search result': interactionsIn(typingTrace, 'keydown', { from: KEY_MS }).slice(-1),
    'tab switch': interactionsIn(tabTrace, 'mousedown'),
    painted,
  }
}

/** On a page of its own: a trace takes time too. */
async function measurePaints(browser: Browser, site: SeededSite['site']): Promise<number[]> {
  const { page, tabs } = await openDashboard(browser, site)
  await watchPaints(page, 'mousedown', () => {
    const firstRow = () => document.querySelector<HTMLElement>('tbody tr[data-id]')?.dataset.id
    const before = firstRow()
    return () => firstRow() !== undefined && firstRow() !== before
  })
  await pressEach(page, tabs)
  const times = await paintTimes(page)
  expect(times).toHaveLength(tabs.length)
  await page.close()
  return times
}

/** A new page, with the pointer on its first tab. */
async function openDashboard(browser: Browser, site: SeededSite['site']) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, baseURL: site.url })
  await site.signIn(page)
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('status').filter({ hasText: /\d+ (of|in)/ })).toBeVisible()
  const tabs = await tabCentres(page)
  const [nearest] = tabs
  if (nearest) await page.mouse.move(nearest.x, nearest.y)
  await wait(SETTLE_MS)
  return { page, tabs }
}

type Point = { x: number; y: number }

/** Ends at the first tab, which is open. */
async function pressEach(page: Page, tabs: Point[]): Promise<void> {
  for (const { x, y } of [...tabs.slice(1), ...tabs.slice(0, 1)]) {
    await page.mouse.click(x, y)
    await wait(SETTLE_MS)
  }
}

/** Where to click without asking the page for anything while it is traced. */
async function tabCentres(page: Page): Promise<Point[]> {
  const boxes = await Promise.all((await page.getByRole('tab').all()).map((tab) => tab.boundingBox()))
  return boxes.filter((box) => box !== null).map(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }))
}

function printWork(kind: Kind, works: Map<number, Work>): void {
  const { middle, worst, longest, processor } = summarise(works.get(STORED)?.[kind])
  const what = `main thread per ${kind} (dashboard, ${STORED} applications stored)`
  const measured = `median ${ms(middle)}, worst ${ms(worst)}, longest task ${ms(longest)}`
  const aim = AIMS[kind]
  print(what, measured, `median ${aim.middle} ms, worst ${aim.worst} ms`, middle <= aim.middle && worst <= aim.worst)
  printDetail(`processor time alone: median ${ms(processor.middle)}, worst ${ms(processor.worst)}`)
  for (const stored of REFERENCES) {
    const other = summarise(works.get(stored)?.[kind])
    const ratio = (processor.middle / other.processor.middle).toFixed(2)
    printDetail(
      `${stored} stored: median ${ms(other.middle)}, worst ${ms(other.worst)}; ` +
        `processor time median ${ms(other.processor.middle)}, so ${STORED} are ${ratio} of it`,
    )
  }
}

function printPainted(times: number[] = []): void {
  const middle = median(times)
  const worst = Math.max(...times)
  print(
    `from the press on a tab to its painted rows (dashboard, ${STORED} applications stored)`,
    `median ${ms(middle)}, worst ${ms(worst)}`,
    `median ${PAINT_AIM.middle} ms, worst ${PAINT_AIM.worst} ms`,
    middle <= PAINT_AIM.middle && worst <= PAINT_AIM.worst,
  )
}
