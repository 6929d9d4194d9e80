import * as z from 'zod'
import { MAXIMUM } from './limits.ts'

const NO_ZONE = 'Choose a time zone, such as America/Chicago'

/**
 * A name of the IANA time zone database, such as `America/Chicago`, in the letters of that database whatever the sender
 * typed; not an offset, which has no daylight saving time.
 */
export const timeZoneSchema = z
  .string({ error: NO_ZONE })
  .max(MAXIMUM.timeZone, { error: NO_ZONE, abort: true })
  .overwrite(spelledName)
  .refine(isTimeZone, NO_ZONE)
  .describe('IANA name, such as America/Chicago')

function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** The name as the database spells it. `Intl` would replace it by an older one: Asia/Kolkata by Asia/Calcutta. */
function spelledName(name: string): string {
  try {
    return isTimeZone(name) ? new Temporal.ZonedDateTime(0n, name).timeZoneId : name
  } catch {
    // Some browsers have no Temporal yet; the server spells the name then.
    return name
  }
}
