import { createHash } from 'node:crypto'
import type { Selectable, Transaction } from 'kysely'
import type { Db, Tables } from '../../platform/database/tables.ts'
import type { InboxSettings } from '../../platform/inbox/inbox-settings.ts'

/** A mailbox is read by one process, and by another one so long after that has been heard of last. In milliseconds. */
const LEASE_MS = 60_000

/** The process that reads a mailbox. */
export type Reader = { mailbox: string; holder: string }

/** Another process reads the mailbox now. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
  override message = 'Another process reads the mailbox.'
}

/** Names a mailbox: another server, user or folder is another one. */
export function nameMailbox({ host, port, user, folder }: InboxSettings): string {
  return createHash('sha256')
    .update(JSON.stringify([host.toLowerCase(), port, user, folder]))
    .digest('hex')
}

/** How far a mailbox was read; undefined where it never was. */
export function readInbox(db: Db, mailbox: string): Promise<Selectable<Tables['inboxes']> | undefined> {
  return db.selectFrom('inboxes').selectAll().where('mailbox', '=', mailbox).executeTakeFirst()
}

/** Takes the mailbox, or keeps it. @returns whether this process may read it */
export async function holdInbox(db: Db, { mailbox, holder }: Reader, now: Date): Promise<boolean> {
  const empty = { read_at: null, fault: null, fault_since: null, uid_validity: null, holder: null, held_until: null }
  await db
    .insertInto('inboxes')
    .values({ mailbox, ...empty })
    .onConflict((conflict) => conflict.column('mailbox').doNothing())
    .execute()
  const { numUpdatedRows } = await db
    .updateTable('inboxes')
    .set({ holder, held_until: leaseEnd(now) })
    .where('mailbox', '=', mailbox)
    .where(({ eb, or }) =>
      or([eb('holder', 'is', null), eb('holder', '=', holder), eb('held_until', '<', now.toISOString())]),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Lets another process read the mailbox at once. */
export async function releaseInbox(db: Db, { mailbox, holder }: Reader): Promise<void> {
  await db
    .updateTable('inboxes')
    .set({ holder: null, held_until: null })
    .where('mailbox', '=', mailbox)
    .where('holder', '=', holder)
    .execute()
}

/**
 * Notes that mails up to one were read, in the transaction that stores what they say.
 * @throws {LeaseLost} when another process reads the mailbox by now: it comes to the same mails
 */
export async function noteRead(
  on: Db | Transaction<Tables>,
  { mailbox, holder }: Reader,
  read: { uidValidity: string; uid: number; now: Date },
): Promise<void> {
  const { numUpdatedRows } = await on
    .updateTable('inboxes')
    .set({ uid_validity: read.uidValidity, last_uid: read.uid, held_until: leaseEnd(read.now) })
    .where('mailbox', '=', mailbox)
    .where('holder', '=', holder)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new LeaseLost()
}

/** Notes that the mailbox was read to its end. */
export async function noteReadToEnd(db: Db, { mailbox, holder }: Reader, now: Date): Promise<void> {
  await db
    .updateTable('inboxes')
    .set({ read_at: now.toISOString(), fault: null, fault_since: null })
    .where('mailbox', '=', mailbox)
    .where('holder', '=', holder)
    .execute()
}

/** Notes why the mailbox cannot be read. */
export async function noteInboxFault(
  db: Db,
  { mailbox, holder }: Reader,
  { fault, now }: { fault: string; now: Date },
): Promise<void> {
  await db
    .updateTable('inboxes')
    .set(({ fn, ref, val }) => ({
      fault: fault.replaceAll('\0', '').toWellFormed(),
      fault_since: fn.coalesce(ref('fault_since'), val(now.toISOString())),
    }))
    .where('mailbox', '=', mailbox)
    .where('holder', '=', holder)
    .execute()
}

function leaseEnd(now: Date): string {
  return new Date(now.getTime() + LEASE_MS).toISOString()
}
