import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import {
  addedNoteSchema,
  erasureSchema,
  myApplicationSchema,
  newLinkSchema,
  replacedResumeSchema,
  withdrawalSchema,
} from '../../../contract/applications/my-application.ts'
import { RESUME_KINDS } from '../../../contract/applications/resume-kinds.ts'
import { invitationResponseSchema } from '../../../contract/interviews/interview.ts'
import { declinedTimesSchema, timeChoiceSchema } from '../../../contract/interviews/interview-offer.ts'
import { API, APPLICATION_TOKEN_HEADER } from '../../../contract/wire/paths.ts'
import { idParamsSchema } from '../../../contract/wire/validation.ts'
import { createCustomerPrefixBudget } from '../../platform/http/customer-prefix-budget.ts'
import { notFound } from '../../platform/http/request-error.ts'
import { emptyResponse, errorResponses, multipartBody, type WellheadApp } from '../../platform/http/route.ts'
import { PRIVATE_HEADERS } from '../../platform/http/security-headers.ts'
import { scheduleTask } from '../../platform/outbox/outbox-queries.ts'
import { downloadResume } from '../applications/resumes/download-resume.ts'
import { sendResume } from '../applications/resumes/send-resume.ts'
import { createSubmissionLimit } from '../applications/submission/submission-limit.ts'
import { countOwnEntries } from '../audit/audit-queries.ts'
import type { Services } from '../feature.ts'
import { requireShownInterview } from '../interviews/stored/interview-queries.ts'
import {
  addNote,
  chooseOfferedTime,
  declineOfferedTimes,
  type LinkedApplicationChange,
  linkInvalid,
  requestErasure,
  requireLink,
  respondToInvitation,
  withdraw,
} from './change-my-application.ts'
import { sendLinksTask } from './link-tasks.ts'
import { readMyApplication } from './read-my-application.ts'
import { replaceResume } from './replace-resume.ts'

/** Requests for new private links that one network may send in an hour. */
const LINKS_PER_HOUR = 20
/** What opening a file costs, and sending a megabyte of it, in milliseconds. */
const OPENING_MS = 50
const MEGABYTE_MS = 5
/** A customer prefix may download forty small files or twenty large ones at once, and then one in five or ten seconds. */
const DOWNLOADS = { mostMs: 40 * OPENING_MS, perSecondMs: OPENING_MS / 5 }
/** One download of an applicant an hour is recorded: a link that is used without end does not fill the audit trail. */
const RECORDED = { actions: ['resume_downloaded'], withinMs: 60 * 60_000, limit: 1 } as const
const TOKEN_HEADER = APPLICATION_TOKEN_HEADER.toLowerCase()

