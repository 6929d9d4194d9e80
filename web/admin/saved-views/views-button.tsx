import { Bookmark } from 'lucide-react'
import { Suspense, useState } from 'react'
import { LoadFailureBoundary } from '../../layout/load-failure-boundary.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { openWhenLoaded } from '../../ui/toast/open-when-loaded.ts'
import type { ListView } from '../applications/list-view.ts'

/** Only those who have saved views need it. */
const SAVED_VIEWS = lazyPart(async () => (await import('./saved-views.tsx')).SavedViews)

/** The saved views of the list: a button, until it is pressed or the address names a view. */
export function ViewsButton({ view }: { view: ListView }) {
  const [isOpened, setOpened] = useState(false)
  const button = (
    <div className="views-area">
      <button
        type="button"
        aria-expanded={false}
        aria-label="Views"
        className="views-button h-11 min-w-11 dense:h-9 dense:min-w-9"
        onClick={() => openWhenLoaded('Views', SAVED_VIEWS.preload, () => setOpened(true))}
      >
        <Bookmark aria-hidden="true" className="size-4" />
      </button>
    </div>
  )
  if (!isOpened && view.saved === '') return button
  return (
    <LoadFailureBoundary>
      <Suspense fallback={button}>
        <SAVED_VIEWS.View view={view} startsOpen={isOpened} />
      </Suspense>
    </LoadFailureBoundary>
  )
}
