import { ConfirmDialog } from './confirm-dialog.tsx'

/** Asks before typed changes are given up. */
export function DiscardQuestion({ onDiscard, onClose }: { onDiscard: () => void; onClose: () => void }) {
  return (
    <ConfirmDialog
      title="Discard unsaved changes?"
      question="What you have typed since the last save is lost then."
      action="Discard"
      cancel="Keep editing"
      onConfirm={onDiscard}
      onClose={onClose}
    />
  )
}
