import { useCallback, useMemo } from 'react'
import { useLocation } from 'wouter'
import { useSearch } from 'wouter/use-browser-location'
import { PAGE, pathTo } from '../../../../contract/paths.ts'
import { KEEPS_SCROLL } from '../../../layout/page-shell.tsx'
import { readListView, writeListView } from '../list/list-view.ts'

/**
 * The list in the page's address, and the actions that change the address. Back returns to the application before;
 * search text replaces the current history entry.
 */
export function useReviewAddress() {
  const [, navigate] = useLocation()
  const query = useSearch()
  const view = useMemo(() => readListView(query), [query])
  const list = writeListView(view)
  const addressOf = useCallback((other: number) => pathTo(PAGE.review, other) + list, [list])
  const open = useCallback(
    (other: number) => {
      if (window.location.pathname !== pathTo(PAGE.review, other)) navigate(addressOf(other), { state: KEEPS_SCROLL })
    },
    [navigate, addressOf],
  )
  const search = useCallback(
    (words: string) => {
      const address = window.location.pathname + writeListView({ ...view, search: words })
      navigate(address, { replace: true, state: KEEPS_SCROLL })
    },
    [view, navigate],
  )
  return { view, addressOf, open, search, back: () => navigate(PAGE.adminDashboard + list) }
}
