import { type ReactNode, useRef } from 'react'
import { Button } from '../button.tsx'
import { Dialog } from './dialog.tsx'

type ConfirmDialogProps = {
  title: string
  /** What will happen, in whole sentences. */
  question: ReactNode
  /** Label of the confirming button. */
  action: string
  /** `primary` where it takes nothing away. */
  tone?: 'danger' | 'primary'
  /** Label of the canceling button. */
  cancel?: string
  onConfirm: () => void
  onClose: () => void
  /** What may be said beside the answer. */
  children?: ReactNode
}

/** Confirms an action of consequence, with the initial focus on Cancel; confirming closes the dialog too. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, question, action, tone = 'danger', cancel = 'Cancel', onConfirm, onClose, children } = props
  const safeButton = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      isSmall
      initialFocus={safeButton}
      staysOpenOnOutsideClick
      title={title}
      description={<p className="text-base text-ink">{question}</p>}
      onClose={onClose}
      footer={
        <>
          <Button ref={safeButton} tone="secondary" onClick={onClose}>
            {cancel}
          </Button>
          <Button
            tone={tone}
            onClick={() => {
              onClose()
              onConfirm()
            }}
          >
            {action}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
