import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Insights } from '../../../contract/applications/insights.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { conditionalRead, shareWithETag } from '../../api/conditional-read.ts'
import { retryAfterFailure } from '../../api/retry-after-failure.ts'
import type { InsightsView } from './insights-view.ts'

/** Figures about weeks are fresh enough for a minute. */
const FRESH_MS = 60_000

/** The figures of a view; those of the view before stay visible while they load. */
export function insightsQuery(token: string | null, { period, job }: InsightsView) {
  const query = new URLSearchParams({ period, ...(job && { jobId: job }) })
  return queryOptions({
    queryKey: [ADMIN_API.insights, token, { period, job }] as const,
    queryFn: (reading) =>
      conditionalRead(reading, `${ADMIN_API.insights}?${query}`, {
        token,
        read: (response) => response.json() as Promise<Insights>,
      }),
    structuralSharing: shareWithETag,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    ...retryAfterFailure,
  })
}
