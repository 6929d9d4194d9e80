import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ApplicantBoard, ApplicantCounts } from '../../../contract/applications/applicant-board.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { conditionalRead, shareWithETag } from '../../api/conditional-read.ts'
import { pollOptions } from '../api/poll-options.ts'

/** Prefix of the query keys of a posting's board. */
export function boardKey(jobId: number) {
  return [ADMIN_API.applicantBoard, jobId] as const
}

/** Prefix of the query key of the counts. */
const COUNTS_KEY = [ADMIN_API.applicantCounts] as const

/**
 * The board of a posting.
 * @param limit cards of one column
 */
export function applicantBoardQuery(token: string | null, jobId: number, limit: number) {
  return queryOptions({
    ...pollOptions,
    queryKey: [...boardKey(jobId), token, limit] as const,
    queryFn: (reading) =>
      conditionalRead(reading, `${pathTo(ADMIN_API.applicantBoard, jobId)}?limit=${limit}`, {
        token,
        read: (response) => response.json() as Promise<ApplicantBoard>,
      }),
    structuralSharing: shareWithETag,
    placeholderData: keepPreviousData,
  })
}

/** How many applications each posting has. */
export function applicantCountsQuery(token: string | null) {
  return queryOptions({
    ...pollOptions,
    queryKey: [...COUNTS_KEY, token] as const,
    queryFn: (reading) =>
      conditionalRead(reading, ADMIN_API.applicantCounts, {
        token,
        read: (response) => response.json() as Promise<ApplicantCounts[]>,
      }),
    structuralSharing: shareWithETag,
    staleTime: 0,
  })
}
