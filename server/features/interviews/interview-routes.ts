import {
  agendaQuerySchema,
  agendaSchema,
  applicationInterviewsSchema,
  changedInterviewSchema,
  interviewDefaultsSchema,
  interviewDetailsSchema,
  readInterviewSchema,
  type SavedInterview,
  savedInterviewSchema,
} from '../../../contract/interviews/interview.ts'
import { APPLICATIONS } from '../../../contract/policies/applications-policy.ts'
import { INTERVIEWS } from '../../../contract/policies/interviews-policy.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { MOST_AGENDA_DAYS } from '../../../contract/wire/limits.ts'
import { idempotencyHeadersSchema, idParamsSchema } from '../../../contract/wire/validation.ts'
import { RequestError } from '../../platform/http/request-error.ts'
import { errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import type { Account } from '../accounts/account-queries.ts'
import { isPermitted } from '../accounts/require-access.ts'
import { seenBy } from '../accounts/seen-by.ts'
import { actionOf, signedIn } from '../accounts/sessions.ts'
import { findCancellations } from '../applications/changes/application-change-queries.ts'
import { applicationGone, findApplication } from '../applications/stored/application-queries.ts'
import type { Services } from '../feature.ts'
import { listMessagesOfVersion } from '../messages/message-queries.ts'
import { type ChangedInterview, cancelInterview, changeInterview, planInterview } from './change-interviews.ts'
import { endOf } from './decided-interviews.ts'
import { readInterviewDefaults } from './interview-defaults.ts'
import { isListed, presentInterview } from './stored/interview-presenter.ts'
import { listAgenda, listInterviewsOf, listOverdue } from './stored/interview-queries.ts'

const DAY_MS = 24 * 60 * 60_000

/** Planning and changing interviews (`docs/decisions/0071-interviews.md`). */
export function interviewRoutes(app: WellheadApp, services: Services): void {
  const { db, sessions, outbox, clock } = services
  const tags = ['interviews']
  const ofOne = { tags, params: idParamsSchema }
  /** An interview that a person has just changed, the messages about it, and what the person may undo. */
  const presentSaved = async ({ interview, changeId }: ChangedInterview, by: Account): Promise<SavedInterview> => {
    const about = await listMessagesOfVersion(db, interview)
    const leaveAt = about.map(({ not_before }) => not_before).find((at) => at > clock().toISOString()) ?? null
    const mails = { count: about.length, leaveAt, sendsMail: services.messages.sendsMail }
    const mayUndo = await isPermitted(db, by, APPLICATIONS.decide, interview.job_id)
    return { ...presentInterview(interview), changeId: mayUndo ? changeId : null, mails }
  }

  app.get(
    ADMIN_API.applicationInterviews,
    sessions.guarded({
      may: INTERVIEWS.read,
      of: 'application',
      operationId: 'listApplicationInterviews',
      summary: 'Read the interviews of an application',
      ...ofOne,
      response: { 200: applicationInterviewsSchema, ...errorResponses },
    }),
    async (request) => {
      const { id } = request.params
      const seen = seenBy(db, signedIn(request))
      const application = await findApplication(seen, id)
      if (!application) throw applicationGone()
      const now = clock()
      const listed = (await listInterviewsOf(seen, id)).filter((row) => isListed(row, now))
      const cancellations = await findCancellations(seen, endOf(application) ? [] : listed, now)
      const interviews = listed.map((row) => ({
        ...presentInterview(row),
        cancellation: cancellations.get(row.id) ?? null,
      }))
      return { interviews }
    },
  )

  app.post(
    ADMIN_API.applicationInterviews,
    sessions.guarded({
      may: INTERVIEWS.plan,
      of: 'application',
      operationId: 'planInterview',
      summary: 'Plan an interview',
      ...ofOne,
      headers: idempotencyHeadersSchema,
      body: interviewDetailsSchema,
      response: { 201: savedInterviewSchema, ...errorResponses },
    }),
    async (request, reply) => {
      const idempotencyKey = request.headers['idempotency-key'] ?? null
      const sent = { details: request.body, idempotencyKey }
      const planned = await presentSaved(
        await planInterview(services, actionOf(request, clock), sent),
        signedIn(request),
      )
      outbox.wake()
      return reply.code(201).send(planned)
    },
  )

  app.get(
    ADMIN_API.interviewDefaults,
    sessions.guarded({
      may: INTERVIEWS.read,
      of: 'rows',
      operationId: 'getInterviewDefaults',
      summary: 'Read what the latest interviews say about the next one',
      tags,
      response: { 200: interviewDefaultsSchema, ...errorResponses },
    }),
    (request) => readInterviewDefaults(seenBy(db, signedIn(request))),
  )

  const response = { 200: savedInterviewSchema, ...errorResponses }

  app.put(
    ADMIN_API.interview,
    sessions.guarded({
      may: INTERVIEWS.plan,
      of: 'interview',
      operationId: 'changeInterview',
      summary: 'Change a planned interview',
      ...ofOne,
      body: changedInterviewSchema,
      response,
    }),
    async (request) => {
      const changed = await changeInterview(services, actionOf(request, clock), request.body)
      const saved = await presentSaved(changed, signedIn(request))
      outbox.wake()
      return saved
    },
  )

  app.post(
    ADMIN_API.cancelInterview,
    sessions.guarded({
      may: INTERVIEWS.plan,
      of: 'interview',
      operationId: 'cancelInterview',
      summary: 'Cancel an interview',
      ...ofOne,
      body: readInterviewSchema,
      response,
    }),
    async (request) => {
      const cancelled = await cancelInterview(services, actionOf(request, clock), request.body.version)
      const saved = await presentSaved(cancelled, signedIn(request))
      outbox.wake()
      return saved
    },
  )

  app.get(
    ADMIN_API.interviews,
    sessions.guarded({
      may: INTERVIEWS.read,
      of: 'rows',
      operationId: 'getAgenda',
      summary: 'Read the interviews of a time, and those that wait for feedback',
      tags,
      querystring: agendaQuerySchema,
      response: { 200: agendaSchema, ...errorResponses },
    }),
    async (request) => {
      const { query } = request
      const seen = seenBy(db, signedIn(request))
      const length = Date.parse(query.to) - Date.parse(query.from)
      if (!(length > 0 && length <= MOST_AGENDA_DAYS * DAY_MS))
        throw new RequestError('invalid_request', `Ask for at most ${MOST_AGENDA_DAYS} days.`)
      const [planned, overdue] = [await listAgenda(seen, query), await listOverdue(seen, clock())]
      return { interviews: planned.map(presentInterview), overdue: overdue.map(presentInterview) }
    },
  )
}
