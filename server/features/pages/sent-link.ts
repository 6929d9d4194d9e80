import { timingSafeEqual } from 'node:crypto'
import type { Services } from '../feature.ts'

/** How long a confirmation can be reloaded, in milliseconds. */
const VALID_MS = 60 * 60_000

/** Signs the link to the confirmation of an application: its number, the end of its time, and a signature. */
export async function signSentLink(
  { db, hash, clock }: Pick<Services, 'db' | 'hash' | 'clock'>,
  id: number,
): Promise<string> {
  const until = String(clock().getTime() + VALID_MS)
  return `${id}-${until}-${await hash(db, 'sent-link', String(id), until)}`
}

/** The application that a link confirms; undefined when it was not signed here, or is too old. */
export async function readSentLink(
  { db, hash, clock }: Pick<Services, 'db' | 'hash' | 'clock'>,
  link: unknown,
): Promise<number | undefined> {
  const [, id, until, signature] = (typeof link === 'string' && /^(\d{1,10})-(\d{13})-([0-9a-f]{64})$/.exec(link)) || []
  if (id === undefined || until === undefined || signature === undefined) return undefined
  const expected = await hash(db, 'sent-link', id, until)
  const isSigned = timingSafeEqual(Buffer.from(signature), Buffer.from(expected))
  return isSigned && Number(until) >= clock().getTime() ? Number(id) : undefined
}
