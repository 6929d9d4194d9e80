import { useCallback, useMemo } from 'react'
import { useLocation } from 'wouter'
import { useSearch } from 'wouter/use-browser-location'
import { KEEPS_PLACE } from '../../../layout/page-shell.tsx'
import { type ListView, readListView, writeListView } from './list-view.ts'

/**
 * The view in the page's address, and the action that changes a part of it. Back undoes a choice; words of a search are
 * typed letter by letter, and make no entries in the history.
 */
export function useListView(): [ListView, (change: Partial<ListView>) => void] {
  // As it stands in the address: the other hook of this name decodes it, and reading it would decode it once more.
  const query = useSearch()
  const [path, navigate] = useLocation()
  const view = useMemo(() => readListView(query), [query])
  const change = useCallback(
    (part: Partial<ListView>) => {
      // Read afresh: a search that was held back must not undo a tab chosen meanwhile.
      const before = readListView(window.location.search)
      const after = writeListView({ ...before, ...part })
      // A click on a tab is told twice, as it also brings the focus: that is one entry.
      if (after === writeListView(before)) return
      navigate(path + after, { replace: part.search !== undefined, state: KEEPS_PLACE })
    },
    [navigate, path],
  )
  return [view, change]
}
