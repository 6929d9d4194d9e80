import { useEffect, useRef } from 'react'

/** Address of the script that notes a form which is submitted before hydration; for the head of the form's page. */
export const HOLD_SUBMIT = '/hold-submit.js'

/** Sends the form after hydration if it was submitted before; {@link HOLD_SUBMIT} has noted that. */
export function useHeldSubmission() {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (form.current?.dataset.submitted === undefined) return
    delete form.current.dataset.submitted
    form.current.requestSubmit()
  }, [])
  return form
}
