import { type ReactNode, useRef } from 'react'
import { Button } from '../button.tsx'
import { Dialog } from './dialog.tsx'

/** What a question before a destructive action takes. */
export type ConfirmDialogProps = {
  title: string
  /** What will happen, in whole sentences. */
  question: ReactNode
  /** Label of the button that goes ahead. */
  action: string
  /** Label of the button that does not. */
  cancel?: string
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something is lost, the focus on the button that loses nothing; going ahead closes the question too. */
export function ConfirmDialog({ title, question, action, cancel = 'Cancel', onConfirm, onClose }: ConfirmDialogProps) {
  const safeButton = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      isSmall
      initialFocus={safeButton}
      keepsOnOutsideClick
      title={title}
      description={<p className="text-base text-ink">{question}</p>}
      onClose={onClose}
      footer={
        <>
          <Button ref={safeButton} tone="secondary" onClick={onClose}>
            {cancel}
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
