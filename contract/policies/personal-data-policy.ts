import type { Policy } from './policy.ts'

/** Personal data as a whole: how long it is kept. */
export const PERSONAL_DATA = {
  retain: { does: 'Set how long applications are kept, bring people back, set and end legal holds' },
} as const satisfies Policy
