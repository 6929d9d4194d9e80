import { PAGE_DATA_ID, type PageData, type RenderedPage } from '../../../contract/site/page-data.ts'
import { embedJson } from '../../../contract/wire/escape-text.ts'

/**
 * Puts a rendered page, and the data it was rendered from, into the document.
 * @param template document with the placeholders `<!--head-->`, `<!--app-->` and `<!--data-->`
 */
export function composeDocument(template: string, page: RenderedPage, data: PageData): string {
  const block = `<script type="application/json" id="${PAGE_DATA_ID}">${embedJson(data)}</script>`
  // Replacement functions: stored text may contain `$&`, which a replacement string would expand.
  return template
    .replace('<!--head-->', () => page.head)
    .replace('<!--app-->', () => page.html)
    .replace('<!--data-->', () => block)
}
