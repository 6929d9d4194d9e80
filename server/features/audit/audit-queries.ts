import type { Transaction } from 'kysely'
import type { AccountEvent } from '../../../contract/accounts/account-event.ts'
import type { ApplicationEvent, JobEvent } from '../../../contract/applications/history.ts'
import { webhookOf } from '../../../contract/webhooks/webhook-events.ts'
import { HISTORY_LENGTH } from '../../../contract/wire/limits.ts'
import { announce } from '../../platform/database/announcements.ts'
import type { Db, Tables } from '../../platform/database/tables.ts'
import { queueWebhooks } from '../../platform/webhooks/queue-webhooks.ts'

/** Rows that one statement inserts: SQLite takes 32,766 parameters. */
const INSERTED_AT_ONCE = 1_000

/** The admin's account behind an event, with its names at that time, and the API token by which a program acts for it. */
export type Actor = { id: number; username: string; displayName: string | null; token?: { id: number; name: string } }

/** What colleagues read of who did something: the chosen name, and the username without one. */
export function shownName({ displayName, username }: Actor): string {
  return displayName ?? username
}

/** Which admin acts on which application, posting or account, and when. */
export type Action = { by: Actor; id: number; now: Date }

/** The subject of an audit entry, its event, and the version of the subject that the event made, if it made one. */
type Occurrence = { id: number; version?: number } & (
  | { subject: 'application'; event: ApplicationEvent }
  | { subject: 'job'; event: JobEvent }
  | { subject: 'account'; event: AccountEvent }
)

/**
 * Adds an entry to the audit trail in the transaction of the change, so that neither exists without the other.
 * @param action.by the admin; null for an applicant or the operator
 */
export async function recordAction(
  trx: Transaction<Tables>,
  { by, now, ...occurrence }: { by: Actor | null; now: Date } & Occurrence,
): Promise<void> {
  await recordActions(trx, { by, now }, [occurrence])
}

/** What changes nothing that a page shows to others, but the history: that a person has read something. */
const UNSEEN: ReadonlySet<string> = new Set<Occurrence['event']['action']>([
  'resume_downloaded',
  'resume_prefetched',
  'data_exported',
])

/** Like {@link recordAction}, for all that one request did. Other systems are told of it, and once it is committed, open pages. */
export async function recordActions(
  trx: Transaction<Tables>,
  { by, now }: { by: Actor | null; now: Date },
  occurrences: readonly Occurrence[],
): Promise<void> {
  const rows = occurrences.map(({ id, version, subject, event }) => ({
    at: now.toISOString(),
    account_id: by?.id ?? null,
    username: by?.username ?? null,
    display_name: by?.displayName ?? null,
    token_name: by?.token?.name ?? null,
    subject,
    subject_id: id,
    version: version ?? null,
    action: event.action,
    event: JSON.stringify(event),
  }))
  for (let start = 0; start < rows.length; start += INSERTED_AT_ONCE)
    await trx
      .insertInto('audit_trail')
      .values(rows.slice(start, start + INSERTED_AT_ONCE))
      .execute()
  await queueWebhooks(
    trx,
    occurrences.flatMap(({ subject, id, event }) => webhookOf(subject, id, event) ?? []),
    now,
  )
  const seen = occurrences.filter(({ event }) => !UNSEEN.has(event.action))
  await announce(
    trx,
    seen.map(({ subject, id }) => ({ of: subject, id })),
  )
}

/** The entries about an application or a posting, newest first, up to {@link HISTORY_LENGTH}. */
export async function listHistory<Event>(db: Db, subject: 'application' | 'job', id: number) {
  const rows = await selectEntries(db, subject, [id]).limit(HISTORY_LENGTH).execute()
  return rows.map((row) => presentEntry<Event>(row))
}

/** Whether there are entries about an application or a posting. */
export async function hasHistory(db: Db, subject: 'application' | 'job', id: number): Promise<boolean> {
  return (await selectEntries(db, subject, [id]).limit(1).executeTakeFirst()) !== undefined
}

/**
 * Counts the recent entries that an applicant has caused.
 * @param own.actions of events that say nothing else
 * @param own.withinMs how far back, in milliseconds
 * @param own.limit counts no further
 */
export async function countOwnEntries(
  db: Db,
  applicationId: number,
  own: { actions: readonly ApplicationEvent['action'][]; now: Date; withinMs: number; limit: number },
): Promise<number> {
  const entries = db
    .selectFrom('audit_trail')
    .select('id')
    .where('subject', '=', 'application')
    .where('subject_id', '=', applicationId)
    .where('account_id', 'is', null)
    .where(
      'event',
      'in',
      own.actions.map((action) => JSON.stringify({ action })),
    )
    .where('at', '>', new Date(own.now.getTime() - own.withinMs).toISOString())
    .limit(own.limit)
  return (await entries.execute()).length
}

/**
 * The entries about applications that made a later version than the one read; newest first.
 * @param notBefore leaves out older ones
 */
export async function listChangesSince(db: Db, read: ReadonlyMap<number, number>, notBefore?: Date) {
  if (read.size === 0) return []
  const rows = await selectEntries(db, 'application', [...read.keys()])
    .where('version', '>', Math.min(...read.values()))
    .$if(notBefore !== undefined, (recent) => recent.where('at', '>=', notBefore?.toISOString() ?? ''))
    .execute()
  return rows
    .filter(({ subject_id, version }) => Number(version) > Number(read.get(subject_id)))
    .map((row) => ({
      applicationId: row.subject_id,
      accountId: row.account_id,
      entry: presentEntry<ApplicationEvent>(row),
    }))
}

type StoredEvent = {
  id: number
  at: string
  by: string | null
  token_name: string | null
  action: string
  event: string
}

function selectEntries(db: Db, subject: 'application' | 'job', ids: number[]) {
  return db
    .selectFrom('audit_trail')
    .select(['id', 'at', 'account_id', 'token_name', 'action', 'event', 'subject_id', 'version'])
    .select(({ fn }) => fn.coalesce('display_name', 'username').as('by'))
    .where('subject', '=', subject)
    .where('subject_id', 'in', ids)
    .orderBy('id', 'desc')
}

/** Of a blank event the action is left. */
function presentEntry<Event>({ id, at, by: person, token_name, action, event }: StoredEvent) {
  const by = token_name === null ? person : `${person} (API token ${token_name})`
  return { id, at, by, event: (event === '' ? { action } : JSON.parse(event)) as Event }
}
