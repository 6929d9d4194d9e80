import type { PageData } from '../../contract/site/page-data.ts'
import { embedJson, escapeMarkup } from '../../contract/wire/escape-text.ts'
import { FEED, FOUND_FEEDS } from '../../contract/wire/feed-paths.ts'
import type { PageHead } from './page.ts'

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
    ...(isListed && head.hasFeeds ? feedLinks(data) : []),
    ...(head.script ? [`<script src="${head.script}"></script>`] : []),
  ]
  if (isListed && head.structuredData) {
    lines.push(`<script type="application/ld+json">${embedJson(head.structuredData)}</script>`)
  }
  return lines.join('\n    ')
}

function listedLines(head: PageHead, address: string, { company, publicUrl }: PageData): string[] {
  return [
    `<link rel="canonical" href="${escapeMarkup(address)}" />`,
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', company.name),
    meta('property', 'og:title', head.title),
    meta('property', 'og:description', head.description),
    meta('property', 'og:url', address),
    ...(head.picture ? pictureLines(publicUrl + head.picture, head.title) : [meta('name', 'twitter:card', 'summary')]),
  ]
}

/** X takes the picture of Open Graph, but a large one only when its card says so. */
function pictureLines(address: string, title: string): string[] {
  return [
    meta('property', 'og:image', address),
    meta('property', 'og:image:type', 'image/png'),
    meta('property', 'og:image:width', '1200'),
    meta('property', 'og:image:height', '630'),
    meta('property', 'og:image:alt', title),
    meta('name', 'twitter:card', 'summary_large_image'),
  ]
}

function feedLinks({ company }: PageData): string[] {
  const title = escapeMarkup(`Open positions at ${company.name}`)
  const names = Object.keys(FOUND_FEEDS) as (keyof typeof FOUND_FEEDS)[]
  return names.map(
    (name) => `<link rel="alternate" type="${FOUND_FEEDS[name]}" title="${title}" href="${FEED[name]}" />`,
  )
}

function meta(kind: 'name' | 'property', key: string, content: string): string {
  return `<meta ${kind}="${key}" content="${escapeMarkup(content)}" />`
}
