import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { readJobFilter, writeJobFilter } from '../../../contract/jobs/search/job-filter.ts'
import type { RefusedSearch, ServedJobList } from '../../../contract/jobs/search/job-list.ts'
import { searchJobs } from '../../../contract/jobs/search/job-search.ts'
import { LEGAL_PAGES } from '../../../contract/site/site-texts.ts'
import { ADMIN_PAGE } from '../../../contract/wire/admin-paths.ts'
import { API, PAGE, pathTo, SHARE_PICTURE } from '../../../contract/wire/paths.ts'
import { idParamsSchema } from '../../../contract/wire/validation.ts'
import { sendCached } from '../../platform/http/cached-response.ts'
import { createCustomerPrefixBudget } from '../../platform/http/customer-prefix-budget.ts'
import { recordError, sendError, sendNotFound } from '../../platform/http/error-handler.ts'
import type { WellheadApp } from '../../platform/http/route.ts'
import { PRIVATE_HEADERS } from '../../platform/http/security-headers.ts'
import type { Services } from '../feature.ts'
import { publicList } from '../jobs/job-routes.ts'
import { findPublished } from '../jobs/published-jobs.ts'
import type { PublishedPosting } from '../jobs/published-postings.ts'
import { builtInTexts } from '../settings/built-in-texts.ts'
import { carrySource } from './carried-source.ts'
import { closedJobData, findClosedJob } from './closed-job-data.ts'

declare module '../feature.ts' {
  interface Services {
    /** Address of the picture that link previews of a posting show. */
    pictureOf(posting: PublishedPosting): string
  }
}

const HIDDEN = { schema: { hide: true } as object }

/** All unknown addresses share one page, which is rendered once. */
const ANY_UNKNOWN = '/404'
const UNKNOWN_JOB = pathTo(PAGE.job, 0)

/** Some hundred searches of one customer prefix at once: others wait for no more. Then it may use a tenth of the main thread. */
const SEARCHING = { mostMs: 500, perSecondMs: 100 }

/** Pages with a route of their own. */
const WITH_DATA: readonly string[] = [
  PAGE.landing,
  PAGE.job,
  PAGE.apply,
  PAGE.applicationSent,
  PAGE.privacy,
  PAGE.terms,
  PAGE.promise,
  PAGE.jobAlerts,
  PAGE.jobAlert,
  PAGE.endJobAlert,
  PAGE.interviewTimes,
]

/** Pages that a private link opens; its token is in the fragment, which no server sees. */
const OF_A_LINK: readonly string[] = [
  PAGE.myApplication,
  ADMIN_PAGE.join,
  ADMIN_PAGE.resetPassword,
  ADMIN_PAGE.colleague,
]

