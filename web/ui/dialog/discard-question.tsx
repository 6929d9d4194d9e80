import { ConfirmDialog } from './confirm-dialog.tsx'

/** Confirms before discarding unsaved changes. */
export function DiscardQuestion({ onDiscard, onClose }: { onDiscard: () => void; onClose: () => void }) {
  return (
    <ConfirmDialog
      title="Discard unsaved changes?"
      question="You will lose everything you typed since the last save."
      action="Discard"
      cancel="Keep editing"
      onConfirm={onDiscard}
      onClose={onClose}
    />
  )
}
