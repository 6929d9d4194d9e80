import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { BrowserContextOptions, Page, TestInfo } from '@playwright/test'

const IMAGES = resolve(import.meta.dirname, '../../docs/images')

/** As large as the pictures of the documents. */
export const PICTURE_VIEW: BrowserContextOptions = {
  viewport: { width: 1200, height: 800 },
  locale: 'en-US',
  timezoneId: 'America/Chicago',
  reducedMotion: 'reduce',
}

/** Takes a picture for the documents; it is with the results of the test unless `PICTURES=1` is set. */
export async function takePicture(page: Page, name: string, testInfo: TestInfo): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80 })
  const path = process.env.PICTURES ? join(IMAGES, `${name}.webp`) : testInfo.outputPath(`${name}.webp`)
  await writeFile(path, data, 'base64')
}
