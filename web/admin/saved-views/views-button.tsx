import { Suspense, useState } from 'react'
import { LoadFailureBoundary } from '../../layout/load-failure-boundary.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { openWhenLoaded } from '../../ui/toast/open-when-loaded.ts'
import type { ListView } from '../applications/list-view.ts'

/** Only those who have saved views need it. */
const SAVED_VIEWS = lazyPart(async () => (await import('./saved-views.tsx')).SavedViews)

/** A bookmark, handed on: an icon that two chunks share is a chunk of its own. */
const MARK = (
  <svg aria-hidden="true" viewBox="0 0 16 16">
    <path d="M3.5 1.5h9v13L8 11l-4.5 3.5z" />
  </svg>
)

/** The saved views of the list: a button, until it is pressed or the address names a view. */
export function ViewsButton({ view }: { view: ListView }) {
  const [isOpened, setOpened] = useState(false)
  const button = (
    <button
      type="button"
      aria-expanded={false}
      aria-label="Views"
      className="views-button views-area"
      onClick={() => openWhenLoaded('Views', SAVED_VIEWS.preload, () => setOpened(true))}
    >
      {MARK}
    </button>
  )
  if (!isOpened && !view.saved) return button
  return (
    <LoadFailureBoundary>
      <Suspense fallback={button}>
        <SAVED_VIEWS.View view={view} mark={MARK} startsOpen={isOpened} />
      </Suspense>
    </LoadFailureBoundary>
  )
}
