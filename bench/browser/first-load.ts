import { request } from 'node:http'
import type { Page } from '@playwright/test'
import { ACTIVE_JOBS, PAGE } from '../../contract/wire/paths.ts'
import { print, printDetail } from '../figures/print.ts'
import { withBrowser } from './with-browser.ts'

const KILOBYTE = 1000
const PHONE = { width: 390, height: 844 }

type Loaded = { url: string; isScript: boolean }

/**
 * Prints what a first visit to the landing page sends over the wire, bodies as compressed, headers not counted.
 * @param url a site with the demo's postings
 */
export async function printFirstLoad(url: string): Promise<void> {
  // The response for the list of postings is 304 without a body to a page that has its rows.
  const loaded = (await whatLoads(url)).filter((one) => one.url !== url + ACTIVE_JOBS)
  await printScripts('/', loaded, 95)
  const all = (await wireBytes(loaded, 'gzip, br')) / KILOBYTE
  const allGzipped = (await wireBytes(loaded, 'gzip')) / KILOBYTE
  print('first load of / in all', `${kilobytes(all)} in ${loaded.length} files`, 'under 170 kB', all < 170)
  printDetail(`with gzip ${kilobytes(allGzipped)}`)
}

/**
 * Prints what the dashboard sends a signed-in admin as scripts, those included that it preloads when idle.
 * @param signIn puts a session into the browser
 */
export async function printAdminLoad(url: string, signIn: (page: Page) => Promise<unknown>): Promise<void> {
  await printScripts(PAGE.adminDashboard, await whatLoads(url + PAGE.adminDashboard, signIn), 199)
}

/** @param limit in kilobytes, compressed */
async function printScripts(path: string, loaded: Loaded[], limit: number): Promise<void> {
  const scripts = loaded.filter(({ isScript }) => isScript)
  const gzipped = (await wireBytes(scripts, 'gzip')) / KILOBYTE
  const measured = `${kilobytes(gzipped)} in ${scripts.length} files`
  print(`script at first load of ${path}, gzipped`, measured, `under ${limit} kB`, gzipped < limit)
}

/** Everything that a phone fetches for a page until nothing more comes. */
function whatLoads(url: string, prepare?: (page: Page) => Promise<unknown>): Promise<Loaded[]> {
  return withBrowser(async (browser) => {
    const page = await browser.newPage({ viewport: PHONE })
    const loaded: Loaded[] = []
    await prepare?.(page)
    page.on('requestfinished', (one) => loaded.push({ url: one.url(), isScript: one.resourceType() === 'script' }))
    await page.goto(url, { waitUntil: 'networkidle' })
    return loaded
  })
}

async function wireBytes(loaded: Loaded[], encodings: string): Promise<number> {
  const sizes = await Promise.all(loaded.map(({ url }) => bodyBytes(url, encodings)))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Asked without `fetch`, which would unpack the body. */
function bodyBytes(url: string, encodings: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const outgoing = request(url, { headers: { 'accept-encoding': encodings } }, async (response) => {
    let size = 0
    for await (const chunk of response) size += (chunk as Buffer).length
    resolve(size)
  })
  outgoing.once('error', reject).end()
  return promise
}

function kilobytes(size: number): string {
  return `${size.toFixed(1)} kB`
}
