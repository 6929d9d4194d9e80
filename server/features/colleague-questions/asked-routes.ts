import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { RESUME_KINDS } from '../../../contract/applications/resume-kinds.ts'
import { resumeTextSchema } from '../../../contract/applications/resume-text.ts'
import {
  COLLEAGUE_API,
  COLLEAGUE_DEVICE_HEADER,
  COLLEAGUE_TOKEN_HEADER,
} from '../../../contract/team/colleague-paths.ts'
import {
  colleagueAnswerSchema,
  linkedQuestionSchema,
  openedDeviceSchema,
  openedQuestionSchema,
} from '../../../contract/team/colleague-questions.ts'
import { interviewerScorecardSchema, ownScorecardSchema } from '../../../contract/team/scorecards.ts'
import { createCustomerPrefixBudget } from '../../platform/http/customer-prefix-budget.ts'
import { emptyResponse, errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import { PRIVATE_HEADERS } from '../../platform/http/security-headers.ts'
import { downloadResume, requireResume } from '../applications/resumes/download-resume.ts'
import { presentResumeText } from '../applications/resumes/resume-routes.ts'
import { sendResume } from '../applications/resumes/send-resume.ts'
import type { Services } from '../feature.ts'
import { findResumeText } from '../resumes/resume-text-queries.ts'
import { answerQuestion, giveAskedScorecard, readLinkedQuestion } from './answer-question.ts'
import { openQuestion, sendCode } from './open-question.ts'
import { type OpenedLink, requireOpened, type SentSecrets } from './question-links.ts'
import { requireOpenedAndNote } from './question-openings.ts'

/** What opening a file costs, reading its text, and sending a megabyte of either, in milliseconds. */
const OPENING_MS = 50
const READING_MS = 10
const MEGABYTE_MS = 5
/** A customer prefix may download forty small files at once, and then one in five seconds. */
const DOWNLOADS = { mostMs: 40 * OPENING_MS, perSecondMs: OPENING_MS / 5 }
/** It may read two hundred texts at once, and then one a second. */
const TEXTS = { mostMs: 200 * READING_MS, perSecondMs: READING_MS }

const TOKEN_HEADER = COLLEAGUE_TOKEN_HEADER.toLowerCase()
const DEVICE_HEADER = COLLEAGUE_DEVICE_HEADER.toLowerCase()

/** What a colleague without an account reads and answers with the link of a question. Each opening is noted before anything is shown. */
export function askedRoutes(app: WellheadApp, services: Services): void {
  const { db, clock } = services
  const downloads = createCustomerPrefixBudget({
    ...DOWNLOADS,
    reason: 'The resume was downloaded many times from your network.',
  })
  const texts = createCustomerPrefixBudget({
    ...TEXTS,
    reason: 'The text of the resume was read many times from your network.',
  })
  const shared = {
    tags: ['colleague questions'],
    headers: z.object({ [TOKEN_HEADER]: z.string().optional(), [DEVICE_HEADER]: z.string().optional() }),
  }
  const onRequest = async (_request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(PRIVATE_HEADERS)
  }

  /** The link of a device that has opened it; HEAD shows nothing, and opens nothing. */
  const requireLooking = (request: FastifyRequest): Promise<OpenedLink> =>
    isGet(request) ? requireOpenedAndNote(services, secretsOf(request)) : requireOpened(db, secretsOf(request), clock())

  app.get(
    COLLEAGUE_API.askedQuestion,
    {
      onRequest,
      config: { inTurn: true, writes: true },
      schema: {
        operationId: 'readAskedQuestion',
        summary: 'Read what a colleague is asked about an application',
        ...shared,
        response: { 200: linkedQuestionSchema, ...errorResponses },
      },
    },
    (request) => readLinkedQuestion(services, secretsOf(request), { isShown: isGet(request) }),
  )

  app.post(
    COLLEAGUE_API.openAskedQuestion,
    {
      onRequest,
      config: { inTurn: true },
      schema: {
        operationId: 'openAskedQuestion',
        summary: 'Open the link of a question on a device',
        ...shared,
        body: openedQuestionSchema,
        response: { 200: openedDeviceSchema, ...errorResponses },
      },
    },
    async (request) => ({
      device: await openQuestion(services, secretsOf(request), request.body.code),
    }),
  )

  app.post(
    COLLEAGUE_API.askedQuestionCode,
    {
      onRequest,
      config: { inTurn: true },
      schema: {
        operationId: 'sendColleagueCode',
        summary: 'Mail a code that opens the link on another device',
        ...shared,
        response: { 204: emptyResponse, ...errorResponses },
      },
    },
    async (request, reply) => {
      await sendCode(services, secretsOf(request))
      return reply.code(204).send(null)
    },
  )

  app.post(
    COLLEAGUE_API.askedQuestionAnswer,
    {
      onRequest,
      config: { inTurn: true },
      schema: {
        operationId: 'answerAskedQuestion',
        summary: 'Answer a question about an application',
        ...shared,
        body: colleagueAnswerSchema,
        response: { 204: emptyResponse, ...errorResponses },
      },
    },
    async (request, reply) => {
      await answerQuestion(services, secretsOf(request), request.body)
      return reply.code(204).send(null)
    },
  )

  app.put(
    COLLEAGUE_API.askedQuestionScorecard,
    {
      onRequest,
      config: { inTurn: true },
      schema: {
        operationId: 'giveAskedScorecard',
        summary: 'Give or change the scorecard of an interviewer without an account',
        ...shared,
        body: ownScorecardSchema,
        response: { 200: interviewerScorecardSchema, ...errorResponses },
      },
    },
    (request) => giveAskedScorecard(services, secretsOf(request), request.body),
  )

  app.get(
    COLLEAGUE_API.askedQuestionResume,
    {
      onRequest,
      config: { inTurn: true, writes: true },
      schema: {
        operationId: 'downloadAskedResume',
        summary: 'Download the resume that a question is about',
        ...shared,
        produces: Object.values(RESUME_KINDS).map(({ mediaType }) => mediaType),
        response: { 200: z.any().describe('The file as it was sent'), ...errorResponses },
      },
    },
    async (request, reply) => {
      const { application } = await requireLooking(request)
      // A file may open slowly, and nothing of it is written.
      request.endTurn?.()
      // Without a wait in between: requests at once would all find room.
      downloads.require(request.ip)
      downloads.spend(request.ip, OPENING_MS)
      const action = { by: null, id: application.id, now: clock() }
      const opened = await downloadResume({ ...services, log: request.log }, action, { event: undefined })
      downloads.spend(request.ip, (opened.resume.size / 1e6) * MEGABYTE_MS)
      return sendResume(reply, opened)
    },
  )

  app.get(
    COLLEAGUE_API.askedQuestionResumeText,
    {
      onRequest,
      config: { inTurn: true, writes: true },
      schema: {
        operationId: 'readAskedResumeText',
        summary: 'Read the text of the resume that a question is about',
        ...shared,
        response: { 200: resumeTextSchema, ...errorResponses },
      },
    },
    async (request) => {
      const { application } = await requireLooking(request)
      texts.require(request.ip)
      texts.spend(request.ip, READING_MS)
      const { resume } = await requireResume(db, application.id)
      const text = presentResumeText(await findResumeText(db, resume.application_id))
      texts.spend(request.ip, (text.text.length / 1e6) * MEGABYTE_MS)
      return text
    },
  )
}

function isGet({ method }: FastifyRequest): boolean {
  return method === 'GET'
}

function secretsOf({ headers }: FastifyRequest): SentSecrets {
  const [token, device] = [headers[TOKEN_HEADER], headers[DEVICE_HEADER]]
  return { token: typeof token === 'string' ? token : '', device: typeof device === 'string' ? device : '' }
}
