import { APPLICATIONS } from '../../../contract/policies/applications-policy.ts'
import {
  colleagueQuestionSchema,
  colleagueQuestionsSchema,
  madeColleagueQuestionSchema,
  newColleagueQuestionSchema,
} from '../../../contract/team/colleague-questions.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { idParamsSchema } from '../../../contract/wire/validation.ts'
import { errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import { actionOf } from '../accounts/sessions.ts'
import type { Services } from '../feature.ts'
import { askColleague } from './ask-colleagues.ts'
import { endLink, makeLink } from './change-links.ts'
import { listQuestions } from './question-queries.ts'

/** Asking colleagues without an account about an application (`docs/decisions/0140-asking-a-colleague.md`). */
export function questionRoutes(app: WellheadApp, services: Services): void {
  const { db, sessions, clock, mail } = services
  const ofOne = { tags: ['colleague questions'], params: idParamsSchema }

  app.get(
    ADMIN_API.colleagueQuestions,
    sessions.guarded({
      may: APPLICATIONS.read,
      of: 'application',
      operationId: 'listColleagueQuestions',
      summary: 'Read which colleagues were asked about an application',
      ...ofOne,
      response: { 200: colleagueQuestionsSchema, ...errorResponses },
    }),
    async (request, reply) => {
      reply.header('Cache-Control', 'no-store')
      const { by, id, now } = actionOf(request, clock)
      const questions = await listQuestions(db, { applicationId: id, viewerId: by.id }, now)
      return { questions, sendsMail: mail !== null }
    },
  )

  app.post(
    ADMIN_API.colleagueQuestions,
    sessions.guarded({
      may: APPLICATIONS.ask,
      of: 'application',
      operationId: 'askColleague',
      summary: 'Ask a colleague without an account about an application',
      ...ofOne,
      body: newColleagueQuestionSchema,
      response: { 201: madeColleagueQuestionSchema, ...errorResponses },
    }),
    async (request, reply) => {
      reply.header('Cache-Control', 'no-store')
      return reply.code(201).send(await askColleague(services, actionOf(request, clock), request.body))
    },
  )

  app.post(
    ADMIN_API.endColleagueQuestion,
    sessions.guarded({
      may: APPLICATIONS.ask,
      of: 'question',
      operationId: 'endColleagueQuestion',
      summary: 'End the link of a question to a colleague',
      ...ofOne,
      response: { 200: colleagueQuestionSchema, ...errorResponses },
    }),
    (request) => endLink(services, actionOf(request, clock)),
  )

  app.post(
    ADMIN_API.colleagueQuestionLink,
    sessions.guarded({
      may: APPLICATIONS.ask,
      of: 'question',
      operationId: 'makeColleagueLink',
      summary: 'Make the link of a question to a colleague anew, to pass it on by hand; the one before ends',
      ...ofOne,
      response: { 200: madeColleagueQuestionSchema, ...errorResponses },
    }),
    (request, reply) => {
      reply.header('Cache-Control', 'no-store')
      return makeLink(services, actionOf(request, clock))
    },
  )
}
