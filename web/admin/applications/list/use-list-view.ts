import { useCallback, useMemo } from 'react'
import { useLocation } from 'wouter'
import { useSearch } from 'wouter/use-browser-location'
import { KEEPS_SCROLL } from '../../../layout/page-shell.tsx'
import { type ListView, readListView, writeListView } from '../list-view.ts'

/**
 * The view in the page's address, and the action that changes a part of it. Back undoes a choice; search text replaces
 * the current history entry.
 */
export function useListView(): [ListView, (change: Partial<ListView>) => void] {
  // The encoded query: wouter's other `useSearch` decodes it, and parsing would decode it twice.
  const query = useSearch()
  const [path, navigate] = useLocation()
  const view = useMemo(() => readListView(query), [query])
  const change = useCallback(
    (part: Partial<ListView>) => {
      // Read from the address: a delayed search must not undo a tab that was chosen since.
      const before = readListView(window.location.search)
      const after = writeListView({ ...before, ...part })
      // A click on a tab fires twice, because it also moves the focus; that is one history entry.
      if (after === writeListView(before)) return
      navigate(path + after, { replace: part.search !== undefined, state: KEEPS_SCROLL })
    },
    [navigate, path],
  )
  return [view, change]
}
