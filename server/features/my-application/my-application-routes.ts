import * as z from 'zod'
import {
  addedNoteSchema,
  erasureSchema,
  keptUntilSchema,
  myApplicationSchema,
  newLinkSchema,
  replacedResumeSchema,
  withdrawalSchema,
} from '../../../contract/applications/my-application.ts'
import { invitationResponseSchema } from '../../../contract/interviews/interview.ts'
import { declinedTimesSchema, timeChoiceSchema } from '../../../contract/interviews/interview-offer.ts'
import { API } from '../../../contract/wire/paths.ts'
import { idParamsSchema } from '../../../contract/wire/validation.ts'
import { notFound } from '../../platform/http/request-error.ts'
import { emptyResponse, errorResponses, multipartBody, type WellheadApp } from '../../platform/http/route.ts'
import { scheduleTask } from '../../platform/outbox/outbox-queries.ts'
import { createSubmissionLimit } from '../applications/submission/submission-limit.ts'
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
import { LINKED, tokenOf } from './linked-requests.ts'
import { readMyApplication } from './read-my-application.ts'
import { replaceResume } from './replace-resume.ts'

/** Requests for new private links that one network may send in an hour. */
const LINKS_PER_HOUR = 20

/** The private page of an applicant (`docs/decisions/0068-my-application.md`). */
export function myApplicationRoutes(app: WellheadApp, services: Services): void {
  const { db, interviews, outbox, clock, hash, shareOf } = services
  const linkLimit = createSubmissionLimit({ db, clock, hash, perHour: LINKS_PER_HOUR, purpose: 'new-link' })
  const tags = ['my application']
  const { headers, onRequest } = LINKED

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
      const application = await readMyApplication(services, await requireLink(db, tokenOf(request), now), now)
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
  app.post(
    API.eraseApplication,
    {
      onRequest,
      config: { inTurn: true },
      schema: {
        operationId: 'eraseApplication',
        summary: 'Erase an application with its files',
        ...{ tags, headers, body: erasureSchema },
        response: { 200: keptUntilSchema, 204: emptyResponse, ...errorResponses },
      },
    },
    async (request, reply) => {
      const linked = { db, interviews, token: tokenOf(request), now: clock() }
      const keptUntil = await requestErasure(linked, request.body.reference)
      outbox.wake()
      return keptUntil === null ? reply.code(204).send(null) : { keptUntil }
    },
  )
}
