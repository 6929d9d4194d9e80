import type { Locator, Page } from '@playwright/test'
import { expect } from './site.ts'
import { PDF } from './steps.ts'

/** One line that HTML, Markdown, templates, attributes or a script element could take for their own. */
const LINE = '<img src=x onerror=alert(1)><script>alert(2)</script>[x](javascript:alert(3)){{7*7}}"\'&lt;`'

/** More of the kind, for texts of several lines. */
const LINES = [
  'javascript:alert(4)',
  '</textarea></title></script><svg onload=alert(5)>',
  '<a href="javascript:alert(6)">x</a><iframe src="javascript:alert(7)"></iframe>',
  '# **bold** ![x](x) <!-- #{7*7} %s \\u003cb\\u003e',
]

/** A hostile line that says which field it was typed into. */
export function lineOf(field: string): string {
  return `${field} ${LINE}`
}

/** A hostile text of several lines that says which field it was typed into. */
export function textOf(field: string): string {
  return [lineOf(field), ...LINES].join('\n')
}

/** Reverses the direction of the following text. The server removes it from every text. */
export const TURNED = '\u202e'

/** A real resume under a name that no slash cuts. */
export const HOSTILE_FILE = { ...PDF, name: '<img src=x onerror=alert(8)>{{7*7}}.pdf' }

/** Counts what has been looked at. */
export const looked = { texts: 0, screens: 0 }

/** Makes every breach of the content policy an error of the console, and every dialog of the browser too. */
export async function watchForBreaches(page: Page, errors: string[]): Promise<void> {
  page.on('dialog', async (dialog) => {
    errors.push(`dialog: ${dialog.message()}`)
    await dialog.dismiss()
  })
  page.on(
    'request',
    (request) => new URL(request.url()).pathname.endsWith('/x') && errors.push(`asked: ${request.url()}`),
  )
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`policy violation: ${violatedDirective} ${blockedURI}`),
    )
  })
}

/**
 * Expects that a part of a screen shows texts as they were typed, line by line, once it is read, and that nothing was made
 * of them.
 */
export async function expectAsTyped(shown: Locator, texts: string[]): Promise<void> {
  const lines = texts.flatMap((text) => text.split('\n'))
  await expect(shown.filter({ hasText: lines.at(-1) ?? '' }).first()).toBeVisible()
  const linesMissing = async () => {
    const text = (await shown.allTextContents()).join('\n')
    return lines.filter((line) => !text.includes(line))
  }
  await expect.poll(linesMissing).toEqual([])
  looked.texts += lines.length
  const made = shown
    .page()
    .locator('img[src="x"], svg[onload], script:not([src]):not([type]), [href^="javascript:" i], iframe, b')
  await expect(made).toHaveCount(0)
  looked.screens += 1
}
