import { CHOSEN_YEARS } from './limits.ts'

/** Refusal of an instant that {@link isInChosenYears} refuses. */
export const NO_DATE = `Choose a date from ${CHOSEN_YEARS.first} to ${CHOSEN_YEARS.last}`

/**
 * Whether a text is an instant that a person may choose, such as an interview's. No library is imported, so that a form
 * can validate without one.
 */
export function isInChosenYears(instant: string): boolean {
  const year = new Date(instant).getUTCFullYear()
  return year >= CHOSEN_YEARS.first && year <= CHOSEN_YEARS.last
}