/** Pages, rendered on the server. */
export function pageRoutes(app: WellheadApp, { db, render, published, pictureOf }: Services): void {
  const searches = createCustomerPrefixBudget({ ...SEARCHING, reason: 'Too many searches from your network.' })

  /** A search beyond the share of its customer prefix gets the page that says so, which is rendered once. */
  const refuseSearch = async (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const refusal = recordError(error, request)
    if (refusal.code !== 'too_many_requests') return sendError(reply, refusal)
    const { message, status, retryAfter } = refusal
    const data = { [PAGE.landing]: { refusal: message } satisfies RefusedSearch }
    const page = await render(PAGE.landing, await published.current(), data, { variant: `refused ${message}` })
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
    return sendCached(request, reply, { ...page, status, headers: { ...page.headers, 'cache-control': 'no-store' } })
  }

  app.get(PAGE.landing, { ...HIDDEN, onRequest: carrySource, errorHandler: refuseSearch }, async (request, reply) => {
    const filter = readJobFilter(queryOf(request.url))
    const query = writeJobFilter(filter)
    const snapshot = await published.current()
    const [prepared, { headers }] = await Promise.all([snapshot.prepared(), publicList(snapshot)])
    const data = () => ({
      [PAGE.landing]: { ...searchJobs(prepared, filter), tag: headers.etag } satisfies ServedJobList,
    })
    if (query === '') return sendCached(request, reply, await render(PAGE.landing, snapshot, data))
    // Visitors can think up any number of searches: none is kept, and each customer prefix may cause so much work.
    searches.require(request.ip)
    const onRendered = (costMs: number) => searches.spend(request.ip, costMs)
    const page = await render(`${PAGE.landing}?${query}`, snapshot, data, { isCached: false, onRendered })
    return sendCached(request, reply, page)
  })

  app.get(PAGE.job, { ...HIDDEN, onRequest: carrySource }, async (request, reply) => {
    const snapshot = await published.current()
    const posting = findPublished(snapshot, (request.params as { id: string }).id)
    if (posting) {
      const { job } = posting
      const responses = () => ({ [pathTo(API.job, job.id)]: job, [pathTo(SHARE_PICTURE, job.id)]: pictureOf(posting) })
      return sendCached(request, reply, await render(pathTo(PAGE.job, job.id), snapshot, responses, { posting }))
    }
    const id = idParamsSchema.safeParse(request.params).data?.id
    const closed = id === undefined ? undefined : await findClosedJob(db, id)
    if (!closed) return sendCached(request, reply, await render(UNKNOWN_JOB, snapshot, { [PAGE.job]: null }))
    // The snapshot stays the same when a closed posting changes.
    const variant = `version ${closed.version}`
    const responses = () => ({ [PAGE.job]: closedJobData(closed, snapshot.jobs) })
    return sendCached(request, reply, await render(pathTo(PAGE.job, closed.id), snapshot, responses, { variant }))
  })

  const withoutData = [...Object.values(PAGE), ...Object.values(ADMIN_PAGE)].filter((path) => !WITH_DATA.includes(path))
  for (const path of withoutData) {
    app.get(path, HIDDEN, async (request, reply) => {
      const page = await render(path, await published.current(), {})
      if (!OF_A_LINK.includes(path)) return sendCached(request, reply, page)
      return sendCached(request, reply.headers(PRIVATE_HEADERS), {
        ...page,
        headers: { ...page.headers, 'cache-control': 'no-store' },
      })
    })
  }

  app.setNotFoundHandler(async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.url.startsWith('/api/')) return sendNotFound(request, reply)
    const withoutSlash = withoutTrailingSlash(request.url)
    if (withoutSlash !== undefined) return reply.redirect(withoutSlash, 308)
    return sendCached(request, reply, await render(ANY_UNKNOWN, await published.current(), {}))
  })
}

/** The pages whose text owners edit; 404 where they want none. */
export function legalRoutes(app: WellheadApp, { render, published, config, mail }: Services): void {
  for (const page of LEGAL_PAGES) {
    const path = PAGE[page]
    app.get(path, HIDDEN, async (request, reply) => {
      const snapshot = await published.current()
      const text = snapshot.texts[page] ?? builtInTexts(config.company, mail !== null, snapshot.retention)[page]
      return sendCached(request, reply, await render(path, snapshot, { [path]: text || null }))
    })
  }
}

/** The query of an address; empty where it has none. */
function queryOf(url: string): string {
  const mark = url.indexOf('?')
  return mark === -1 ? '' : url.slice(mark)
}

/**
 * The address without trailing slashes; undefined when it has none. It begins with exactly one slash: two would name a
 * host. Browsers treat a backslash as a slash.
 */
function withoutTrailingSlash(url: string): string | undefined {
  const mark = url.indexOf('?')
  const path = mark === -1 ? url : url.slice(0, mark)
  return path.endsWith('/') ? `/${withoutOuterSlashes(path)}${url.slice(path.length)}` : undefined
}

/** A regular expression for the end would restart at every slash: quadratic time in the length of the address. */
function withoutOuterSlashes(path: string): string {
  let [start, end] = [0, path.length]
  while (start < end && isSlash(path[start])) start += 1
  while (end > start && isSlash(path[end - 1])) end -= 1
  return path.slice(start, end)
}

function isSlash(character: string | undefined): boolean {
  return character === '/' || character === '\\'
}
