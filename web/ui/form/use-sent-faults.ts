import { useState } from 'react'
import { flushSync } from 'react-dom'

/** What is wrong with the fields of a form, by field. */
type Faults = Readonly<Partial<Record<string, string>>>

/**
 * What a form shows as wrong: nothing turns red while it is typed for the first time, and what an attempt to send has
 * found is red until it is right.
 * @param faults of the fields as they are now
 * @returns the faults to show, and the action that notes an attempt
 */
export function useSentFaults(faults: Faults): { shown: Faults; noteAttempt: () => void } {
  const [sent, setSent] = useState<ReadonlySet<string>>(new Set())
  const shown = Object.fromEntries(Object.entries(faults).filter(([field]) => sent.has(field)))
  return { shown, noteAttempt: () => setSent(new Set(Object.keys(faults))) }
}

/** {@link useSentFaults} for a form of one field. */
export function useSentFault(fault: string | undefined): { shown: string | undefined; noteAttempt: () => void } {
  const { shown, noteAttempt } = useSentFaults(fault === undefined ? {} : { fault })
  return { shown: shown.fault, noteAttempt }
}

/**
 * Makes an attempt to send a form. What it marks is rendered at once, and the first field of it gets the focus.
 * @param attempt sends what is right, or notes what is wrong
 */
export function attemptToSend(form: HTMLFormElement, attempt: () => void): void {
  flushSync(attempt)
  form.querySelector<HTMLElement>('[aria-invalid]')?.focus()
}
