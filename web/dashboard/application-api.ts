import { queryOptions } from '@tanstack/react-query'
import type { Application } from '../../contract/application.ts'
import type { Job } from '../../contract/job.ts'
import { API, pathTo } from '../../contract/paths.ts'
import { raiseUnlessOk } from '../api/api-error.ts'
import { bearer, jsonRequest } from '../api/json-request.ts'
import { fileNameOf } from './content-disposition.ts'

const REFETCH_MS = 30_000

/** All applications, fetched again every 30 seconds; an answer that is no list counts as empty (`spec.md` section 7). */
export function applicationsQuery(token: string | null) {
  return queryOptions({
    queryKey: [API.applications, token],
    queryFn: async ({ signal }) => {
      const answer = await jsonRequest<unknown>('GET', API.applications, { token, signal })
      return Array.isArray(answer) ? (answer as Application[]) : []
    },
    refetchInterval: REFETCH_MS,
  })
}

/** All postings, as an admin reads them. */
export function adminJobsQuery(token: string | null) {
  return queryOptions({
    queryKey: [API.jobs, token],
    queryFn: ({ signal }) => jsonRequest<Job[]>('GET', API.jobs, { token, signal }),
  })
}

/** A fetched resume and the name to save it under. */
export type ResumeDownload = { file: Blob; fileName: string }

/**
 * Fetches a resume.
 * @throws ApiError for a non-OK answer
 */
export async function fetchResume(application: Application, token: string): Promise<ResumeDownload> {
  const response = await fetch(pathTo(API.resume, application.id), {
    credentials: 'include',
    headers: bearer(token),
  })
  await raiseUnlessOk(response)
  const fileName = fileNameOf(response.headers.get('Content-Disposition'))
  return { file: await response.blob(), fileName: fileName ?? defaultResumeName(application.name) }
}

/** Name of a resume whose answer names none (`spec.md` section 7). */
export function defaultResumeName(applicant: string): string {
  return `${applicant.replaceAll(' ', '_')}_Resume.pdf`
}
