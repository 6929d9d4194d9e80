import type { Transaction } from 'kysely'
import * as z from 'zod'
import { deleteUnlocked } from '../../platform/database/row-locks.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { parseJson } from '../../platform/parse-json.ts'
import type { Services } from '../feature.ts'
import { hashSecret, newSecret } from './session-queries.ts'

/** What a ticket lets its holder do: one of another use does not open. */
export type TicketKind<Content> = { use: string; content: z.ZodType<Content>; lifeMs: number }

/** A ticket that is not over. */
export type OpenTicket<Content> = { content: Content; id: string; expiresAt: Date }

/** Largest difference between the clocks of several processes, in milliseconds. */
const CLOCK_MS = 60_000

const ticketSchema = z.object({ id: z.string(), expires: z.number(), content: z.unknown() })

/** Makes a ticket: its holder carries what it says, sealed, so that the database has no row of it until it is spent. */
export function issueTicket<Content>(
  { sealer, clock }: Pick<Services, 'sealer' | 'clock'>,
  { use, lifeMs }: TicketKind<Content>,
  content: Content,
): Promise<string> {
  const expires = clock().getTime() + lifeMs
  return sealer.seal(JSON.stringify({ id: newSecret(), expires, content }), use)
}

/** What a ticket says; undefined for one that is forged, of another use, or over. Spend it before acting on it. */
export async function openTicket<Content>(
  { sealer, clock }: Pick<Services, 'sealer' | 'clock'>,
  kind: TicketKind<Content>,
  sent: string,
): Promise<OpenTicket<Content> | undefined> {
  const text = await sealer.open(sent, kind.use)
  const ticket = ticketSchema.safeParse(text === undefined ? undefined : parseJson(text)).data
  const content = kind.content.safeParse(ticket?.content)
  if (!ticket || !content.success || ticket.expires <= clock().getTime()) return undefined
  return { content: content.data, id: ticket.id, expiresAt: new Date(ticket.expires) }
}

/** Uses a ticket up, in the transaction of what it lets its holder do. @returns false when it was used before */
export async function spendTicket(
  trx: Transaction<Tables>,
  { id, expiresAt }: Pick<OpenTicket<unknown>, 'id' | 'expiresAt'>,
  now: Date,
): Promise<boolean> {
  const spent = await trx
    .insertInto('spent_tickets')
    .values({ ticket_hash: hashSecret(id), expires_at: expiresAt.toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('ticket_hash')
    .executeTakeFirst()
  if (!spent) return false
  const expired = trx
    .selectFrom('spent_tickets')
    // Clocks of several processes differ.
    .where('expires_at', '<=', new Date(now.getTime() - CLOCK_MS).toISOString())
  await deleteUnlocked(trx, 'spent_tickets', expired)
  return true
}
