import * as z from 'zod'
import { cleanLine } from '../wire/text-rules.ts'
// Sets the messages in which the operator reads a fault of the file.
import '../wire/validation.ts'

/** Message for a text that {@link isClean} refuses. */
export const CLEAN = 'Must be one line without invisible characters'

/** Whether a text is one line as a person types it. */
export const isClean = (text: string): boolean => cleanLine(text) === text

/** One line of the company file, with at least one character. */
export function line(maximum: number) {
  return z.string().trim().min(1).max(maximum).refine(isClean, CLEAN)
}
