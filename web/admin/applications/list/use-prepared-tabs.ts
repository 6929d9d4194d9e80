import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useAuth } from '../../../session/use-auth.ts'
import { TABS } from '../application-tabs.ts'
import { isChangePending } from '../changes/pending-changes.ts'
import type { ListView } from '../list-view.ts'
import { applicationPageQuery } from './steady/steady-page.ts'

/**
 * Reads the first page of every tab that has not been read in the last half minute, so that a tab opens with its rows.
 * @returns the action; while a change is pending it does nothing, as its response could be older than the change
 */
export function usePreparedTabs(view: ListView): () => void {
  const client = useQueryClient()
  const { token } = useAuth()
  return useCallback(() => {
    if (isChangePending(client)) return
    for (const { value: tab } of TABS) client.prefetchQuery(applicationPageQuery(token, { ...view, tab, cursor: null }))
  }, [client, token, view])
}