/** The private page of an applicant (`docs/decisions/0068-my-application.md`). */
export function myApplicationRoutes(app: WellheadApp, services: Services): void {
  const { db, interviews, outbox, clock, hash, shareOf } = services
  const linkLimit = createSubmissionLimit({ db, clock, hash, perHour: LINKS_PER_HOUR, purpose: 'new-link' })
  const downloads = createCustomerPrefixBudget({
    ...DOWNLOADS,
    reason: 'Your resume was downloaded many times from your network.',
  })
  const tags = ['my application']
  const headers = z.object({ [TOKEN_HEADER]: z.string().optional() })
  const onRequest = async (_request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(PRIVATE_HEADERS)
  }

  app.get(
    API.myApplication,
    {
      onRequest,
      config: { inTurn: true },
      schema: {
        operationId: 'getMyApplication',
        summary: 'Read an application as its applicant',
        tags,
        headers,
        response: { 200: myApplicationSchema, ...errorResponses },
      },
    },
    async (request) => {
      const now = clock()
      const application = await readMyApplication(db, await requireLink(db, tokenOf(request), now), now)
      if (!application) throw linkInvalid()
      return application
    },
  )

  app.post(
    API.newApplicationLink,
    {
      onRequest,
      config: { inTurn: true },
      schema: {
        operationId: 'sendNewApplicationLink',
        summary: 'Send new private links to an address, if applications have it',
        tags,
        body: newLinkSchema,
        response: { 204: emptyResponse, ...errorResponses },
      },
    },
    async (request, reply) => {
      await linkLimit.requireRoom(request.ip)
      await db.transaction().execute(async (trx) => {
        const share = await shareOf(trx, request.ip)
        await scheduleTask(trx, { ...sendLinksTask(request.body), share }, clock())
        await linkLimit.count(trx, request.ip)
      })
      outbox.wake()
      return reply.code(204).send(null)
    },
  )

  app.post(
    API.respondToInterview,
    {
      onRequest,
      config: { inTurn: true },
      schema: {
        operationId: 'respondToInterview',
        summary: 'Accept or decline an interview as its applicant',
        tags,
        headers,
        params: idParamsSchema,
        body: invitationResponseSchema,
        response: { 204: emptyResponse, ...errorResponses },
      },
    },
    async (request, reply) => {
      const linked = { db, interviews, token: tokenOf(request), now: clock() }
      await respondToInvitation(linked, request.params.id, request.body)
      return reply.code(204).send(null)
    },
  )

  app.post(
    API.chooseTime,
    {
      onRequest,
      config: { inTurn: true },
      schema: {
        operationId: 'chooseInterviewTime',
        summary: 'Choose one of the offered times; the first who takes a time has it',
        tags,
        headers,
        params: idParamsSchema,
        body: timeChoiceSchema,
        response: { 204: emptyResponse, ...errorResponses },
      },
    },
    async (request, reply) => {
      const linked = { db, interviews, token: tokenOf(request), now: clock() }
      await chooseOfferedTime(linked, request.params.id, request.body.startsAt)
      outbox.wake()
      return reply.code(204).send(null)
    },
  )

  app.post(
    API.declineTimes,
    {
      onRequest,
      config: { inTurn: true },
      schema: {
        operationId: 'declineInterviewTimes',
        summary: 'Ask for other times than the offered ones',
        tags,
        headers,
        params: idParamsSchema,
        body: declinedTimesSchema,
        response: { 204: emptyResponse, ...errorResponses },
      },
    },
    async (request, reply) => {
      const linked = { db, interviews, token: tokenOf(request), now: clock() }
      await declineOfferedTimes(linked, request.params.id, request.body.reason)
      return reply.code(204).send(null)
    },
  )

  app.get(
    API.interviewCalendar,
    {
      onRequest,
      config: { inTurn: true },
      schema: {
        operationId: 'getInterviewCalendar',
        summary: 'Read an interview as a calendar file',
        tags,
        headers,
        params: idParamsSchema,
        response: { 200: z.string(), ...errorResponses },
      },
    },
    async (request, reply) => {
      const now = clock()
      const applicationId = await requireLink(db, tokenOf(request), now)
      const interview = await requireShownInterview(db, { applicationId, id: request.params.id, now })
      if (interview.state === 'cancelled') throw notFound('This interview no longer takes place.')
      return reply
        .header('content-type', 'text/calendar; charset=utf-8')
        .send(await interviews.calendarOf(db, interview, now))
    },
  )

  const change = <Schema extends z.ZodType>(
    path: string,
    texts: { operationId: string; summary: string },
    body: Schema,
    make: (change: LinkedApplicationChange, body: z.output<Schema>) => Promise<void>,
  ) =>
    app.post(
      path,
      {
        onRequest,
        config: { inTurn: true },
        schema: { ...texts, tags, headers, body, response: { 204: emptyResponse, ...errorResponses } },
      },
      async (request, reply) => {
        await make({ db, interviews, token: tokenOf(request), now: clock() }, request.body as z.output<Schema>)
        outbox.wake()
        return reply.code(204).send(null)
      },
    )

  app.get(
    API.myApplicationResume,
    {
      onRequest,
      config: { writes: true },
      schema: {
        operationId: 'downloadOwnResume',
        summary: 'Download the resume of an application as its applicant',
        tags,
        headers,
        produces: Object.values(RESUME_KINDS).map(({ mediaType }) => mediaType),
        response: { 200: z.any().describe('The file as it was sent'), ...errorResponses },
      },
    },
    async (request, reply) => {
      const now = clock()
      const id = await requireLink(db, tokenOf(request), now)
      downloads.require(request.ip)
      downloads.spend(request.ip, OPENING_MS)
      const needsNoEntry = request.method !== 'GET' || (await countOwnEntries(db, id, { ...RECORDED, now })) > 0
      const event = needsNoEntry ? undefined : 'resume_downloaded'
      const opened = await downloadResume({ ...services, log: request.log }, { by: null, id, now }, { event })
      downloads.spend(request.ip, (opened.resume.size / 1e6) * MEGABYTE_MS)
      return sendResume(reply, opened)
    },
  )

  app.post(
    API.myApplicationResume,
    {
      onRequest,
      ...multipartBody(replacedResumeSchema, { requiresResume: true }),
      schema: {
        operationId: 'replaceResume',
        summary: 'Replace the resume of an application',
        tags,
        headers,
        response: { 204: emptyResponse, ...errorResponses },
      },
    },
    async (request, reply) => {
      await replaceResume(services, request, tokenOf(request))
      return reply.code(204).send(null)
    },
  )

  change(
    API.myApplicationNote,
    { operationId: 'addApplicationNote', summary: 'Add to the note of an application' },
    addedNoteSchema,
    (linked, { note }) => addNote(linked, note),
  )
  change(
    API.withdrawApplication,
    { operationId: 'withdrawApplication', summary: 'Withdraw an application' },
    withdrawalSchema,
    (linked, { reason }) => withdraw(linked, reason),
  )
  change(
    API.eraseApplication,
    { operationId: 'eraseApplication', summary: 'Erase an application with its files' },
    erasureSchema,
    (linked, { reference }) => requestErasure(linked, reference),
  )
}

function tokenOf({ headers }: FastifyRequest): string {
  const token = headers[TOKEN_HEADER]
  return typeof token === 'string' ? token : ''
}
