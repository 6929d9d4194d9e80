import { useEffect, useId, useRef } from 'react'
import { Button } from '../../ui/button.tsx'

/** Why a form could not be sent. */
export type SendingFailed = {
  title: string
  description?: string | undefined
  /** Whether the same content may be taken another time. */
  canRetry: boolean
}

/**
 * Stays in the form after the toast has gone, and sends again. It takes the focus that the disabled form has lost, and is
 * no alert: the toast is announced already.
 */
export function SendingFailure({ title, description, canRetry }: SendingFailed) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const retry = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const focused = document.activeElement
    // What is around it has the focus only because the button that was pressed has lost it.
    const isElsewhere = focused && !focused.contains(box.current) && focused.getAttribute('type') !== 'submit'
    if (!isElsewhere) (retry.current ?? box.current)?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div
      ref={box}
      tabIndex={-1}
      className="grid scroll-m-24 justify-items-start gap-3 rounded-md border border-signal-red border-l-4 bg-panel p-4 outline-none"
    >
      <div id={id}>
        <p className="font-semibold text-signal-red">{title}</p>
        {description && <p>{description}</p>}
        <p className="text-ink-muted text-sm">Everything that you entered is still here.</p>
      </div>
      {canRetry && (
        <Button ref={retry} type="submit" aria-describedby={id} className="max-sm:w-full">
          Try again
        </Button>
      )}
    </div>
  )
}
