import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { KeepingOfLink, MyApplication } from '../../../contract/applications/my-application.ts'
import { API, APPLICATION_TOKEN_HEADER } from '../../../contract/wire/paths.ts'
import { ApiError, raiseUnlessOk } from '../../api/api-error.ts'
import { jsonRequest } from '../../api/json-request.ts'
import { shouldRetryQuery } from '../../api/retry-rules.ts'
import { upload } from '../../api/upload.ts'

/** How the keys of applications in the cache, which is in memory only, begin. */
export const MY_APPLICATION = [API.myApplication] as const

/** Reads the application of a private link; nothing without a token. */
export function useMyApplication(token: string | null): UseQueryResult<MyApplication> {
  return useQuery({
    queryKey: [...MY_APPLICATION, token],
    queryFn: () => requestWithLink<MyApplication>('GET', API.myApplication, token ?? ''),
    enabled: token !== null,
    retry: (failures, error) => !isLinkInvalid(error) && shouldRetryQuery(failures, error),
  })
}

/** Reads whether an application stays on file, by any private link to it. */
export function useKeeping(token: string): UseQueryResult<KeepingOfLink> {
  return useQuery({
    queryKey: [...MY_APPLICATION, 'keeping', token],
    queryFn: () => requestWithLink<KeepingOfLink>('GET', API.keeping, token),
    retry: (failures, error) => !isLinkInvalid(error) && shouldRetryQuery(failures, error),
  })
}

/** Sends a request with the token of a private link. */
export function requestWithLink<Body>(method: string, url: string, token: string, body?: unknown): Promise<Body> {
  return jsonRequest<Body>(method, url, { headers: { [APPLICATION_TOKEN_HEADER]: token }, body })
}

/** Reads a file with the token of a private link: an interview for calendars, or the resume. */
export async function readFileWithLink(address: string, token: string): Promise<Blob> {
  const headers = { [APPLICATION_TOKEN_HEADER]: token }
  const response = await fetch(address, { credentials: 'include', headers })
  return (await raiseUnlessOk(response)).blob()
}

/**
 * Replaces the resume of the application of a private link.
 * @param onProgress gets whole percents
 * @throws NetworkError, UploadTimeoutError, ApiError for every status but 204
 */
export async function sendNewResume(token: string, resume: File, onProgress: (percent: number) => void): Promise<void> {
  const form = new FormData()
  form.append('resume', resume)
  const headers = { [APPLICATION_TOKEN_HEADER]: token }
  const response = await upload(API.myApplicationResume, form, { headers, onProgress })
  if (response.status !== 204) throw new ApiError(response.status, response.body, response.statusText)
}

/** Requests new private links for an address. */
export function requestNewLink(email: string): Promise<void> {
  return jsonRequest('POST', API.newApplicationLink, { body: { email } })
}

/** Whether the server does not know the link, or not any more. */
export function isLinkInvalid(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 404
}
