import type { Company } from '../../../contract/company.ts'
import { PAGE, pathTo } from '../../../contract/paths.ts'
import type { WellheadApp } from '../../platform/http/feature.ts'
import type { PublishedJobs } from '../jobs/published-jobs.ts'
import { presentPageTexts } from '../site-texts/site-text-queries.ts'

/** For search engines: the public pages, and the addresses to leave out. */
export function siteMapRoutes(
  app: WellheadApp,
  { published, publicUrl, company }: { published: PublishedJobs; publicUrl: string; company: Company },
): void {
  const hidden = { schema: { hide: true } as object }

  app.get('/sitemap.xml', hidden, async (_request, reply) => {
    const { jobs, texts } = await published.current()
    const legal = presentPageTexts(texts).legalPages.map((page) => PAGE[page])
    const listed = [PAGE.landing, ...(company.landing.hasLostApplications ? [PAGE.recovery] : []), ...legal]
    const pages = listed.map((path) => `  <url><loc>${publicUrl}${path}</loc></url>`)
    const postings = jobs.map(
      ({ id, createdAt }) =>
        `  <url><loc>${publicUrl}${pathTo(PAGE.job, id)}</loc><lastmod>${createdAt.slice(0, 10)}</lastmod></url>`,
    )
    const lines = [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      ...pages,
      ...postings,
      '</urlset>',
    ]
    return reply
      .type('application/xml; charset=utf-8')
      .header('Cache-Control', 'no-cache')
      .send(`${lines.join('\n')}\n`)
  })

  app.get('/robots.txt', hidden, async (_request, reply) => {
    const lines = [
      'User-agent: *',
      'Disallow: /admin',
      'Disallow: /view-applications',
      'Disallow: /api/',
      '',
      `Sitemap: ${publicUrl}/sitemap.xml`,
    ]
    return reply
      .type('text/plain; charset=utf-8')
      .header('Cache-Control', 'no-cache')
      .send(`${lines.join('\n')}\n`)
  })
}
