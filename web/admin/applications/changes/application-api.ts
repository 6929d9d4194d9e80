import { queryOptions } from '@tanstack/react-query'
import type { Application } from '../../../../contract/application.ts'
import type { FeedbackVersions, RelatedApplications } from '../../../../contract/application-changes.ts'
import { API, pathTo } from '../../../../contract/paths.ts'
import { ApiError, raiseUnlessOk } from '../../../api/api-error.ts'
import { readToken } from '../../../api/auth-store.ts'
import { fileNameOf } from '../../../api/content-disposition.ts'
import { bearer, jsonRequest } from '../../../api/json-request.ts'
import { retryAfterFailure } from '../../../api/retry-after-failure.ts'
import { shouldRetryQuery } from '../../../api/retry-rules.ts'
import { sendAuthorized } from '../../../api/send-authorized.ts'
import { HISTORY_KEY } from '../../history/history-api.ts'
import { pollOptions } from '../poll-options.ts'

/** Prefix of the query keys of single applications. */
export const APPLICATION_KEY = ['application'] as const

/** The query key of one application. */
export function applicationKey(token: string | null, id: number) {
  return [...APPLICATION_KEY, id, token] as const
}

/** Whether a request failed because its application does not exist. */
export function isGone(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 404
}

/** One application, also an archived or quarantined one; its row shows until it is read. */
export function applicationQuery(token: string | null, id: number, row: Application | undefined, readAt = 0) {
  return queryOptions({
    ...pollOptions,
    queryKey: applicationKey(token, id),
    queryFn: ({ signal }) => jsonRequest<Application>('GET', pathTo(API.adminApplication, id), { token, signal }),
    retry: (failures, error) => !isGone(error) && shouldRetryQuery(failures, error),
    ...(row && { initialData: row, initialDataUpdatedAt: readAt }),
  })
}

/** What an admin writes about an application in its details. */
export type ApplicationDetails = Partial<Pick<Application, 'feedback' | 'interviewDate'>>

/** Saves an admin's feedback and interview date over the given version; returns the stored application. */
export function saveDetails(
  { id, version }: Pick<Application, 'id' | 'version'>,
  details: ApplicationDetails,
): Promise<Application> {
  return jsonRequest('PATCH', pathTo(API.application, id), { body: { ...details, version }, token: readToken() })
}

/** A fetched resume and the name to save it under. */
export type ResumeDownload = { file: Blob; fileName: string }

/**
 * Fetches a resume.
 * @param options.isPrefetch it is not shown yet; call {@link reportOpened} once it is
 * @throws ApiError for a non-OK response
 */
export async function fetchResume(
  application: Application,
  token: string,
  { isPrefetch = false } = {},
): Promise<ResumeDownload> {
  const address = pathTo(API.resume, application.id) + (isPrefetch ? '?prefetch=true' : '')
  const response = await sendAuthorized(token, (current) =>
    fetch(address, { credentials: 'include', headers: bearer(current) }),
  )
  await raiseUnlessOk(response)
  const fileName = fileNameOf(response.headers.get('Content-Disposition'))
  return { file: await response.blob(), fileName: fileName ?? defaultResumeName(application.name) }
}

/** Reports that a prefetched resume is shown, for the history. */
export function reportOpened({ id }: Pick<Application, 'id'>): Promise<void> {
  return jsonRequest('POST', pathTo(API.resumeOpened, id), { token: readToken() })
}

/** File name of a resume whose response has none (`spec.md` section 7). */
export function defaultResumeName(applicant: string): string {
  return `${applicant.replaceAll(' ', '_')}_Resume.pdf`
}

/** Other applications of the same person. */
export function relatedQuery(token: string | null, id: number) {
  const address = pathTo(API.relatedApplications, id)
  return queryOptions({
    ...retryAfterFailure,
    queryKey: [address, token] as const,
    queryFn: ({ signal }) => jsonRequest<RelatedApplications>('GET', address, { token, signal }),
    staleTime: 30_000,
  })
}

/** The texts that the feedback had, newest first. Read again with the histories. */
export function feedbackVersionsQuery(token: string | null, id: number) {
  const address = pathTo(API.feedbackVersions, id)
  return queryOptions({
    ...retryAfterFailure,
    queryKey: [...HISTORY_KEY, address, token] as const,
    queryFn: ({ signal }) => jsonRequest<FeedbackVersions>('GET', address, { token, signal }),
    staleTime: 0,
  })
}
