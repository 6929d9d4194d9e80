import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import {
  declinedTimesSchema,
  type InterviewTimesPageData,
  timeChoiceSchema,
} from '../../../contract/interviews/interview-offer.ts'
import { ANCHOR, OFFER_PARAMETER, PAGE } from '../../../contract/wire/paths.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { invalidFields } from '../../platform/http/error-handler.ts'
import { RequestError } from '../../platform/http/request-error.ts'
import type { WellheadApp } from '../../platform/http/route.ts'
import { PRIVATE_HEADERS } from '../../platform/http/security-headers.ts'
import type { Services } from '../feature.ts'
import { findShownInterview } from '../interviews/stored/interview-queries.ts'
import { minutesOf } from '../interviews/stored/interview-times.ts'
import { findJobTitles } from '../jobs/job-queries.ts'
import { findLinkedOffer, isOfferOpen } from '../messages/open-offers.ts'
import { HIDDEN, limitPersonalPages, readForms, sendPersonalPage } from '../pages/personal-pages.ts'
import { lockApplicationOf } from './change-offers.ts'
import { chooseTime, declineTimes } from './choose-time.ts'
import { presentOwnOffers } from './offer-presenter.ts'
import { findOffer, type OfferWithApplicant } from './offer-queries.ts'

/** Errors that the page itself tells, above the times that are left. */
const REFUSED: readonly string[] = ['changed_meanwhile', 'invalid_request']

/**
 * The page that the message of an offer links to, on which a time is chosen, with JavaScript or without. Its token opens this
 * offer alone. A GET changes nothing, because mail scanners open links.
 */
export function timesPageRoutes(app: WellheadApp, services: Services): void {
  const { db, clock, interviews, outbox, config } = services

  const readPage = async (token: unknown, fault: string | null): Promise<InterviewTimesPageData | null> => {
    const id = await findLinkedOffer(db, token)
    const offer = id === undefined ? undefined : await findOffer(db, id)
    if (!offer) return null
    const isOpen = await isOfferOpen(db, offer.id, clock())
    const [own = null] = isOpen ? await presentOwnOffers(db, [offer], clock()) : []
    return {
      token: String(token),
      job: await readTitle(offer),
      offer: own,
      booked: await readBooked(offer),
      isDeclined: offer.state === 'declined',
      companyZone: config.company.timeZone,
      fault,
    }
  }
  const readTitle = async ({ job_id }: OfferWithApplicant) => {
    if (job_id === null) return null
    return (await findJobTitles(db, [job_id])).get(job_id) ?? null
  }
  // As the private page shows it: a cancellation that is not told may be undone, and says nothing of a refusal before.
  const readBooked = async (offer: OfferWithApplicant): Promise<InterviewTimesPageData['booked']> => {
    const { interview_id: id, application_id: applicationId } = offer
    const chosen = id === null ? undefined : await findShownInterview(db, { applicationId, id, now: clock() })
    if (chosen?.state !== 'planned') return null
    return { startsAt: chosen.starts_at, minutes: minutesOf(chosen) }
  }

  const act = async (offerId: number, body: unknown) => {
    const now = clock()
    const choosingIn = async (trx: Transaction<Tables>) => ({
      ...{ trx, interviews, offerId, now },
      application: await lockApplicationOf(trx, offerId),
    })
    // One form has both, so each choice also sends the other's field.
    const { isDeclined, reason: words, startsAt: chosen } = { ...(body as object) } as Record<string, unknown>
    if (isDeclined !== undefined) {
      const { reason } = parse(declinedTimesSchema, { reason: words })
      await db.transaction().execute(async (trx) => declineTimes(await choosingIn(trx), reason))
    } else {
      const { startsAt } = parse(timeChoiceSchema, { startsAt: chosen })
      await db.transaction().execute(async (trx) => chooseTime(await choosingIn(trx), startsAt))
    }
    outbox.wake()
  }

  app.register(async (scope) => {
    const limits = { path: PAGE.interviewTimes, reason: 'The times were opened too often from your network.' }
    const spend = limitPersonalPages(scope, services, limits)
    readForms(scope)

    const sendPage = (
      at: { request: FastifyRequest; reply: FastifyReply },
      data: InterviewTimesPageData | null,
      refused?: { status: number },
    ) => {
      const onRendered = (ms: number) => spend(at.request, ms)
      return sendPersonalPage(services, at, PAGE.interviewTimes, data, {
        ...(refused && { status: refused.status }),
        onRendered,
      })
    }

    scope.get(PAGE.interviewTimes, HIDDEN, async (request, reply) =>
      sendPage({ request, reply }, await readPage(tokenOf(request), null)),
    )

    scope.post(PAGE.interviewTimes, { ...HIDDEN, config: { inTurn: true } }, async (request, reply) => {
      const token = tokenOf(request)
      const offerId = await findLinkedOffer(db, token)
      if (offerId === undefined) return sendPage({ request, reply }, null)
      try {
        await act(offerId, request.body)
      } catch (error) {
        if (!(error instanceof RequestError && REFUSED.includes(error.code))) throw error
        return sendPage({ request, reply }, await readPage(token, error.message), error)
      }
      // A reload then shows what was chosen, and sends nothing again.
      const address = `${PAGE.interviewTimes}?${OFFER_PARAMETER}=${token}#${ANCHOR.result}`
      return reply.headers(PRIVATE_HEADERS).redirect(address, 303)
    })
  })
}

function tokenOf({ query }: FastifyRequest): unknown {
  return (query as Record<string, unknown>)[OFFER_PARAMETER]
}

function parse<Output>(
  schema: { safeParse(value: unknown): { data?: Output; error?: { issues: Parameters<typeof invalidFields>[0] } } },
  sent: unknown,
): Output {
  const { data, error } = schema.safeParse(sent)
  if (data === undefined) throw invalidFields(error?.issues ?? [])
  return data
}
