import { type Browser, chromium } from '@playwright/test'
import { findBrowser } from '../../scripts/find-browser.ts'
import { countBeforeEnd } from '../figures/other-programs.ts'

/** Starts a browser for some work, and ends it. @param args further ones of its command line */
export async function withBrowser<Result>(
  work: (browser: Browser) => Promise<Result>,
  args: string[] = [],
): Promise<Result> {
  const browser = await chromium.launch({ executablePath: findBrowser(), args })
  try {
    return await work(browser)
  } finally {
    await countBeforeEnd(await processOf(browser))
    await browser.close()
  }
}

async function processOf(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const main = processInfo.find(({ type }) => type === 'browser')
  if (!main) throw new Error('the browser names no process of its own')
  return main.id
}
