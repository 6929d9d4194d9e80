import { queryOptions } from '@tanstack/react-query'
import type { Application, EarlierResume } from '../../../contract/applications/application.ts'
import type { FeedbackVersions, RelatedApplications } from '../../../contract/applications/application-changes.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { ApiError, raiseUnlessOk } from '../../api/api-error.ts'
import { readToken } from '../../api/auth-store.ts'
import { fileNameOf } from '../../api/content-disposition.ts'
import { bearer, jsonRequest } from '../../api/json-request.ts'
import { retryAfterFailure } from '../../api/retry-after-failure.ts'
import { shouldRetryQuery } from '../../api/retry-rules.ts'
import { sendAuthorized } from '../../api/send-authorized.ts'
import { HISTORY_KEY } from './history-api.ts'
import { pollOptions } from './poll-options.ts'

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
    queryFn: ({ signal }) => jsonRequest<Application>('GET', pathTo(ADMIN_API.adminApplication, id), { token, signal }),
    retry: (failures, error) => !isGone(error) && shouldRetryQuery(failures, error),
    ...(row && { initialData: row, initialDataUpdatedAt: readAt }),
  })
}

/** The resumes that the applicant has replaced. */
export function earlierResumesQuery(token: string | null, { id, resume }: Pick<Application, 'id' | 'resume'>) {
  const address = pathTo(ADMIN_API.earlierResumes, id)
  return queryOptions({
    queryKey: [address, resume?.version, token] as const,
    queryFn: ({ signal }) => jsonRequest<EarlierResume[]>('GET', address, { token, signal }),
    enabled: (resume?.version ?? 1) > 1,
  })
}

/** What an admin writes about an application in its details. */
export type ApplicationDetails = Partial<Pick<Application, 'feedback' | 'interviewDate'>>

/** Saves an admin's feedback and interview date over the given version; returns the stored application. */
export function saveDetails(
  { id, version }: Pick<Application, 'id' | 'version'>,
  details: ApplicationDetails,
): Promise<Application> {
  return jsonRequest('PATCH', pathTo(ADMIN_API.application, id), { body: { ...details, version }, token: readToken() })
}

/** A fetched resume and the name to save it under. */
export type ResumeDownload = { file: Blob; fileName: string }

/**
 * Fetches a resume.
 * @param options.version an earlier one; the current one without it
 * @param options.isPrefetch it is not shown yet; call {@link reportOpened} once it is
 * @throws ApiError for a non-OK response
 */
export async function fetchResume(
  application: Application,
  token: string,
  { isPrefetch = false, version }: { isPrefetch?: boolean; version?: number | undefined } = {},
): Promise<ResumeDownload> {
  const query = isPrefetch ? '?prefetch=true' : version === undefined ? '' : `?version=${version}`
  const address = pathTo(ADMIN_API.resume, application.id) + query
  const response = await sendAuthorized(token, (current) =>
    fetch(address, { credentials: 'include', headers: bearer(current) }),
  )
  await raiseUnlessOk(response)
  const fileName = fileNameOf(response.headers.get('Content-Disposition'))
  return { file: await response.blob(), fileName: fileName ?? defaultResumeName(application.name) }
}

/** Reports that a prefetched resume is shown, for the history. */
export function reportOpened({ id }: Pick<Application, 'id'>): Promise<void> {
  return jsonRequest('POST', pathTo(ADMIN_API.resumeOpened, id), { token: readToken() })
}

/** File name of a resume whose response has none. */
export function defaultResumeName(applicant: string): string {
  return `${applicant.replaceAll(' ', '_')}_Resume.pdf`
}

/** Other applications of the same person. */
export function relatedQuery(token: string | null, id: number) {
  const address = pathTo(ADMIN_API.relatedApplications, id)
  return queryOptions({
    ...retryAfterFailure,
    queryKey: [address, token] as const,
    queryFn: ({ signal }) => jsonRequest<RelatedApplications>('GET', address, { token, signal }),
    staleTime: 30_000,
  })
}

/** The texts that the feedback had, newest first. Read again with the histories. */
export function feedbackVersionsQuery(token: string | null, id: number) {
  const address = pathTo(ADMIN_API.feedbackVersions, id)
  return queryOptions({
    ...retryAfterFailure,
    queryKey: [...HISTORY_KEY, address, token] as const,
    queryFn: ({ signal }) => jsonRequest<FeedbackVersions>('GET', address, { token, signal }),
    staleTime: 0,
  })
}
