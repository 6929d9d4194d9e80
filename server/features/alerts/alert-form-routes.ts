import { randomUUID } from 'node:crypto'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import {
  JOB_ALERT_FIELDS,
  type JobAlertField,
  type JobAlertsPageData,
  jobAlertFormSchema,
} from '../../../contract/jobs/search/job-alert.ts'
import { type JobFilter, REMOTE, readJobFilter } from '../../../contract/jobs/search/job-filter.ts'
import { MAX_ALERT_WORDS, MAXIMUM } from '../../../contract/wire/limits.ts'
import { ANCHOR, PAGE } from '../../../contract/wire/paths.ts'
import { isForeign } from '../../platform/http/cross-site.ts'
import { invalidFields, recordError } from '../../platform/http/error-handler.ts'
import { notFound, type RequestError } from '../../platform/http/request-error.ts'
import type { WellheadApp } from '../../platform/http/route.ts'
import { scheduleTask } from '../../platform/outbox/outbox-queries.ts'
import { createSubmissionLimit } from '../applications/submission/submission-limit.ts'
import type { Services } from '../feature.ts'
import { HIDDEN, readForms, sendPersonalPage } from '../pages/personal-pages.ts'
import { refuseOverspent } from '../pages/refuse-overspent.ts'
import { cutToLimits, type ShownAgain, tellCut } from '../pages/shown-again.ts'
import { requestAlertTask } from './request-alert.ts'

/** Requests for job alerts that one network may send in an hour. */
const ALERTS_PER_HOUR = 20

/** The form for a job alert. Its response is the same whatever is stored about the address. */
export function alertFormRoutes(app: WellheadApp, services: Services): void {
  const { db, clock, hash, published, outbox, shareOf, mail, refusals } = services
  const limit = createSubmissionLimit({ db, clock, hash, perHour: ALERTS_PER_HOUR, purpose: 'job-alert' })
  // Without a mail server there are no job alerts.
  const isOffered = mail !== null

  /** What the page shows; null where there are no job alerts. */
  const pageData = async (given: Partial<JobAlertsPageData>): Promise<JobAlertsPageData | null> => {
    if (!isOffered) return null
    const { columns } = await (await published.current()).prepared()
    return { departments: [...columns.department.values], typed: {}, faults: [], ...given }
  }

  app.get(PAGE.jobAlerts, HIDDEN, async (request, reply) => {
    const typed = fieldsOf(readJobFilter(new URLSearchParams(request.query as Record<string, string>).toString()))
    return sendPersonalPage(services, { request, reply }, PAGE.jobAlerts, await pageData({ typed }))
  })

  const requestAlert = async ({ body, ip }: FastifyRequest) => {
    const { data, error } = jobAlertFormSchema.safeParse(body ?? {})
    if (!data) throw invalidFields(error.issues)
    await limit.requireRoom(ip)
    const { email, website, ...facets } = data
    // Only a program fills in the hidden field.
    if (website) return
    await db.transaction().execute(async (trx) => {
      const task = requestAlertTask({ requestId: randomUUID(), email, facets })
      await scheduleTask(trx, { ...task, share: await shareOf(trx, ip) }, clock())
      await limit.count(trx, ip)
    })
    outbox.wake()
  }

  app.register(async (scope) => {
    readForms(scope)

    scope.post(PAGE.jobAlerts, { ...HIDDEN, config: { inTurn: true } }, async (request, reply) => {
      if (!isOffered) throw notFound()
      await requestAlert(request)
      return reply.redirect(`${PAGE.jobAlertRequested}#${ANCHOR.result}`, 303)
    })

    const sendUnread = async (request: FastifyRequest, reply: FastifyReply, refusal: RequestError) => {
      const { status, message, retryAfter } = refusal
      if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
      const data = await pageData({ faults: [{ field: null, message }] })
      return sendPersonalPage(services, { request, reply }, PAGE.jobAlerts, data, {
        status,
        variant: `unread ${message}`,
      })
    }

    refuseOverspent(scope, refusals, sendUnread)

    scope.setErrorHandler(async (error: FastifyError, request, reply) => {
      const refusal = recordError(error, request)
      if (isForeign(refusal)) return sendUnread(request, reply, refusal)
      if (refusal.retryAfter !== undefined) reply.header('retry-after', refusal.retryAfter)
      const { typed, cut } = typedFields(request.body)
      const data = await pageData({ typed, faults: tellCut(faultsOf(refusal), cut) })
      const onRendered = (ms: number) => refusals.spend(request.ip, ms)
      return sendPersonalPage(services, { request, reply }, PAGE.jobAlerts, data, {
        status: refusal.status,
        onRendered,
      })
    })
  })
}

/**
 * The fields for what was looked for in the list. An address has no email address: addresses are logged on the way. Job
 * alerts know no pay.
 */
function fieldsOf({ q, department, type, place }: JobFilter): JobAlertsPageData['typed'] {
  const isRemote = place === REMOTE
  return { department, jobType: type, place: isRemote ? '' : place, remote: isRemote ? 'yes' : '', words: q }
}

/** The fields of the form among the given ones, each up to its limit. */
function typedFields(given: unknown): ShownAgain<JobAlertField> {
  const fields = JOB_ALERT_FIELDS.flatMap((name) => {
    const value: unknown = given && Object.hasOwn(given, name) ? Reflect.get(given, name) : undefined
    return typeof value === 'string' ? [[name, value] as const] : []
  })
  return cutToLimits(fields, (name) => LIMITS[name])
}

/** Characters that each field may have. */
const LIMITS: Readonly<Record<JobAlertField, number>> = {
  email: MAXIMUM.email,
  department: MAXIMUM.jobLine,
  jobType: MAXIMUM.jobLine,
  place: MAXIMUM.jobLine,
  remote: MAXIMUM.jobLine,
  words: MAX_ALERT_WORDS,
}

/** The first message of each field, and messages that are about no field. */
function faultsOf({ message, issues }: RequestError): JobAlertsPageData['faults'] {
  if (!issues || issues.length === 0) return [{ field: null, message }]
  const faults = new Map<string, JobAlertsPageData['faults'][number]>()
  for (const issue of issues) {
    const field = JOB_ALERT_FIELDS.find((name) => name === issue.path) ?? null
    const key = field ?? issue.message
    if (!faults.has(key)) faults.set(key, { field, message: issue.message })
  }
  return [...faults.values()]
}
