import type { Policy } from './policy.ts'

/** Personal data as a whole: how long it is kept, that it is given out, and that it is erased. */
export const PERSONAL_DATA = {
  import: { does: 'Import applications from another system, and undo that' },
  erase: { does: 'Erase everything about a person' },
  export: { does: 'Download everything about a person' },
  retain: { does: 'Set how long applications are kept, bring people back, set and end legal holds' },
} as const satisfies Policy
