import { queryOptions } from '@tanstack/react-query'
import type { PublicJob } from '../../contract/jobs/job.ts'
import { ACTIVE_JOBS, API, pathTo } from '../../contract/wire/paths.ts'
import { ApiError, raiseUnlessOk } from '../api/api-error.ts'

/**
 * The landing list: never cached, fetched on mount and whenever the window gets focus. Raises
 * `Failed to fetch jobs`, with the status in the message for the retry rules.
 * @param knownTag entity tag of the list that the page was made from; the result is null as long as that is current, so that
 *   no visitor gets the list twice
 */
export function activeJobsQuery(knownTag?: string) {
  return queryOptions({
    queryKey: [ACTIVE_JOBS],
    queryFn: ({ signal }) => fetchActiveJobs(signal, knownTag),
    staleTime: 0,
    refetchOnMount: true,
    refetchOnWindowFocus: true,
  })
}

/** Query key of one posting: the address of its request. */
export function jobKey(id: number): [string] {
  return [pathTo(API.job, id)]
}

/** One posting; null if it does not exist or is not open. */
export function jobQuery(id: number) {
  return queryOptions({ queryKey: jobKey(id), queryFn: ({ signal }) => fetchJob(id, signal) })
}

async function fetchActiveJobs(signal: AbortSignal, knownTag: string | undefined): Promise<PublicJob[] | null> {
  const headers = knownTag === undefined ? {} : { 'If-None-Match': knownTag }
  const response = await fetch(ACTIVE_JOBS, { credentials: 'include', cache: 'no-store', headers, signal })
  if (response.status === 304) return null
  if (!response.ok) throw new Error(`Failed to fetch jobs (${response.status})`)
  return response.json()
}

async function fetchJob(id: number, signal: AbortSignal): Promise<PublicJob | null> {
  const response = await fetch(pathTo(API.job, id), { credentials: 'include', signal })
  try {
    return await (await raiseUnlessOk(response)).json()
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}
