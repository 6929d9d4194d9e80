import { Suspense } from 'react'
import type { PublicJob } from '../../../contract/jobs/job.ts'
import { LoadFailureBoundary } from '../../layout/load-failure-boundary.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'

/** The posting of each dialog; null while it is closed. */
export type OpenDialogs = { details: PublicJob | null; application: PublicJob | null }

const Details = lazyPart(async () => (await import('./job-details-dialog.tsx')).JobDetailsDialog)
const Application = lazyPart(async () => (await import('../apply/application-dialog.tsx')).ApplicationDialog)

/** Preloads the details dialog; a failure shows when it is opened. */
export function preloadDetailsDialog(): void {
  Details.preload().catch(() => undefined)
}

/** Preloads the application dialog; a failure shows when it is opened. */
export function preloadApplicationDialog(): void {
  Application.preload().catch(() => undefined)
}

/** The details and the application dialog, which open and close independently of each other. */
export function JobDialogs({
  open,
  onChange,
}: {
  open: OpenDialogs
  onChange: (change: Partial<OpenDialogs>) => void
}) {
  const { details, application } = open
  return (
    <LoadFailureBoundary>
      <Suspense>
        {details && (
          <Details.View
            job={details}
            onClose={() => onChange({ details: null })}
            onApply={() => onChange({ details: null, application: details })}
          />
        )}
      </Suspense>
      <Suspense>
        {application && <Application.View job={application} onClose={() => onChange({ application: null })} />}
      </Suspense>
    </LoadFailureBoundary>
  )
}
