import { EMBED_THEME_PARAMETER, EMBEDDED_LIST } from '../../../contract/wire/paths.ts'
import { createCachedResponse, sendCached } from '../../platform/http/cached-response.ts'
import type { WellheadApp } from '../../platform/http/route.ts'
import { embeddedPolicy } from '../../platform/http/security-headers.ts'
import type { Services } from '../feature.ts'
import { EMBED_THEMES, embedPage } from './embed-page.ts'

/**
 * The list of open positions for a frame on the company's other sites: the one page that may be framed, and only by the
 * sites in the settings (`docs/decisions/0079-embedded-list.md`).
 */
export function embedRoutes(app: WellheadApp, { published, config }: Services): void {
  const company = config.company.name
  app.get(EMBEDDED_LIST, { schema: { hide: true } as object }, async (request, reply) => {
    const snapshot = await published.current()
    const { jobs, embeddingSites: sites } = snapshot
    const requested = (request.query as Record<string, unknown>)[EMBED_THEME_PARAMETER]
    const theme = EMBED_THEMES.find((one) => one === requested) ?? 'light'
    const page = await snapshot.response(`${EMBEDDED_LIST} ${theme}`, async () =>
      createCachedResponse(embedPage({ jobs, theme, company, sites }), {
        contentType: 'text/html; charset=utf-8',
        cacheControl: 'no-cache',
      }),
    )
    reply.header('content-security-policy', embeddedPolicy(sites))
    // It cannot name sites; browsers that know the policy's rule ignore it, others would refuse the frame.
    if (sites.length > 0) reply.removeHeader('x-frame-options')
    return sendCached(request, reply, page)
  })
}
