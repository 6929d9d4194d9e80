import { hashKey, type QueryKey, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { conditionalRead, shareWithETag } from '../../../../api/conditional-read.ts'
import { pollOptions } from '../../../api/poll-options.ts'
import {
  type ApplicationPage,
  applicationPageRequest,
  type ListPosition,
  PAGES_KEY,
} from '../../application-list-api.ts'
import { isChangePending } from '../../changes/pending-changes.ts'
import { seenList } from '../../changes/seen-list.ts'

/** What is loaded once a list changes under someone's eyes. */
export const HELD_LIST = () => import('./held-list.tsx')

/**
 * One page of applications. While another sort, search or page of the same tab loads, the previous rows stay visible. Read again
 * while it is shown, it keeps its rows in their places (`docs/decisions/0148-beside-others.md`).
 */
export function applicationPageQuery(token: string | null, position: ListPosition) {
  return queryOptions({
    ...pollOptions,
    // Whatever the list is saved as, it is the same.
    queryKey: [...PAGES_KEY, token, { ...position, saved: '' }] as const,
    queryFn: async (reading): Promise<ApplicationPage> => {
      const { client, queryKey } = reading
      const fresh = await conditionalRead(reading, ...applicationPageRequest(token, position))
      const isShown = seenList.page === hashKey(queryKey)
      if (isShown && seenList.isRead && fresh !== client.getQueryData(queryKey))
        return HELD_LIST()
          .then(({ holdRows }) => holdRows(reading, position, fresh))
          .catch(() => fresh)
      // What is read while a change is pending may be older than it.
      if (isShown) seenList.isRead = !isChangePending(client)
      return fresh
    },
    structuralSharing: shareWithETag,
    placeholderData: (rows, query) => {
      const before = query?.queryKey[3]
      const isSame =
        before?.job === position.job && before.assigned === position.assigned && before.tags === position.tags
      return isSame && before.tab === position.tab ? rows : undefined
    },
  })
}

/** Says which page of the list is shown. One that is opened is read as it is. */
export function useSeenPage(queryKey: QueryKey): void {
  const client = useQueryClient()
  const page = hashKey(queryKey)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page names the key
  useEffect(() => {
    Object.assign(seenList, { page, isRead: client.isFetching({ queryKey, exact: true }) === 0 })
  }, [client, page])
}
