import type { Selectable, Transaction } from 'kysely'
import type { ApplicationEvent } from '../../../contract/applications/history.ts'
import { countRows } from '../../platform/database/count-rows.ts'
import type { Db, Tables } from '../../platform/database/tables.ts'
import { hashEvent, type StoredEntry } from './chain-seals.ts'

/** Events of an application that hold words which somebody chose: the name of a tag, or of a colleague. */
const WITH_WORDS: ReadonlyArray<ApplicationEvent['action']> = ['assigned', 'unassigned', 'tagged', 'untagged']

/** How an entry says that its application is gone, and the words about it with it. */
const GONE: ReadonlyArray<ApplicationEvent['action']> = ['deleted', 'erased']

/**
 * Blanks the events of applications that are removed where they hold words, in the transaction of the removal. The hash stays, so
 * that the chain stays provable. Events that the figures read have no words.
 */
export async function blankEvents(trx: Transaction<Tables>, applicationIds: readonly number[]): Promise<void> {
  const entries = await trx
    .selectFrom('audit_trail')
    .select(['id', 'event', 'event_hash'])
    .where('subject', '=', 'application')
    .where('subject_id', 'in', applicationIds)
    .where('action', 'in', WITH_WORDS)
    .where('event', '!=', '')
    .orderBy('id')
    .execute()
  for (const { id, event, event_hash } of entries)
    await trx
      .updateTable('audit_trail')
      // One that is sealed meanwhile gets the same hash.
      .set({ event: '', event_hash: event_hash ?? hashEvent(event) })
      .where('id', '=', id)
      .execute()
}

/** The entries that say of an application that it is gone. */
export function listGoneEvents(db: Db, applicationId: number): Promise<Selectable<Tables['audit_trail']>[]> {
  return db
    .selectFrom('audit_trail')
    .selectAll()
    .where('subject', '=', 'application')
    .where('subject_id', '=', applicationId)
    .where('action', 'in', GONE)
    .orderBy('id')
    .execute()
}

/** How many entries have words about applications that are gone. */
export function countWordsOfGone(db: Db): Promise<number> {
  return countRows(
    db
      .selectFrom('audit_trail')
      .where('subject', '=', 'application')
      .where('action', 'in', WITH_WORDS)
      .where('event', '!=', '')
      .where('subject_id', 'in', ({ selectFrom }) =>
        selectFrom('audit_trail as gone')
          .select('gone.subject_id')
          .where('gone.subject', '=', 'application')
          .where('gone.action', 'in', GONE),
      ),
  )
}

/** The hash of an event, also of one that was blanked. */
export function storedHashOf({ event, event_hash }: Pick<StoredEntry, 'event' | 'event_hash'>): string {
  return event === '' && event_hash !== null ? event_hash : hashEvent(event)
}

/** Which of some entries are blank as they may be: of applications of which the trail says that they are gone. */
export async function listRightlyBlank(db: Db, entries: readonly StoredEntry[]): Promise<ReadonlySet<number>> {
  const blank = entries.filter(
    ({ event, subject, action }) =>
      event === '' && subject === 'application' && WITH_WORDS.some((each) => each === action),
  )
  if (blank.length === 0) return new Set()
  const subjects = [...new Set(blank.map(({ subject_id }) => subject_id))]
  const gone = await db
    .selectFrom('audit_trail')
    .select('subject_id')
    .where('subject', '=', 'application')
    .where('subject_id', 'in', subjects)
    .where('action', 'in', GONE)
    .execute()
  const ids = new Set(gone.map(({ subject_id }) => subject_id))
  return new Set(blank.flatMap(({ id, subject_id }) => (ids.has(subject_id) ? [id] : [])))
}
