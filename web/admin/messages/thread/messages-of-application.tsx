import { Suspense, useState } from 'react'
import type { Application } from '../../../../contract/applications/application.ts'
import { LoadFailureBoundary } from '../../../layout/load-failure-boundary.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'

const Latest = lazyPart(async () => (await import('./latest-messages.tsx')).LatestMessages)

/** Messages to an applicant and the replies, newest first; collapsed at first and loaded when opened. */
export function MessagesOfApplication({ application }: { application: Application }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Disclosure title="Messages" isOpen={isOpen} onToggle={setOpen}>
      <LoadFailureBoundary>
        <Suspense fallback={<p role="status">Loading messages...</p>}>
          <Latest.View application={application} />
        </Suspense>
      </LoadFailureBoundary>
    </Disclosure>
  )
}
