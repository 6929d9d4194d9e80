import type { ApplicationPage } from '../../application-list-api.ts'

/** What waits to be let in, such as `3 new, 1 gone`; nothing where the shown rows differ in nothing that is seen. */
export function describeHeld(
  applications: ApplicationPage['applications'],
  { fresh, waiting, isMoved }: NonNullable<ApplicationPage['held']>,
): string | undefined {
  const gone = applications.filter((row) => row.gone).length
  // As long as a page, the number is only the least.
  const more = waiting === fresh.applications.length && fresh.nextCursor !== null ? '+' : ''
  const parts = [waiting > 0 && `${waiting}${more} new`, gone > 0 && `${gone} gone`].filter(Boolean)
  return parts.join(', ') || (isMoved ? 'New order' : undefined)
}
