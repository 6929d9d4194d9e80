import { request } from 'node:http'
import { chromium } from '@playwright/test'
import { findBrowser } from '../scripts/find-browser.ts'
import { print, printDetail } from './figures/print.ts'

const KILOBYTE = 1000
const PHONE = { width: 390, height: 844 }

type Loaded = { url: string; isScript: boolean }

/**
 * Prints what a first visit to the landing page sends over the wire, bodies as compressed, headers not counted.
 * @param url a site with the demo's postings
 */
export async function printFirstLoad(url: string): Promise<void> {
  const loaded = await whatLoads(url)
  const scripts = loaded.filter(({ isScript }) => isScript)
  const gzipped = (await wireBytes(scripts, 'gzip')) / KILOBYTE
  const all = (await wireBytes(loaded, 'gzip, br')) / KILOBYTE
  const allGzipped = (await wireBytes(loaded, 'gzip')) / KILOBYTE
  print(
    'script at first load of /, gzipped',
    `${kilobytes(gzipped)} in ${scripts.length} files`,
    'under 100 kB',
    gzipped < 100,
  )
  print('first load of / in all', `${kilobytes(all)} in ${loaded.length} files`, 'under 180 kB', all < 180)
  printDetail(`with gzip ${kilobytes(allGzipped)}`)
}

/** Everything that a phone fetches for the landing page. */
async function whatLoads(url: string): Promise<Loaded[]> {
  const browser = await chromium.launch({ executablePath: findBrowser() })
  try {
    const page = await browser.newPage({ viewport: PHONE })
    const loaded: Loaded[] = []
    page.on('requestfinished', (one) => loaded.push({ url: one.url(), isScript: one.resourceType() === 'script' }))
    await page.goto(url, { waitUntil: 'networkidle' })
    return loaded
  } finally {
    await browser.close()
  }
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
