import type { FastifyReply, FastifyRequest } from 'fastify'
import { postingApiParamsSchema, postingApiQuerySchema, postingApiSchema } from '../../../contract/jobs/posting-api.ts'
import { boardName, FEED, type FeedName, FOUND_FEEDS, POSTING_API } from '../../../contract/wire/feed-paths.ts'
import { assembleCachedResponse, sendCached } from '../../platform/http/cached-response.ts'
import { notFound } from '../../platform/http/request-error.ts'
import { errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import { ANY_SITE_READS } from '../../platform/http/security-headers.ts'
import type { Services } from '../feature.ts'
import { atomFeed } from './atom-feed.ts'
import type { FeedPieces, FeedSource } from './feed-source.ts'
import { indeedFeed } from './indeed-feed.ts'
import { jsonFeed } from './json-feed.ts'
import { linkedinFeed } from './linkedin-feed.ts'
import { postingApi } from './posting-api-presenter.ts'
import { rssFeed } from './rss-feed.ts'

const FEEDS: Record<FeedName, { make: (source: FeedSource) => FeedPieces; type: string }> = {
  rss: { make: rssFeed, type: FOUND_FEEDS.rss },
  atom: { make: atomFeed, type: FOUND_FEEDS.atom },
  json: { make: jsonFeed, type: FOUND_FEEDS.json },
  indeed: { make: indeedFeed, type: 'application/xml' },
  linkedin: { make: linkedinFeed, type: 'application/xml' },
}

/** What browsers may send from the pages of other sites after they have asked. */
const PREFLIGHT = {
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': 'content-type, if-none-match',
  'access-control-max-age': '86400',
}

/** The open postings for other programs; each response is made once per change (`docs/decisions/0080-feeds.md`). */
export function feedRoutes(app: WellheadApp, { published, config }: Services): void {
  const { company, publicUrl, indexNow } = config
  const onRequest = async (_request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(ANY_SITE_READS)
  }
  const hidden = { onRequest, schema: { hide: true } as object }
  const ownName = boardName(company.name)

  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { name, type, make }: { name: string; type: string; make: (source: FeedSource) => FeedPieces },
  ) => {
    const snapshot = await published.current()
    const response = await snapshot.response(name, () =>
      assembleCachedResponse(make({ postings: snapshot.postings, company, publicUrl }), {
        contentType: `${type}; charset=utf-8`,
        cacheControl: 'no-cache',
      }),
    )
    return sendCached(request, reply, response)
  }

  for (const name of Object.keys(FEEDS) as FeedName[]) {
    const path = FEED[name]
    app.get(path, hidden, (request, reply) => send(request, reply, { name: path, ...FEEDS[name] }))
  }

  if (indexNow) {
    app.get(`/${indexNow.key}.txt`, { schema: { hide: true } as object }, (_request, reply) =>
      reply.type('text/plain; charset=utf-8').send(indexNow.key),
    )
  }

  app.get(
    POSTING_API,
    {
      onRequest,
      schema: {
        operationId: 'getPostingApi',
        summary: "Read the open postings in the shape of Ashby's job board",
        responseHeaders: ['ETag'],
        tags: ['feeds'],
        params: postingApiParamsSchema,
        querystring: postingApiQuerySchema,
        response: { 200: postingApiSchema, ...errorResponses },
      },
    },
    async (request, reply) => {
      if (request.params.name.toLowerCase() !== ownName) throw notFound('There is no job board of this name.')
      const withCompensation = request.query.includeCompensation === 'true'
      return send(request, reply, {
        name: `${POSTING_API} ${withCompensation}`,
        type: 'application/json',
        make: (source) => postingApi(source, withCompensation),
      })
    },
  )

  for (const path of [...Object.values(FEED), POSTING_API])
    app.options(path, hidden, (_request, reply) => reply.headers(PREFLIGHT).code(204).send())
}
