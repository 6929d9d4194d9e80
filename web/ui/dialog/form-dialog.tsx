import { type FormEvent, type ReactNode, type RefObject, useId, useState } from 'react'
import { Button } from '../button.tsx'
import { attemptToSend } from '../form/use-sent-faults.ts'
import { Dialog } from './dialog.tsx'
import { DiscardQuestion } from './discard-question.tsx'

type FormDialogProps = {
  title: string
  /** Name of a posting or person that ends the title, in its own direction. */
  subject?: string | undefined
  description: string
  /** As high as its content, also on narrow screens. */
  isSmall?: boolean
  /** What the form is called. */
  formName: string
  /** What the button says that sends the form. */
  action: string
  actionButton?: RefObject<HTMLButtonElement | null>
  initialFocus: RefObject<HTMLElement | null>
  /** Why the last attempt failed, as sentences. */
  failure: string | null
  isDirty: boolean
  isBusy: boolean
  /** Sends the form, or marks what is wrong with it. */
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A dialog that is one form. Cancel gives up what it would do, where Close ends a dialog in which nothing is open. Leaving what was typed asks; an attempt with faults leads to the first of them. */
export function FormDialog({
  formName,
  action,
  failure,
  isDirty,
  isBusy,
  onSubmit,
  onClose,
  ...props
}: FormDialogProps) {
  const { actionButton, children, ...dialog } = props
  const [isLeaving, setLeaving] = useState(false)
  const formId = useId()
  const leave = () => {
    if (isBusy) return
    if (isDirty) setLeaving(true)
    else onClose()
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    attemptToSend(event.currentTarget, onSubmit)
  }
  return (
    <Dialog
      {...dialog}
      staysOpenOnOutsideClick={isDirty || isBusy}
      onClose={leave}
      footer={
        <>
          <Button tone="secondary" isUnavailable={isBusy} onClick={leave}>
            Cancel
          </Button>
          <Button ref={actionButton} type="submit" form={formId} isBusy={isBusy}>
            {action}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate aria-label={formName} onSubmit={submit} className="grid gap-5">
        {failure && (
          <p role="alert" className="measure border-signal-amber border-l-4 pl-4">
            {failure}
          </p>
        )}
        {children}
      </form>
      {isLeaving && <DiscardQuestion onDiscard={onClose} onClose={() => setLeaving(false)} />}
    </Dialog>
  )
}
