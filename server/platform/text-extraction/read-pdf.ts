import { getResolvedPDFJS } from 'unpdf'
import { LONGEST_TEXT, type RawText } from './normalise-text.ts'

/** Pages that are read; of a longer file the rest is left out. */
const MOST_PAGES = 100

/**
 * Reads the text of a PDF, page by page, in the order of its content, which producers write column by column.
 * @throws for a broken file
 */
export async function readPdf(content: Uint8Array): Promise<RawText> {
  const { getDocument, VerbosityLevel, PasswordException } = await getResolvedPDFJS()
  const loading = getDocument({
    data: content,
    disableFontFace: true,
    verbosity: VerbosityLevel.ERRORS,
  })
  try {
    const pdf = await loading.promise
    const pages: string[] = []
    let length = 0
    for (let number = 1; number <= Math.min(pdf.numPages, MOST_PAGES) && length <= LONGEST_TEXT; number += 1) {
      const page = await pdf.getPage(number)
      const { items } = await page.getTextContent()
      const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
      page.cleanup()
      pages.push(text)
      length += text.length
    }
    return { text: pages.join('\n\n'), pages: pdf.numPages, isTruncated: pages.length < pdf.numPages }
  } catch (error) {
    if (error instanceof PasswordException) return 'unsupported'
    throw error
  } finally {
    await loading.destroy()
  }
}
