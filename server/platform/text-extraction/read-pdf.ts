import { getResolvedPDFJS } from 'unpdf'
import { closeSpacedLetters } from './drawn-letters.ts'
import { joinPdfText } from './join-pdf-text.ts'
import { LONGEST_TEXT, type RawText } from './normalise-text.ts'

/** Pages that are read; of a longer file the rest is left out. */
const MOST_PAGES = 100

/**
 * Reads the text of a PDF, page by page, in the order of its content, which producers write column by column.
 * @throws for a broken file
 */
export async function readPdf(content: Uint8Array): Promise<RawText> {
  const pdfjs = await getResolvedPDFJS()
  const { getDocument, VerbosityLevel, PasswordException } = pdfjs
  const loading = getDocument({
    data: content,
    disableFontFace: true,
    // No picture is unpacked.
    maxImageSize: 1,
    verbosity: VerbosityLevel.ERRORS,
  })
  try {
    const pdf = await loading.promise
    const pages: string[] = []
    let length = 0
    for (let number = 1; number <= Math.min(pdf.numPages, MOST_PAGES) && length <= LONGEST_TEXT; number += 1) {
      const page = await pdf.getPage(number)
      const items = (await page.getTextContent()).items.filter((item) => 'str' in item)
      const texts = await closeSpacedLetters(
        page,
        pdfjs,
        items.map(({ str }) => str),
      )
      const text = joinPdfText(items.map((item, index) => ({ ...item, str: texts[index] ?? '' })))
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
