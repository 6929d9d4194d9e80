import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod'
import type {
  Agenda,
  applicationInterviewsSchema,
  calendarFeedSchema,
  Interview,
  InterviewDefaults,
  InterviewDetails,
  newCalendarFeedSchema,
  SavedInterview,
} from '../../../contract/interviews/interview.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { IDEMPOTENCY_HEADER, pathTo } from '../../../contract/wire/paths.ts'
import { readToken } from '../../api/auth-store.ts'
import { jsonRequest } from '../../api/json-request.ts'
import { retryAfterFailure } from '../../api/retry-after-failure.ts'
import type { Week } from './week-view.ts'

/** How often responses of applicants are looked for. In milliseconds. */
const POLL_MS = 15_000

/** How lists of interviews are kept fresh. */
export const polling = {
  refetchOnReconnect: retryAfterFailure.refetchOnReconnect,
  refetchInterval: (query: Parameters<typeof retryAfterFailure.refetchInterval>[0]) =>
    retryAfterFailure.refetchInterval(query) || POLL_MS,
  staleTime: 0,
}

/** The interviews of an application, by time. */
export function applicationInterviewsQuery(token: string | null, applicationId: number) {
  const path = pathTo(ADMIN_API.applicationInterviews, applicationId)
  return queryOptions({
    queryKey: [ADMIN_API.interviews, token, path],
    queryFn: ({ signal }) => jsonRequest<z.output<typeof applicationInterviewsSchema>>('GET', path, { token, signal }),
    ...polling,
  })
}

/** The interviews of a week, and those that wait for feedback. */
export function agendaQuery(token: string | null, { begin, end }: Week) {
  const path = `${ADMIN_API.interviews}?${new URLSearchParams({ from: begin.toISOString(), to: end.toISOString() })}`
  return queryOptions({
    queryKey: [ADMIN_API.interviews, token, path],
    queryFn: ({ signal }) => jsonRequest<Agenda>('GET', path, { token, signal }),
    ...polling,
  })
}

/** The form waits no longer for what fills it in. In milliseconds. */
const DEFAULTS_MS = 1_000

/** What the latest interviews say about the next one. */
export function interviewDefaultsQuery(token: string | null) {
  return queryOptions({
    queryKey: [ADMIN_API.interviews, token, ADMIN_API.interviewDefaults],
    queryFn: () =>
      jsonRequest<InterviewDefaults>('GET', ADMIN_API.interviewDefaults, {
        token,
        signal: AbortSignal.timeout(DEFAULTS_MS),
      }),
    retry: false,
    networkMode: 'always',
  })
}

/** Plans an interview. @param key the same for every attempt */
export function planInterview(applicationId: number, details: InterviewDetails, key: string): Promise<SavedInterview> {
  return jsonRequest('POST', pathTo(ADMIN_API.applicationInterviews, applicationId), {
    token: readToken(),
    body: details,
    headers: { [IDEMPOTENCY_HEADER]: key },
  })
}

/** Changes an interview, unless another version is stored by now. */
export function changeInterview({ id, version }: Interview, details: InterviewDetails): Promise<SavedInterview> {
  return jsonRequest('PUT', pathTo(ADMIN_API.interview, id), { token: readToken(), body: { ...details, version } })
}

/** Cancels an interview, unless another version is stored by now. */
export function cancelInterview({ id, version }: Interview): Promise<SavedInterview> {
  return jsonRequest('POST', pathTo(ADMIN_API.cancelInterview, id), { token: readToken(), body: { version } })
}

/** Whether the admin has a calendar feed. */
export function calendarFeedQuery(token: string | null) {
  return queryOptions({
    queryKey: [ADMIN_API.calendarFeed, token],
    queryFn: ({ signal }) =>
      jsonRequest<z.output<typeof calendarFeedSchema>>('GET', ADMIN_API.calendarFeed, { token, signal }),
    ...retryAfterFailure,
  })
}

/** Makes the admin's calendar feed, or gives it a new address. */
export function renewCalendarFeed(): Promise<z.output<typeof newCalendarFeedSchema>> {
  return jsonRequest('POST', ADMIN_API.calendarFeed, { token: readToken() })
}

/** Ends the admin's calendar feed. */
export function revokeCalendarFeed(): Promise<void> {
  return jsonRequest('DELETE', ADMIN_API.calendarFeed, { token: readToken() })
}
