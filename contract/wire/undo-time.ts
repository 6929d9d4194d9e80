import { UNDO_TIME_MS } from './limits.ts'

/** How long a change can be undone, and its messages wait, in words. Every page loads the limits, and only the admin's this. */
export const UNDO_TIME_TEXT = `${UNDO_TIME_MS / 60_000} minutes`
