import { ChevronRight } from 'lucide-react'
import { Suspense, useState } from 'react'
import { LoadFailureBoundary } from '../../layout/load-failure-boundary.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { HistoryProps } from './history-entries.tsx'

/** Their words name every field of a posting: only who opens a history needs them. */
const Entries = lazyPart(async () => (await import('./history-entries.tsx')).HistoryEntries)

/** The history of an application or posting, collapsed at first and loaded when opened. */
export function History({ address, onUndo }: HistoryProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      aria-label="History"
      className="group border-line border-t"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 hover:text-accent [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden="true" className="size-4 group-open:rotate-90" />
        <h3 className="text-base">History</h3>
      </summary>
      {isOpen && (
        <LoadFailureBoundary>
          <Suspense fallback={<p role="status">Loading history...</p>}>
            <Entries.View address={address} onUndo={onUndo} />
          </Suspense>
        </LoadFailureBoundary>
      )}
    </details>
  )
}
