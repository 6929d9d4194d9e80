import { type ReactNode, Suspense } from 'react'
import { LoadFailureBoundary } from '../../../layout/load-failure-boundary.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import type { MessageDialogProps } from './message-dialog.tsx'
import type { RejectionDialogProps } from './rejection-dialog.tsx'

const Writing = lazyPart(async () => (await import('./message-dialog.tsx')).MessageDialog)
const Rejection = lazyPart(async () => (await import('./rejection-dialog.tsx')).RejectionDialog)

/** The dialog for a message, loaded when it opens first. */
export function MessageWriting(props: MessageDialogProps) {
  return (
    <Later>
      <Writing.View {...props} />
    </Later>
  )
}

/** The dialog for the rejection of several, loaded when it opens first. */
export function RejectionWriting(props: RejectionDialogProps) {
  return (
    <Later>
      <Rejection.View {...props} />
    </Later>
  )
}

function Later({ children }: { children: ReactNode }) {
  return (
    <LoadFailureBoundary>
      <Suspense>{children}</Suspense>
    </LoadFailureBoundary>
  )
}
