import type { QueryClient } from '@tanstack/react-query'
import type { PageData } from '../contract/page-data.ts'
import { PAGE } from '../contract/paths.ts'
import { parseJobId } from './posting/job-id.ts'
import { matchPage } from './routes.tsx'
import { jobKey } from './site/jobs/job-api.ts'

/**
 * Fills a query client with what came along with the page, the same way on the server and in the browser. A job page
 * without its job is one that the server has already found to be missing.
 */
export function seedAnswers(client: QueryClient, path: string, { answers }: PageData): void {
  for (const [address, body] of Object.entries(answers)) client.setQueryData([address], body)
  const { page, params } = matchPage(path)
  const id = page.pattern === PAGE.job ? parseJobId(params.id) : undefined
  if (id !== undefined && client.getQueryData(jobKey(id)) === undefined) client.setQueryData(jobKey(id), null)
}
