import { useLayoutEffect, useRef } from 'react'

/** Gives the focus back to the button that opened a form once the form is closed. @returns the ref of that button */
export function useFocusAfterClose(isOpen: boolean) {
  const opener = useRef<HTMLButtonElement>(null)
  const was = useRef(isOpen)
  useLayoutEffect(() => {
    if (was.current && !isOpen) opener.current?.focus()
    was.current = isOpen
  }, [isOpen])
  return opener
}
