import { PAGE, pathTo } from '../../../contract/wire/paths.ts'
import { assembleCachedResponse, sendCached } from '../../platform/http/cached-response.ts'
import type { WellheadApp } from '../../platform/http/route.ts'
import type { Services } from '../feature.ts'
import type { PublishedSnapshot } from '../jobs/published-jobs.ts'
import { presentPageTexts } from './page-texts.ts'

const SITE_MAP = '/sitemap.xml'

/** For search engines: the public pages, and the addresses to leave out. */
export function siteMapRoutes(app: WellheadApp, services: Services): void {
  const { published, config } = services
  const hidden = { schema: { hide: true } as object }

  app.get(SITE_MAP, hidden, async (request, reply) => {
    const snapshot = await published.current()
    const response = await snapshot.response(SITE_MAP, () =>
      assembleCachedResponse(siteMap(snapshot, services), {
        contentType: 'application/xml; charset=utf-8',
        cacheControl: 'no-cache',
      }),
    )
    return sendCached(request, reply, response)
  })

  app.get('/robots.txt', hidden, async (_request, reply) => {
    const lines = [
      'User-agent: *',
      'Disallow: /admin',
      'Disallow: /view-applications',
      'Disallow: /api/',
      '',
      `Sitemap: ${config.publicUrl}${SITE_MAP}`,
    ]
    return reply
      .type('text/plain; charset=utf-8')
      .header('Cache-Control', 'no-cache')
      .send(`${lines.join('\n')}\n`)
  })
}

function* siteMap(
  { postings, texts, isPromisePublic }: PublishedSnapshot,
  { config: { publicUrl, company }, mail }: Pick<Services, 'config' | 'mail'>,
): Generator<string, void> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n'
  yield '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
  const legal = presentPageTexts(texts, mail !== null).legalPages.map((page) => PAGE[page])
  const recovery = company.landing.hasLostApplications ? [PAGE.recovery] : []
  const promise = isPromisePublic ? [PAGE.promise] : []
  const pages = [PAGE.landing, ...recovery, ...(mail ? [PAGE.jobAlerts] : []), ...promise, ...legal]
  for (const path of pages) yield `  <url><loc>${publicUrl}${path}</loc></url>\n`
  for (const { job, changedAt } of postings) {
    yield `  <url><loc>${publicUrl}${pathTo(PAGE.job, job.id)}</loc><lastmod>${changedAt}</lastmod></url>\n`
  }
  yield '</urlset>\n'
}
