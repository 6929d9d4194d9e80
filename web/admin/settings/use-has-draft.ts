import { useCallback, useSyncExternalStore } from 'react'
import { readUser } from '../../api/auth-store.ts'
import type { createStoredDrafts } from '../../session/stored-drafts.ts'

/** What tells of the drafts of one kind of form. */
export type Drafts = Pick<ReturnType<typeof createStoredDrafts<unknown>>, 'list' | 'subscribe'>

/** Whether the admin has a draft in any of these stores. @param stores the same list at each call */
export function useHasDraft(stores: readonly Drafts[]): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = stores.map((store) => store.subscribe(listener))
      return () => {
        for (const end of ends) end()
      }
    },
    [stores],
  )
  const read = useCallback(
    () => stores.some((store) => Object.keys(store.list(readUser()?.username)).length > 0),
    [stores],
  )
  return useSyncExternalStore(subscribe, read, () => false)
}
