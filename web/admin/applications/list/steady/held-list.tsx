import { type QueryClient, type QueryFunctionContext, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { QUARANTINE } from '../../../../../contract/search/list-filter.ts'
import { ADMIN_API } from '../../../../../contract/wire/admin-paths.ts'
import { PAGE_SIZE } from '../../../../../contract/wire/limits.ts'
import { raiseUnlessOk } from '../../../../api/api-error.ts'
import { readToken } from '../../../../api/auth-store.ts'
import { bearer } from '../../../../api/json-request.ts'
import { sendAuthorized } from '../../../../api/send-authorized.ts'
import { useKeepFocus } from '../../../../ui/focus/keep-focus.ts'
import { useKeys } from '../../../../ui/keys/use-keys.ts'
import {
  type ApplicationPage,
  type ListPosition,
  type ListRow,
  listAddress,
  readPage,
} from '../../application-list-api.ts'
import { isChangePending } from '../../changes/pending-changes.ts'
import { seenList, stopHolding } from '../../changes/seen-list.ts'
import { arrangePage, type Latest } from './arrange-page.ts'
import { describeHeld } from './held-texts.ts'

type HeldPillProps = Required<Pick<ApplicationPage, 'applications' | 'held'>> & {
  /** Of the page. */
  queryKey: QueryKey
}

/** Lets in what was held back. Laid over the head of the list, so that it moves nothing. */
export function HeldPill({ applications, held, queryKey }: HeldPillProps) {
  const pill = useKeepFocus<HTMLDivElement>()
  const words = describeHeld(applications, held)
  const show = useLetIn(queryKey)
  useKeys({ n: words ? { label: 'Show what is new', run: show } : undefined })
  return (
    <div ref={pill} className="held">
      <span role="status" className="sr-only">
        {words && `${words}. Show: N`}
      </span>
      {words && (
        <button type="button" onClick={show}>
          {words} · <strong>Show</strong>
        </button>
      )}
    </div>
  )
}

/** The action that shows a page as it was last read: by a press, and once nobody looks at it any more. */
function useLetIn(queryKey: QueryKey): () => void {
  const client = useQueryClient()
  const show = () => letIn(client, queryKey)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the same as long as it names the same page
  useEffect(() => {
    const follow = () => {
      if (document.visibilityState === 'hidden') show()
    }
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      show()
    }
  }, [JSON.stringify(queryKey)])
  return show
}

function letIn(client: QueryClient, queryKey: QueryKey): void {
  const page = client.getQueryState<ApplicationPage>(queryKey)
  // What comes after a pending change is let in with its own read.
  if (isChangePending(client)) stopHolding()
  else if (page?.data?.held)
    client.setQueryData<ApplicationPage>(queryKey, page.data.held.fresh, { updatedAt: page.dataUpdatedAt })
}

/**
 * A page that was read again, with the rows that are shown in their places: these change where they stand, one that has left the
 * list stays and says so, and new ones wait, except behind all others. Own changes are shown as ever.
 */
export async function holdRows(
  { client, queryKey, signal }: QueryFunctionContext,
  position: ListPosition,
  fresh: ApplicationPage,
): Promise<ApplicationPage> {
  const own = new Set(seenList.own)
  const shown = client.getQueryData<ApplicationPage>(queryKey) ?? fresh
  const read = new Set(fresh.applications.map(({ id }) => id))
  const missing = shown.applications.flatMap(({ id }) => (read.has(id) || own.has(id) ? [] : [id]))
  // So much has changed that the list is another one.
  if (missing.length > PAGE_SIZE.usual) return fresh
  const latest = await readLatest(position, missing, signal)
  // A read that was cancelled shows nothing: the next one has to know of them.
  if (!isChangePending(client)) for (const id of own) seenList.own.delete(id)
  return arrangePage({ shown, fresh, own }, latest)
}

/** They are on the next page, or in another list now. */
async function readLatest(position: ListPosition, ids: readonly number[], signal: AbortSignal): Promise<Latest> {
  if (ids.length === 0) return { listed: [], seen: [] }
  const named = `limit=${ids.length}&ids=${ids}`
  const all = `${ADMIN_API.applications}?${named}${position.tab === QUARANTINE ? '&quarantined=true' : ''}`
  const [listed, seen] = await Promise.all([
    readRows(`${listAddress({ ...position, cursor: null }, ids.length)}&ids=${ids}`, signal),
    readRows(all, signal),
  ])
  return { listed, seen }
}

async function readRows(address: string, signal: AbortSignal): Promise<ListRow[]> {
  const response = await sendAuthorized(readToken(), (token) => fetch(address, { headers: bearer(token), signal }))
  return (await readPage(await raiseUnlessOk(response))).applications
}
