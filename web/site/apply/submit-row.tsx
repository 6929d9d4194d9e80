import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { useHydrated } from '../../ui/use-hydrated.ts'
import { useLeaveWarning } from '../../ui/use-leave-warning.ts'

/** What the submit row takes. */
export type SubmitRowProps = {
  label: string
  isSubmitting: boolean
  /** Whether something else on the page matters more, such as a button above that sends the form as well. */
  isSecondary?: boolean
  /** Percent sent, 0 to 100. */
  progress: number
}

/**
 * The submit button of an upload form with its progress. Disabled until hydration; during an upload the browser asks
 * before leaving.
 */
export function SubmitRow({ label, isSubmitting, isSecondary = false, progress }: SubmitRowProps) {
  const isHydrated = useHydrated()
  const button = useRef<HTMLButtonElement>(null)
  const wasSubmitting = useRef(false)

  useEffect(() => {
    // A disabled button loses the focus to what is around it; return it for keyboard users.
    const lostFocus = wasSubmitting.current && !isSubmitting && document.activeElement?.contains(button.current)
    if (lostFocus) button.current?.focus()
    wasSubmitting.current = isSubmitting
  }, [isSubmitting])

  useLeaveWarning(isSubmitting)

  return (
    <div className="flex flex-wrap content-start items-center gap-x-5 gap-y-3">
      <Button
        ref={button}
        type="submit"
        tone={isSecondary ? 'secondary' : 'primary'}
        disabled={!isHydrated || isSubmitting}
        isBusy={isSubmitting}
        className="max-sm:w-full"
      >
        {isSubmitting ? 'Submitting...' : label}
      </Button>
      {isSubmitting && (
        <div ref={bringIntoView} className="flex min-w-40 scroll-mb-6 flex-1 items-center gap-3">
          <progress aria-label="Upload progress" max={100} value={progress} className="upload-progress" />
          <span className="w-12 text-right font-mono text-sm">{progress}%</span>
        </div>
      )}
      <span role="status" className="sr-only">
        {isSubmitting ? 'Submitting' : ''}
      </span>
    </div>
  )
}

/** In a dialog on a phone the end of the form is out of view. */
function bringIntoView(progress: HTMLElement | null) {
  progress?.scrollIntoView({ block: 'nearest' })
}
