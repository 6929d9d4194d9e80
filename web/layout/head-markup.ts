import type { PageData } from '../../contract/page-data.ts'
import type { PageHead } from './page.ts'

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Makes any text safe as markup text and inside a quoted attribute. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
}

/** JSON that cannot close its script element. */
export function embedJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

/**
 * Writes a page's head: title, description, canonical address, Open Graph and structured data.
 * @param path path of the page, for its canonical address
 * @param isFound false keeps the address out of search engines
 */
export function headMarkup(head: PageHead, path: string, data: PageData, isFound: boolean): string {
  const isListed = head.isIndexed && isFound
  const address = data.publicUrl + path
  const lines = [
    `<title>${escapeMarkup(head.title)}</title>`,
    meta('name', 'description', head.description),
    ...(isListed ? listedLines(head, address, data) : [meta('name', 'robots', 'noindex')]),
    ...(head.script ? [`<script src="${head.script}"></script>`] : []),
  ]
  if (isListed && head.structuredData) {
    lines.push(`<script type="application/ld+json">${embedJson(head.structuredData)}</script>`)
  }
  return lines.join('\n    ')
}

function listedLines(head: PageHead, address: string, { company }: PageData): string[] {
  return [
    `<link rel="canonical" href="${escapeMarkup(address)}" />`,
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', company.name),
    meta('property', 'og:title', head.title),
    meta('property', 'og:description', head.description),
    meta('property', 'og:url', address),
    meta('name', 'twitter:card', 'summary'),
  ]
}

function meta(kind: 'name' | 'property', key: string, content: string): string {
  return `<meta ${kind}="${key}" content="${escapeMarkup(content)}" />`
}
