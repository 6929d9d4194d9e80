import { Suspense } from 'react'
import { LoadFailureBoundary } from '../../../layout/load-failure-boundary.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import type { MessageDialogProps } from './message-dialog.tsx'

const Writing = lazyPart(async () => (await import('./message-dialog.tsx')).MessageDialog)

/** The dialog for a message, loaded when it opens first. */
export function MessageWriting(props: MessageDialogProps) {
  return (
    <LoadFailureBoundary>
      <Suspense>
        <Writing.View {...props} />
      </Suspense>
    </LoadFailureBoundary>
  )
}
