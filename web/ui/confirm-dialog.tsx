import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

/** What a question before a destructive action takes. */
export type ConfirmDialogProps = {
  title: string
  /** What will happen, in whole sentences. */
  question: string
  /** Label of the button that goes ahead. */
  action: string
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something that cannot be undone; going ahead closes the question too. */
export function ConfirmDialog({ title, question, action, onConfirm, onClose }: ConfirmDialogProps) {
  return (
    <Dialog
      size="small"
      title={title}
      description={question}
      onClose={onClose}
      footer={
        <>
          <Button tone="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button
            tone="danger"
            onClick={() => {
              onClose()
              onConfirm()
            }}
          >
            {action}
          </Button>
        </>
      }
    />
  )
}
