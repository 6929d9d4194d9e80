import type { QueryClient } from '@tanstack/react-query'
import type { PageData } from '../contract/site/page-data.ts'
import { PAGE } from '../contract/wire/paths.ts'
import { jobKey } from './posting/job-api.ts'
import { parseJobId } from './posting/job-id.ts'
import { matchPage } from './routes.tsx'

/**
 * Seeds a query client with the page's embedded responses, on the server and in the browser. On a job page without a
 * job the server has already found it missing.
 */
export function seedQueryCache(client: QueryClient, path: string, { responses }: PageData): void {
  for (const [address, body] of Object.entries(responses)) client.setQueryData([address], body)
  const { page, params } = matchPage(path)
  const id = page.pattern === PAGE.job ? parseJobId(params.id) : undefined
  if (id !== undefined && client.getQueryData(jobKey(id)) === undefined) client.setQueryData(jobKey(id), null)
}
