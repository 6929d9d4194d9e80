import { Suspense, useState } from 'react'
import { LoadFailureBoundary } from '../../layout/load-failure-boundary.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { HistoryProps } from './history-entries.tsx'

/** Their words name every field of a posting: only who opens a history needs them. */
const Entries = lazyPart(async () => (await import('./history-entries.tsx')).HistoryEntries)

/** The history of an application or posting, collapsed at first and loaded when opened. */
export function History({ address, onUndo }: HistoryProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Disclosure title="History" isOpen={isOpen} onToggle={setOpen}>
      <LoadFailureBoundary>
        <Suspense fallback={<p role="status">Loading history...</p>}>
          <Entries.View address={address} onUndo={onUndo} />
        </Suspense>
      </LoadFailureBoundary>
    </Disclosure>
  )
}
