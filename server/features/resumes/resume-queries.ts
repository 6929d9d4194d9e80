import type { Transaction } from 'kysely'
import type { FileStoreName } from '../../../contract/wire/file-store-names.ts'
import { FILE_STORES } from '../../../contract/wire/file-store-names.ts'
import { REPLY_FILES } from '../../../contract/wire/limits.ts'
import { againstRemoval, lockRows } from '../../platform/database/row-locks.ts'
import type { ReplicaState } from '../../platform/database/tables/resume-tables.ts'
import type { Db, ReplicaRow, ResumeRow, Tables } from '../../platform/database/tables.ts'

/** A resume as it is received. */
export type NewResume = Omit<ResumeRow, 'id' | 'version' | 'replaced_at' | 'reply_id'> & { version?: number }

/** The file in the store that took it. */
type TakenFile = { store: FileStoreName; key: string; now: Date }

/** Inserts the current resume of an application and the replica in the store that took its file. @returns its id */
export function insertResume(db: Db, resume: NewResume & TakenFile): Promise<number> {
  return insertFile(db, { ...resume, reply_id: null, replaced_at: null })
}

/**
 * Inserts a file that came with a reply and the replica in the store that took it. It has all that a resume has, and is never the
 * current one. @returns its id
 */
export function insertReplyFile(
  db: Db,
  file: NewResume & TakenFile & { version: number; reply_id: number },
): Promise<number> {
  return insertFile(db, { ...file, replaced_at: file.now.toISOString() })
}

/** The version of the next file that comes with a reply: these have numbers beyond those of resumes. */
export async function nextReplyFile(db: Db, applicationId: number): Promise<number> {
  const latest = resumesOf(db, applicationId).where('reply_id', 'is not', null).orderBy('version', 'desc')
  return ((await latest.executeTakeFirst())?.version ?? REPLY_FILES.firstVersion - 1) + 1
}

async function insertFile(
  db: Db,
  { store, key, now, ...resume }: Omit<ResumeRow, 'id' | 'version'> & { version?: number } & TakenFile,
): Promise<number> {
  const inserted = db.insertInto('resumes').values(resume)
  const { id } = await inserted.returning('id').executeTakeFirstOrThrow()
  await db
    .insertInto('resume_replicas')
    .values({ ...newReplica(id, store, now), key, state: 'stored' })
    .execute()
  return id
}

/** Marks the current resume as an earlier one. The caller locks the application, and inserts the next. */
export async function markReplaced(trx: Transaction<Tables>, resumeId: number, now: Date): Promise<void> {
  await trx.updateTable('resumes').set({ replaced_at: now.toISOString() }).where('id', '=', resumeId).execute()
}

