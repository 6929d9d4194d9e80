import { type RefObject, useEffect, useRef } from 'react'

/** Attributes of the element that holds a field with its label. */
type ShownError<Holder> = { ref: RefObject<Holder | null>; onFocus: (() => void) | undefined }

/**
 * Scrolls an invalid focused field into view with its label, whichever comes last, the error or the focus: browsers only
 * ensure that the control is visible, Safari even only the cursor, for which it reads no scroll margin.
 */
export function useShownError<Holder extends HTMLElement>(error: string | undefined): ShownError<Holder> {
  const ref = useRef<Holder>(null)
  const show = () => ref.current?.scrollIntoView({ block: 'nearest' })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each error.
  useEffect(() => {
    if (error && ref.current?.contains(document.activeElement)) show()
  }, [error])
  return { ref, onFocus: error ? show : undefined }
}
