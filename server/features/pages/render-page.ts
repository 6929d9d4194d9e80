import type { Company } from '../../../contract/site/company.ts'
import { PAGE_DATA_ID, type PageData, type RenderedPage } from '../../../contract/site/page-data.ts'
import { embedJson } from '../../../contract/wire/escape-text.ts'
import type { Clock } from '../../platform/clock.ts'
import { type CachedResponse, createCachedResponse } from '../../platform/http/cached-response.ts'
import type { PublishedSnapshot } from '../jobs/published-jobs.ts'
import type { PublishedPosting } from '../jobs/published-postings.ts'
import { footerLinks } from './footer-links.ts'
import type { PageSource } from './page-source.ts'
import { presentPageTexts } from './page-texts.ts'

type RenderOptions = {
  variant?: string
  posting?: PublishedPosting
  isCached?: boolean
  onRendered?: ((ms: number) => void) | undefined
}

declare module '../feature.ts' {
  interface Services {
    render: RenderPage
  }
}

/**
 * Renders the page at a path, or at one with a query, from a snapshot of the postings, which caches it.
 * @param responses the response bodies that the page needs, by request address; a function where they take work, which a cached
 * page needs only once
 * @param options.variant tells pages of the same path apart
 * @param options.posting the one that the page is about, for its head
 * @param options.isCached false for a page of one visitor, and where visitors can think up any number of pages
 * @param options.onRendered gets the processor time that rendering took, in milliseconds
 */
export type RenderPage = (
  path: string,
  snapshot: PublishedSnapshot,
  responses: PageData['responses'] | (() => PageData['responses']),
  options?: RenderOptions,
) => Promise<CachedResponse>

/** Creates the page renderer of a site. */
export function createPageRenderer(options: {
  source: PageSource
  clock: Clock
  company: Company
  publicUrl: string
  sendsMail: boolean
}): RenderPage {
  const { source, clock, company, publicUrl, sendsMail } = options

  return (path, snapshot, responses, { variant = '', posting, isCached = true, onRendered } = {}) => {
    const year = clock().getUTCFullYear()
    const { promise } = snapshot
    const render = async () => {
      const { template, render: renderPage } = await source.load(path)
      const before = process.threadCpuUsage()
      const texts = presentPageTexts(snapshot.texts, sendsMail)
      const bodies = typeof responses === 'function' ? responses() : responses
      const links = footerLinks(texts.legalPages, snapshot.isPromisePublic)
      const data: PageData = { company, publicUrl, year, promise, texts, links, sendsMail, responses: bodies }
      const page = renderPage(path, { ...data, placeAndPay: posting })
      const response = createCachedResponse(composeDocument(template, page, data), {
        status: page.status,
        contentType: 'text/html; charset=utf-8',
        cacheControl: 'no-cache',
      })
      const { user, system } = process.threadCpuUsage(before)
      onRendered?.((user + system) / 1000)
      return response
    }
    if (!source.isStable || !isCached) return render()
    return snapshot.response(`${path} ${year} ${variant}`, render)
  }
}

/**
 * Puts a rendered page, and the data it was rendered from, into the document.
 * @param template document with the placeholders `<!--head-->`, `<!--app-->` and `<!--data-->`
 */
function composeDocument(template: string, page: RenderedPage, data: PageData): string {
  const block = `<script type="application/json" id="${PAGE_DATA_ID}">${embedJson(data)}</script>`
  // Replacement functions: stored text may contain `$&`, which a replacement string would expand.
  return template
    .replace('<!--head-->', () => page.head)
    .replace('<!--app-->', () => page.html)
    .replace('<!--data-->', () => block)
}