/** A resume by its id, current or not. */
export function findResume(db: Db, id: number): Promise<ResumeRow | undefined> {
  return db.selectFrom('resumes').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The current resume of an application. */
export function findCurrentResume(db: Db, applicationId: number): Promise<ResumeRow | undefined> {
  return resumesOf(db, applicationId).where('replaced_at', 'is', null).executeTakeFirst()
}

/** A version of the resume of an application. */
export function findResumeVersion(db: Db, applicationId: number, version: number): Promise<ResumeRow | undefined> {
  return resumesOf(db, applicationId).where('version', '=', version).executeTakeFirst()
}

/** All versions of the resume of an application, in their order, without what came with replies. */
export function listResumes(db: Db, applicationId: number): Promise<ResumeRow[]> {
  return resumesOf(db, applicationId).where('reply_id', 'is', null).orderBy('version').execute()
}

/** All files of an application: the versions of its resume, and then what came with replies. */
export function listFiles(db: Db, applicationId: number): Promise<ResumeRow[]> {
  return resumesOf(db, applicationId).orderBy('version').execute()
}

function resumesOf(db: Db, applicationId: number) {
  return db.selectFrom('resumes').selectAll().where('application_id', '=', applicationId)
}

/**
 * Records that resumes, at least one, are to be replicated to a store. An existing replica keeps its key, so that an
 * upload that did arrive is found and not repeated.
 */
export async function expectReplicas(db: Db, resumeIds: number[], store: FileStoreName, now: Date): Promise<void> {
  const state = 'waiting'
  await db
    .insertInto('resume_replicas')
    .values(resumeIds.map((resumeId) => newReplica(resumeId, store, now)))
    .onConflict((conflict) =>
      conflict.columns(['resume_id', 'store']).doUpdateSet({ state, changed_at: now.toISOString() }),
    )
    .execute()
}

function newReplica(resumeId: number, store: FileStoreName, now: Date): ReplicaRow {
  return {
    resume_id: resumeId,
    store,
    key: null,
    state: 'waiting',
    last_error: null,
    changed_at: now.toISOString(),
    checked_at: null,
  }
}

/** All replicas of a resume, the cheapest to read first. */
export async function listReplicas(db: Db, resumeId: number): Promise<ReplicaRow[]> {
  const replicas = db.selectFrom('resume_replicas').selectAll().where('resume_id', '=', resumeId)
  return (await replicas.execute()).toSorted((a, b) => FILE_STORES.indexOf(a.store) - FILE_STORES.indexOf(b.store))
}

/** All replicas of several resumes, in no order. */
export function findReplicas(db: Db, resumeIds: number[]): Promise<ReplicaRow[]> {
  return db.selectFrom('resume_replicas').selectAll().where('resume_id', 'in', resumeIds).execute()
}

/** A replica that was stored at some time. Stores are not searched for one that waits or has failed. */
export type KeptReplica = ReplicaRow & { key: string; state: 'stored' | 'missing' | 'altered' }

/** Whether a replica was stored at some time. */
export function isKept(replica: ReplicaRow): replica is KeptReplica {
  return replica.key !== null && replica.state !== 'waiting' && replica.state !== 'failed'
}

/** The replica of a resume in a store. */
export function findReplica(db: Db, resumeId: number, store: FileStoreName): Promise<ReplicaRow | undefined> {
  return selectReplica(db, resumeId, store).selectAll().executeTakeFirst()
}

function selectReplica(db: Db, resumeId: number, store: FileStoreName) {
  return db.selectFrom('resume_replicas').where('resume_id', '=', resumeId).where('store', '=', store)
}

/**
 * Gives a replica the key under which it will be stored.
 * @returns the key it has now, which is an earlier one when another worker was quicker; undefined when its row is gone
 */
export async function assignKey(
  db: Db,
  resumeId: number,
  store: FileStoreName,
  key: string,
): Promise<string | undefined> {
  await db
    .updateTable('resume_replicas')
    .set({ key })
    .where('resume_id', '=', resumeId)
    .where('store', '=', store)
    .where('key', 'is', null)
    .execute()
  const replica = await selectReplica(db, resumeId, store).select('key').executeTakeFirst()
  return replica?.key ?? undefined
}

/** What changes in the row of a replica. */
export type ReplicaChange = { state: ReplicaState; key?: string | null; isChecked?: boolean }

/** A replica with the key that it had when it was read. */
type ReadReplica = Pick<ReplicaRow, 'resume_id' | 'store'> & { key: string }

/**
 * Updates the state of a replica.
 * @returns false when it no longer has that key: its application was deleted, or another worker was quicker
 */
export async function updateReplica(
  db: Db,
  replica: ReadReplica,
  { state, key, isChecked = false }: ReplicaChange,
  now: Date,
): Promise<boolean> {
  const instant = now.toISOString()
  const { numUpdatedRows } = await db
    .updateTable('resume_replicas')
    .set({
      state,
      last_error: null,
      changed_at: instant,
      ...(key !== undefined && { key }),
      ...(isChecked && { checked_at: instant }),
    })
    .where('resume_id', '=', replica.resume_id)
    .where('store', '=', replica.store)
    .where('key', '=', replica.key)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Records why a replica could not be made, unless another worker has made it meanwhile or given it up. */
export async function recordFailure(
  db: Db,
  replica: Pick<ReplicaRow, 'resume_id' | 'store'>,
  { state, error }: { state: 'waiting' | 'failed'; error: string },
  now: Date,
): Promise<void> {
  await db
    .updateTable('resume_replicas')
    .set({ state, last_error: error.replaceAll('\0', ''), changed_at: now.toISOString() })
    .where('resume_id', '=', replica.resume_id)
    .where('store', '=', replica.store)
    .where('state', '=', 'waiting')
    .execute()
}

/** Deletes the row of a replica. The caller schedules the deletion of the file. */
export async function deleteReplica(db: Db, replica: Pick<ReplicaRow, 'resume_id' | 'store'>): Promise<void> {
  await db
    .deleteFrom('resume_replicas')
    .where('resume_id', '=', replica.resume_id)
    .where('store', '=', replica.store)
    .execute()
}

/** Whether a row refers to a file. */
export async function isReferenced(db: Db, store: FileStoreName, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('resume_replicas')
    .select('resume_id')
    .where('store', '=', store)
    .where('key', '=', key)
    .executeTakeFirst()
  return row !== undefined
}

/** Those of some keys, at least one, that rows refer to. */
export async function listReferenced(
  db: Db,
  store: FileStoreName,
  keys: readonly string[],
): Promise<Set<string | null>> {
  const replicas = db.selectFrom('resume_replicas').select('key').where('store', '=', store).where('key', 'in', keys)
  return new Set((await replicas.execute()).map(({ key }) => key))
}

/** Resumes that have no replica in a store, or a damaged or failed one, and no task to make it. */
export async function listUnreplicated(
  db: Db,
  store: FileStoreName,
  { afterId, limit }: { afterId: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('resumes')
    .leftJoin('resume_replicas', (join) =>
      join.onRef('resume_replicas.resume_id', '=', 'resumes.id').on('store', '=', store),
    )
    .select('resumes.id')
    .where('resumes.id', '>', afterId)
    .where((where) => where.or([where('state', 'is', null), where('state', 'in', ['failed', 'missing', 'altered'])]))
    .orderBy('resumes.id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** Keys of the latest files that a store should have. */
export async function listLatestKeys(db: Db, store: FileStoreName, limit: number): Promise<string[]> {
  const stored = db.selectFrom('resume_replicas').select('key').where('store', '=', store).where('state', '=', 'stored')
  const latest = await stored.orderBy('resume_id', 'desc').limit(limit).execute()
  return latest.flatMap(({ key }) => key ?? [])
}

/** Locks all replicas of resumes, of at least one, until the transaction ends. */
export function lockReplicas(trx: Transaction<Tables>, resumeIds: number[]): Promise<void> {
  const replicas = trx.selectFrom('resume_replicas').select('store').where('resume_id', 'in', resumeIds)
  return lockRows(trx, replicas.orderBy('resume_id').orderBy('store'))
}

/**
 * Locks resumes against removal, by their applications, which a removal locks first.
 * @returns the ids of those that exist, in ascending order
 */
export async function lockResumes(trx: Transaction<Tables>, ids: number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const resumes = trx.selectFrom('resumes').select(['id', 'application_id']).where('id', 'in', ids).orderBy('id')
  await lockApplications(trx, [...new Set((await resumes.execute()).map((resume) => resume.application_id))])
  return (await resumes.execute()).map(({ id }) => id)
}

/** All resumes of applications, of at least one: the current and the earlier ones. */
export async function listResumeIds(db: Db, applicationIds: number[]): Promise<number[]> {
  const resumes = db.selectFrom('resumes').select('id').where('application_id', 'in', applicationIds).orderBy('id')
  return (await resumes.execute()).map(({ id }) => id)
}

/** Locks applications against removal. @returns the ids of those that exist, in ascending order */
export async function lockApplications(trx: Transaction<Tables>, ids: number[]): Promise<number[]> {
  const applications = trx.selectFrom('applications').select('id').where('id', 'in', ids).orderBy('id')
  const rows = ids.length === 0 ? [] : await applications.$call(againstRemoval(trx)).execute()
  return rows.map((row) => row.id)
}
