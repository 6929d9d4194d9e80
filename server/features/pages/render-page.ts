import type { Company } from '../../../contract/company.ts'
import type { PageData } from '../../../contract/page-data.ts'
import type { Clock } from '../../platform/clock.ts'
import { type CachedResponse, createCachedResponse } from '../../platform/http/cached-response.ts'
import type { PublishedSnapshot } from '../jobs/published-jobs.ts'
import { presentPageTexts } from '../site-texts/site-text-queries.ts'
import { composeDocument } from './page-document.ts'
import type { PageSource } from './page-source.ts'

/**
 * Renders the page at a path, or at one with a query, from a snapshot of the postings, which caches it.
 * @param responses the response bodies that the page needs, by request address
 * @param options.variant tells pages of the same path apart
 * @param options.isCached false for a page of one visitor, and where visitors can think up any number of pages
 */
export type RenderPage = (
  path: string,
  snapshot: PublishedSnapshot,
  responses: PageData['responses'],
  options?: { variant?: string; isCached?: boolean },
) => Promise<CachedResponse>

/** Creates the page renderer of a site. */
export function createPageRenderer(options: {
  source: PageSource
  clock: Clock
  company: Company
  publicUrl: string
  offersAlerts: boolean
}): RenderPage {
  const { source, clock, company, publicUrl, offersAlerts } = options

  const render = async (
    path: string,
    { year, promise, texts, responses }: Pick<PageData, 'year' | 'promise' | 'texts' | 'responses'>,
  ) => {
    const { template, render: renderPage } = await source.load(path)
    const data: PageData = { company, publicUrl, year, promise, texts, offersAlerts, responses }
    const page = renderPage(path, data)
    return createCachedResponse(composeDocument(template, page, data), {
      status: page.status,
      contentType: 'text/html; charset=utf-8',
      cacheControl: 'no-cache',
    })
  }

  return (path, snapshot, responses, { variant = '', isCached = true } = {}) => {
    const year = clock().getUTCFullYear()
    const data = { year, promise: snapshot.promise, texts: presentPageTexts(snapshot.texts), responses }
    if (!source.isStable || !isCached) return render(path, data)
    return snapshot.response(`${path} ${year} ${variant}`, () => render(path, data))
  }
}
