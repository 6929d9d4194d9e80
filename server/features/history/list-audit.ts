import { sql } from 'kysely'
import {
  type AuditEntry,
  type AuditEvent,
  type AuditFilter,
  type AuditQuery,
  auditPageSchema,
} from '../../../contract/accounts/audit.ts'
import { AUTOMATIC_ACTIONS, COLLEAGUE_ACTIONS } from '../../../contract/accounts/automatic-actions.ts'
import type { Db } from '../../platform/database/tables.ts'
import { shownName } from '../audit/audit-queries.ts'
import type { StoredEntry } from '../audit/chain-seals.ts'
import { findJobTitles } from '../jobs/job-queries.ts'

const eventSchema = auditPageSchema.shape.entries.element.shape.event

/** A page of the audit trail, newest first, and whether there are older entries. */
export async function listAudit(
  db: Db,
  { before, limit, ...filter }: AuditQuery,
  timeZone: string,
): Promise<{ entries: AuditEntry[]; more: boolean }> {
  const last = before === undefined ? undefined : await findPosition(db, before)
  // Entries are never removed: an unknown one has nothing before it.
  if (before !== undefined && !last) return { entries: [], more: false }
  const rows = await selectAudit(db, filter, { timeZone, before: last, limit: limit + 1 })
  const page = rows.slice(0, limit)
  const names = await findSubjectNames(db, page)
  return { entries: page.map((row) => presentAudit(row, names(row))), more: rows.length > limit }
}

/** All entries of a filter, newest first, in batches. */
export async function* readAudit(
  db: Db,
  filter: AuditFilter,
  { timeZone, batch }: { timeZone: string; batch: number },
) {
  for (let before: Position | undefined; ; ) {
    const rows: StoredEntry[] = await selectAudit(db, filter, { timeZone, before, limit: batch })
    const names = await findSubjectNames(db, rows)
    yield rows.map((row) => ({ row, by: actorOf(row), subjectName: names(row) }))
    if (rows.length < batch) return
    before = rows.at(-1)
  }
}

/** Where an entry is in the order of time. */
type Position = Pick<StoredEntry, 'at' | 'id'>

function findPosition(db: Db, id: number): Promise<Position | undefined> {
  return db.selectFrom('audit_trail').select(['at', 'id']).where('id', '=', id).executeTakeFirst()
}

type Part = { timeZone: string; before: Position | undefined; limit: number }

function selectAudit(
  db: Db,
  { person, action, subject, number, from, to }: AuditFilter,
  { timeZone, before, limit }: Part,
): Promise<StoredEntry[]> {
  let rows = selectOfPerson(db, person)
  if (action !== undefined) rows = rows.where('action', '=', action)
  if (subject !== undefined) rows = rows.where('subject', '=', subject)
  if (number !== undefined) rows = rows.where('subject_id', '=', number)
  if (from !== undefined) rows = rows.where('at', '>=', startOf(from, timeZone))
  if (to !== undefined) rows = rows.where('at', '<', startOf(to, timeZone, 1))
  if (before !== undefined) rows = rows.where(sql<boolean>`(at, id) < (${before.at}, ${before.id})`)
  return rows.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

function selectOfPerson(db: Db, person: AuditFilter['person']) {
  const all = db.selectFrom('audit_trail').selectAll()
  if (person === undefined) return all
  if (typeof person === 'number') return all.where('account_id', '=', person)
  const others = all.where('account_id', 'is', null)
  if (person === 'program') return others.where('action', 'in', AUTOMATIC_ACTIONS)
  if (person === 'colleague') return others.where('action', 'in', COLLEAGUE_ACTIONS)
  const isOne = person === 'applicant' ? '=' : '!='
  return others
    .where('action', 'not in', [...AUTOMATIC_ACTIONS, ...COLLEAGUE_ACTIONS])
    .where('subject', isOne, 'application')
}

/** When a day, or one after it, begins where the company is. */
function startOf(date: string, timeZone: string, later = 0): string {
  const day = Temporal.PlainDate.from(date).add({ days: later })
  return new Date(day.toZonedDateTime(timeZone).epochMilliseconds).toISOString()
}

/** @returns gives the present name of the subject of an entry; null for one that is deleted */
async function findSubjectNames(db: Db, rows: readonly StoredEntry[]): Promise<(row: StoredEntry) => string | null> {
  const idsOf = (subject: StoredEntry['subject']) => [
    ...new Set(rows.filter((row) => row.subject === subject).map(({ subject_id }) => subject_id)),
  ]
  const [applications, jobs, accounts] = [idsOf('application'), idsOf('job'), idsOf('account')]
  const names = {
    application: await findApplicantNames(db, applications),
    job: await findJobTitles(db, jobs),
    account: await findAccountNames(db, accounts),
  }
  return ({ subject, subject_id }) => names[subject].get(subject_id) ?? null
}

async function findApplicantNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('applications').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

async function findAccountNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const found = db.selectFrom('accounts').select(['id', 'username', 'display_name as displayName'])
  return new Map((await found.where('id', 'in', ids).execute()).map((row) => [row.id, shownName(row)]))
}

function presentAudit(row: StoredEntry, name: string | null): AuditEntry {
  const { id, at, sealed_as, subject, subject_id, action } = row
  return {
    ...{ id, at, place: sealed_as, by: actorOf(row), action, event: readEvent(row) },
    subject: subject_id === 0 ? null : { kind: subject, id: subject_id, name },
  }
}

function actorOf({ account_id, username, display_name, token_name, subject, action }: StoredEntry): AuditEntry['by'] {
  if (account_id !== null)
    return {
      id: account_id,
      name: shownName({ id: account_id, username: username ?? '', displayName: display_name }),
      ...(token_name !== null && { token: token_name }),
    }
  if (AUTOMATIC_ACTIONS.some((each) => each === action)) return 'program'
  if (COLLEAGUE_ACTIONS.some((each) => each === action)) return 'colleague'
  return subject === 'application' ? 'applicant' : 'operator'
}

/** An event of another version must not hide the entries around it. */
function readEvent({ action, event }: Pick<StoredEntry, 'action' | 'event'>): AuditEvent | null {
  try {
    // Of a blank event the action is left.
    return eventSchema.safeParse(event === '' ? { action } : JSON.parse(event)).data ?? null
  } catch {
    return null
  }
}
