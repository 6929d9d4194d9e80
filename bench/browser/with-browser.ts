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
    // A browser that has crashed in the work names no process any more.
    const pid = await processOf(browser)
    const result = await work(browser)
    if (pid !== undefined) await countBeforeEnd(pid)
    return result
  } finally {
    await browser.close()
  }
}

/** @returns undefined where it cannot be had: the work is worth more than knowing whose time the browser took */
async function processOf(browser: Browser): Promise<number | undefined> {
  try {
    const session = await browser.newBrowserCDPSession()
    const { processInfo } = await session.send('SystemInfo.getProcessInfo')
    await session.detach()
    return processInfo.find(({ type }) => type === 'browser')?.id
  } catch {
    return undefined
  }
}
