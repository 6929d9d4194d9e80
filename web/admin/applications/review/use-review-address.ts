import { useCallback, useEffect, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { useSearch } from 'wouter/use-browser-location'
import { commentIn } from '../../../../contract/team/notice-kinds.ts'
import { ADMIN_PAGE } from '../../../../contract/wire/admin-paths.ts'
import { PAGE, pathTo } from '../../../../contract/wire/paths.ts'
import { KEEPS_SCROLL } from '../../../layout/page-shell.tsx'
import { readListView, writeListView } from '../list-view.ts'

/**
 * The list in the page's address, and the actions that change the address. Each application replaces the one before in the
 * browser's history, so that Back leaves the review in one step. Leaving leads to the page that the review was opened from.
 */
export function useReviewAddress() {
  const [, navigate] = useLocation()
  const query = useSearch()
  const view = useMemo(() => readListView(query), [query])
  const list = writeListView(view)
  const addressOf = useCallback((other: number) => pathTo(ADMIN_PAGE.review, other) + list, [list])
  const open = useCallback(
    (other: number) => {
      if (window.location.pathname !== pathTo(ADMIN_PAGE.review, other)) navigate(addressOf(other), REPLACED)
    },
    [navigate, addressOf],
  )
  const search = useCallback(
    (words: string) => {
      const address = window.location.pathname + writeListView({ ...view, search: words })
      navigate(address, REPLACED)
    },
    [view, navigate],
  )
  const dashboard = PAGE.adminDashboard + list
  const opener = useOrigin()
  return {
    /** The comment that the address leads to. */
    comment: commentIn(query),
    view,
    addressOf,
    open,
    search,
    /** Address of the page that the review was opened from; for a deep link, the dashboard's. */
    origin: opener ?? dashboard,
    back: () => (opener ? window.history.back() : navigate(dashboard)),
  }
}

const REPLACED = { replace: true, state: KEEPS_SCROLL }

/** State of a link to a review page, so that Escape leads back to the page of the link. */
export function openedFrom(address: string) {
  return { reviewOrigin: address }
}

/** The page that linked here, as {@link openedFrom} noted it; the entry of the browser's history carries it on. */
function useOrigin(): string | undefined {
  const [origin] = useState(() => readOrigin(window.history.state))
  useEffect(() => {
    const { state } = window.history
    if (origin && readOrigin(state) === undefined) window.history.replaceState({ ...state, reviewOrigin: origin }, '')
  })
  return origin
}

function readOrigin(state: unknown): string | undefined {
  const { reviewOrigin } = (state ?? {}) as { reviewOrigin?: unknown }
  return typeof reviewOrigin === 'string' ? reviewOrigin : undefined
}
