import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod'
import type {
  InterviewOffer,
  interviewOffersSchema,
  OfferDetails,
  OffersOverview,
} from '../../../contract/interviews/interview-offer.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { IDEMPOTENCY_HEADER, pathTo } from '../../../contract/wire/paths.ts'
import { readToken } from '../../api/auth-store.ts'
import { jsonRequest } from '../../api/json-request.ts'
import { polling } from './interviews-api.ts'

/** The offers of times of an application, newest first. */
export function applicationOffersQuery(token: string | null, applicationId: number) {
  const path = pathTo(ADMIN_API.applicationOffers, applicationId)
  return queryOptions({
    queryKey: [ADMIN_API.interviews, token, path],
    queryFn: ({ signal }) => jsonRequest<z.output<typeof interviewOffersSchema>>('GET', path, { token, signal }),
    ...polling,
  })
}

/** The offers that wait for a choice, and those that have ended without one. */
export function offersOverviewQuery(token: string | null) {
  return queryOptions({
    queryKey: [ADMIN_API.interviews, token, ADMIN_API.interviewOffers],
    queryFn: ({ signal }) => jsonRequest<OffersOverview>('GET', ADMIN_API.interviewOffers, { token, signal }),
    ...polling,
  })
}

/** Offers times. @param key the same for every attempt */
export function offerTimes(applicationId: number, details: OfferDetails, key: string): Promise<InterviewOffer> {
  return jsonRequest('POST', pathTo(ADMIN_API.applicationOffers, applicationId), {
    token: readToken(),
    body: details,
    headers: { [IDEMPOTENCY_HEADER]: key },
  })
}

/** Withdraws offered times. */
export function withdrawOffer({ id }: Pick<InterviewOffer, 'id'>): Promise<InterviewOffer> {
  return jsonRequest('POST', pathTo(ADMIN_API.withdrawOffer, id), { token: readToken() })
}
