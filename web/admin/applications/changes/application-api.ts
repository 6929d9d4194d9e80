import type { Application } from '../../../../contract/application.ts'
import { API, pathTo } from '../../../../contract/paths.ts'
import { raiseUnlessOk } from '../../../api/api-error.ts'
import { readToken } from '../../../api/auth-store.ts'
import { bearer, jsonRequest } from '../../../api/json-request.ts'
import { sendAuthorized } from '../../../api/send-authorized.ts'
import { fileNameOf } from '../details/content-disposition.ts'

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
