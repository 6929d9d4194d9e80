import { PAGE_DATA_ID, type PageData, type RenderedPage } from '../../../contract/page-data.ts'

/**
 * Puts a rendered page into the document around it, with the data it was rendered from.
 * @param template document with the placeholders `<!--head-->`, `<!--app-->` and `<!--data-->`
 */
export function composeDocument(template: string, page: RenderedPage, data: PageData): string {
  const block = `<script type="application/json" id="${PAGE_DATA_ID}">${escapeJson(JSON.stringify(data))}</script>`
  // Replacement functions: stored text may contain `$&`, which a replacement string would expand.
  return template
    .replace('<!--head-->', () => page.head)
    .replace('<!--app-->', () => page.html)
    .replace('<!--data-->', () => block)
}

/** No stored text can close the script element or open a comment in it. */
function escapeJson(json: string): string {
  return json.replaceAll('<', '\\u003c')
}
