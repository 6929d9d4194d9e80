import { useCallback, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { type ListView, readListView, writeListView } from './list-view.ts'

/** The view in the page's address, and the action that changes a part of it without a new entry in the history. */
export function useListView(): [ListView, (change: Partial<ListView>) => void] {
  const query = useSearch()
  const [path, navigate] = useLocation()
  const view = useMemo(() => readListView(query), [query])
  const change = useCallback(
    // Read afresh: a search that was held back must not undo a tab chosen meanwhile.
    (part: Partial<ListView>) =>
      navigate(path + writeListView({ ...readListView(window.location.search), ...part }), { replace: true }),
    [navigate, path],
  )
  return [view, change]
}
