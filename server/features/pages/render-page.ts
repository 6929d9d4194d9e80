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
 */
export type RenderPage = (
  path: string,
  snapshot: PublishedSnapshot,
  responses: PageData['responses'],
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

  return (path, snapshot, responses) => {
    const year = clock().getUTCFullYear()
    const data = { year, promise: snapshot.promise, texts: presentPageTexts(snapshot.texts), responses }
    if (!source.isStable) return render(path, data)
    return snapshot.response(`${path} ${year}`, () => render(path, data))
  }
}

/** The snapshot for a page that is not kept. */
export function uncached(snapshot: PublishedSnapshot): PublishedSnapshot {
  return { ...snapshot, response: (_name, make) => make() }
}
