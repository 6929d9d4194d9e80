import { useEffect, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import type { ApplicationPage } from './use-application-page.ts'

/**
 * A search that has looked at a part of a long list and found nothing there, or has come to its end. It stays while the
 * next part is looked at.
 */
export function SearchWithoutRows({
  page,
  search,
  onClearSearch,
}: {
  page: ApplicationPage
  search: string
  onClearSearch: () => void
}) {
  const { query, previous, next, first } = page
  const isComing = query.isPlaceholderData
  // While the next part loads, this is of the part before.
  const isEnd = !query.data?.nextCursor
  const clear = useFocusAtEnd(isEnd)
  return (
    <div aria-busy={isComing || undefined} className="grid justify-items-start gap-2 px-4 py-10 md:px-5">
      <p role="status">{messageFor({ isComing, isEnd, isBehindRows: first > 1 })}</p>
      <p className="wrap-anywhere text-ink-muted text-sm">
        {isEnd ? `Searched for “${search}”.` : 'A longer word, or a part of the name and address, finds it at once.'}
      </p>
      <div className="flex flex-wrap gap-3">
        {!isEnd && (
          <Button tone="secondary" isBusy={isComing} onClick={next}>
            Search further
          </Button>
        )}
        {first > 1 && (
          <Button tone="secondary" isUnavailable={isComing} onClick={previous}>
            Previous
          </Button>
        )}
        <Button ref={clear} tone="secondary" onClick={onClearSearch}>
          Clear the search
        </Button>
      </div>
    </div>
  )
}

function messageFor(state: { isComing: boolean; isEnd: boolean; isBehindRows: boolean }): string {
  if (state.isComing) return 'Searching...'
  if (!state.isEnd) return 'Nothing found in this part of the list'
  return state.isBehindRows ? 'No further applications found' : 'No applications found in this category'
}

/** Keeps the focus beside the button that was pressed, which is gone at the end. */
function useFocusAtEnd(isEnd: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const wasEnd = useRef(isEnd)
  useEffect(() => {
    if (isEnd && !wasEnd.current && document.activeElement === document.body) button.current?.focus()
    wasEnd.current = isEnd
  }, [isEnd])
  return button
}
