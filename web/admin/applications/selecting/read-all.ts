import type { Application } from '../../../../contract/applications/application.ts'
import { MAX_CHANGED_TOGETHER, PAGE_SIZE } from '../../../../contract/wire/limits.ts'
import { raiseUnlessOk } from '../../../api/api-error.ts'
import { readToken } from '../../../api/auth-store.ts'
import { bearer } from '../../../api/json-request.ts'
import { sendAuthorized } from '../../../api/send-authorized.ts'
import { listAddress, readPage } from '../application-list-api.ts'
import type { ListView } from '../list-view.ts'

/** The first applications of a view, as many as one request may change. */
export async function readAll(view: ListView): Promise<Application[]> {
  const rows: Application[] = []
  let cursor: string | null = null
  do {
    const address = listAddress({ ...view, cursor }, PAGE_SIZE.most)
    const response = await sendAuthorized(readToken(), (token) => fetch(address, { headers: bearer(token) }))
    const page = await readPage(await raiseUnlessOk(response))
    rows.push(...page.applications)
    cursor = page.nextCursor
  } while (cursor !== null && rows.length < MAX_CHANGED_TOGETHER)
  return rows.slice(0, MAX_CHANGED_TOGETHER)
}
