import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { type SqlBool, sql } from 'kysely'
import { RETENTION } from '../../../contract/personal-data/personal-data-limits.ts'
import type { ApplicationRow, Db } from '../../platform/database/tables.ts'
import type { Addressee } from '../messages/templates/fill-texts.ts'
import { eraseApplicationTask } from '../resumes/resume-task-kinds.ts'
import type { ClockedApplication } from './retention-clock.ts'

/** An application, as the rules read it. */
export type KeptApplication = ClockedApplication & Pick<ApplicationRow, 'email_key' | 'erase_on'>

/** The same, with what no index has. */
export type FoundApplication = KeptApplication & Pick<ApplicationRow, 'import_id'>

/** Rows of one read: an index has all of them, so that it takes about a millisecond. */
const PAGE = 500

/** All applications person by person, in the order of their keys, but those whose erasure has begun. */
export async function* readPeople(db: Db): AsyncGenerator<KeptApplication[]> {
  let person: KeptApplication[] = []
  for (let after: KeptApplication | undefined; ; ) {
    const rows: KeptApplication[] = await selectKept(db)
      .$if(after !== undefined, (list) =>
        list.where(sql<SqlBool>`(email_key, id) > (${after?.email_key ?? ''}, ${after?.id ?? 0})`),
      )
      .limit(PAGE)
      .execute()
    for (const row of rows) {
      if (person.length > 0 && person[0]?.email_key !== row.email_key) {
        yield person
        person = []
      }
      person.push(row)
    }
    if (rows.length < PAGE) break
    after = rows.at(-1)
    // SQLite never waits, so no request would run between two pages.
    await yieldToOthers()
  }
  if (person.length > 0) yield person
}

/** The applications of some people, by their keys, but those whose erasure has begun. */
export async function findPeople(db: Db, emailKeys: readonly string[]): Promise<Map<string, FoundApplication[]>> {
  if (emailKeys.length === 0) return new Map()
  const rows = await selectKept(db).select('import_id').where('email_key', 'in', emailKeys).execute()
  return Map.groupBy(rows, ({ email_key }) => email_key)
}

/** The names of the applicants of applications, by id. */
export async function findNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('applications').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Whom a message about an application goes to. */
export function findAddressee(db: Db, applicationId: number): Promise<Addressee | undefined> {
  return db
    .selectFrom('applications')
    .select(['id', 'name', 'email', 'job_id', 'interview_date', 'answer_by'])
    .where('id', '=', applicationId)
    .executeTakeFirst()
}

/** People who are set aside, whoever is erased first before the others, those of one day by name. */
export function listSetAside(db: Db, page: number) {
  return selectSetAside(db)
    .limit(RETENTION.page)
    .offset((page - 1) * RETENTION.page)
    .execute()
}

/** How many people are set aside, with how many applications. */
export async function countSetAside(db: Db): Promise<{ people: number; applications: number }> {
  const { people, applications } = await db
    .selectFrom('applications')
    .where('erase_on', 'is not', null)
    .select(({ fn }) => [
      fn.count<number>('email_key').distinct().as('people'),
      fn.countAll<number>().as('applications'),
    ])
    .executeTakeFirstOrThrow()
  return { people: Number(people), applications: Number(applications) }
}

/** Keys of people who are set aside, after one, in their order. @param eraseOn only those who are to be erased on this day */
export async function listKeysSetAside(
  db: Db,
  { after, limit, eraseOn }: { after: string; limit: number; eraseOn?: string },
): Promise<string[]> {
  let keys = db.selectFrom('applications').select('email_key').distinct().where('email_key', '>', after)
  keys = eraseOn === undefined ? keys.where('erase_on', 'is not', null) : keys.where('erase_on', '=', eraseOn)
  return (await keys.orderBy('email_key').limit(limit).execute()).map(({ email_key }) => email_key)
}

/** The keys of the people of applications. */
export async function findKeys(db: Db, ids: readonly number[]): Promise<string[]> {
  const keys = db.selectFrom('applications').select('email_key').distinct().where('id', 'in', ids)
  return (await keys.orderBy('email_key').execute()).map(({ email_key }) => email_key)
}

/** Erasures that go on, for whatever reason they were asked for, and those that have failed before. */
export async function readErasures(db: Db, most: number) {
  const tasks = db.selectFrom('outbox_tasks').where('kind', '=', eraseApplicationTask.kind)
  const { count } = await tasks.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const held = await findHeldErasures(db)
  const failed = await tasks
    .select(['kind', 'payload', 'last_error', 'created_at'])
    .where('last_error', 'is not', null)
    .$if(held.length > 0, (list) =>
      list.where(
        'payload',
        'not in',
        held.map(({ payload }) => payload),
      ),
    )
    .orderBy('id')
    .limit(most)
    .execute()
  const faults = failed.flatMap(({ last_error, created_at, ...task }) => {
    const read = eraseApplicationTask.read(task)
    return read ? [{ applicationId: read.applicationId, error: last_error ?? '', since: created_at }] : []
  })
  return {
    applications: Number(count) - held.length,
    waitingForHold: held.map(({ payload: _payload, ...shown }) => shown),
    faults,
  }
}

/** Erasures that a legal hold keeps until its end. */
async function findHeldErasures(db: Db) {
  const held = await db
    .selectFrom('legal_holds')
    .innerJoin('applications', 'applications.email_key', 'legal_holds.email_key')
    .where('withdrawn_at', 'is not', null)
    .select(['applications.id', 'ends_on'])
    .limit(HELD_AT_ONCE)
    .execute()
  const days = new Map(held.map(({ id, ends_on }) => [payloadOf(id), { applicationId: id, endsOn: ends_on }]))
  if (days.size === 0) return []
  const waiting = await db
    .selectFrom('outbox_tasks')
    .where('kind', '=', eraseApplicationTask.kind)
    .where('payload', 'in', [...days.keys()])
    .select(['payload', 'created_at'])
    .orderBy('id')
    .execute()
  return waiting.flatMap(({ payload, created_at }) => {
    const of = days.get(payload)
    return of ? [{ payload, ...of, since: created_at }] : []
  })
}

/** Held and withdrawn applications that are looked at. */
const HELD_AT_ONCE = 1_000

function payloadOf(applicationId: number): string {
  return JSON.stringify(eraseApplicationTask({ applicationId }).payload)
}

function selectSetAside(db: Db) {
  return db
    .selectFrom('applications')
    .where('erase_on', 'is not', null)
    .select('email_key')
    .select(({ fn }) => [
      fn.max('id').as('id'),
      fn.min('erase_on').as('erase_on'),
      fn.countAll<number>().as('applications'),
    ])
    .groupBy('email_key')
    .orderBy(({ fn }) => fn.min('erase_on'))
    .orderBy(({ fn }) => fn.min('name_key'))
    .orderBy('email_key')
}

/** Set aside without a day means that the erasure has begun. */
function selectKept(db: Db) {
  return db
    .selectFrom('applications')
    .select(['id', 'email_key', 'status', 'archived', 'quarantined', 'job_id', 'created_at', 'withdrawn_at'])
    .select(['moved_at', 'kept_from', 'erase_on'])
    .select(
      sql<string | null>`(select max(given_at) from consents
        where consents.application_id = applications.id and consents.withdrawn_at is null)`.as('consented_at'),
    )
    .where(({ eb, or }) => or([eb('quarantined', '!=', 2), eb('erase_on', 'is not', null)]))
    .orderBy('email_key')
    .orderBy('id')
}
