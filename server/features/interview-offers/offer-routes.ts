import {
  interviewOfferSchema,
  interviewOffersSchema,
  offerDetailsSchema,
  offersOverviewSchema,
} from '../../../contract/interviews/interview-offer.ts'
import { INTERVIEWS } from '../../../contract/policies/interviews-policy.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { idempotencyHeadersSchema, idParamsSchema } from '../../../contract/wire/validation.ts'
import { notFound } from '../../platform/http/request-error.ts'
import { errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import { seenBy } from '../accounts/seen-by.ts'
import { actionOf, signedIn } from '../accounts/sessions.ts'
import { applicationGone, findApplication } from '../applications/stored/application-queries.ts'
import type { Services } from '../feature.ts'
import { offerTimes, withdrawOffer } from './change-offers.ts'
import { presentOffers } from './offer-presenter.ts'
import { listOffersOf, listOpen, listUnanswered, type OfferWithApplicant } from './offer-queries.ts'

/** Offering times for an interview (`docs/decisions/0112-offered-times.md`). */
export function offerRoutes(app: WellheadApp, services: Services): void {
  const { db, sessions, outbox, clock } = services
  const tags = ['interviews']
  const ofOne = { tags, params: idParamsSchema }
  const presentOne = async (offer: OfferWithApplicant) => {
    const [presented] = await presentOffers(db, [offer], clock())
    if (!presented) throw notFound()
    return presented
  }

  app.get(
    ADMIN_API.applicationOffers,
    sessions.guarded({
      may: INTERVIEWS.read,
      of: 'application',
      operationId: 'listApplicationOffers',
      summary: 'Read the offers of times of an application',
      ...ofOne,
      response: { 200: interviewOffersSchema, ...errorResponses },
    }),
    async (request) => {
      const { id } = request.params
      const seen = seenBy(db, signedIn(request))
      const offers = await listOffersOf(seen, id)
      if (offers.length === 0 && !(await findApplication(seen, id))) throw applicationGone()
      return { offers: await presentOffers(db, offers, clock()) }
    },
  )

  app.post(
    ADMIN_API.applicationOffers,
    sessions.guarded({
      may: INTERVIEWS.invite,
      of: 'application',
      operationId: 'offerInterviewTimes',
      summary: 'Offer times for an interview, of which the applicant chooses one',
      ...ofOne,
      headers: idempotencyHeadersSchema,
      body: offerDetailsSchema,
      response: { 201: interviewOfferSchema, ...errorResponses },
    }),
    async (request, reply) => {
      const idempotencyKey = request.headers['idempotency-key'] ?? null
      const offer = await offerTimes(services, actionOf(request, clock), { details: request.body, idempotencyKey })
      outbox.wake()
      return reply.code(201).send(await presentOne(offer))
    },
  )

  app.post(
    ADMIN_API.withdrawOffer,
    sessions.guarded({
      may: INTERVIEWS.invite,
      of: 'offer',
      operationId: 'withdrawInterviewOffer',
      summary: 'Withdraw offered times; within ten minutes the applicant hears nothing of them',
      ...ofOne,
      response: { 200: interviewOfferSchema, ...errorResponses },
    }),
    async (request) => presentOne(await withdrawOffer(services, actionOf(request, clock))),
  )

  app.get(
    ADMIN_API.interviewOffers,
    sessions.guarded({
      may: INTERVIEWS.read,
      of: 'rows',
      operationId: 'listInterviewOffers',
      summary: 'Read the offered times that wait for a choice, and those that have ended without one',
      tags,
      response: { 200: offersOverviewSchema, ...errorResponses },
    }),
    async (request) => {
      const now = clock()
      const seen = seenBy(db, signedIn(request))
      const [open, unanswered] = [await listOpen(seen, now), await listUnanswered(seen, now)]
      return { open: await presentOffers(db, open, now), unanswered: await presentOffers(db, unanswered, now) }
    },
  )
}
