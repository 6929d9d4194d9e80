/**
 * Date and time as the clocks of a zone show them, such as `2026-03-02` and `14:30`.
 * @param timeZone an IANA name
 */
export function localTimeOf(instant: Date, timeZone: string): { date: string; time: string } {
  const local = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone)
  return { date: local.toPlainDate().toString(), time: local.toPlainTime().toString({ smallestUnit: 'minute' }) }
}
