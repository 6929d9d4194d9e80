import type { Transaction } from 'kysely'
import type { FileStoreName } from '../../../contract/vocabulary.ts'
import { FILE_STORES } from '../../../contract/vocabulary.ts'
import { againstRemoval, lockRows } from '../../platform/database/row-locks.ts'
import type { Db, ReplicaRow, ReplicaState, ResumeRow, Tables } from '../../platform/database/tables.ts'

/** Inserts a resume and the replica in the store that took its file. */
export async function insertResume(
  db: Db,
  { store, key, now, ...resume }: ResumeRow & { store: FileStoreName; key: string; now: Date },
): Promise<void> {
  await db.insertInto('resumes').values(resume).execute()
  await db
    .insertInto('resume_replicas')
    .values({ ...newReplica(resume.application_id, store, now), key, state: 'stored' })
    .execute()
}

/** The resume of an application. */
export function findResume(db: Db, applicationId: number): Promise<ResumeRow | undefined> {
  return db.selectFrom('resumes').selectAll().where('application_id', '=', applicationId).executeTakeFirst()
}

/**
 * Records that resumes, at least one, are to be replicated to a store. An existing replica keeps its key, so that an
 * upload that did arrive is found and not repeated.
 */
export async function expectReplicas(db: Db, applicationIds: number[], store: FileStoreName, now: Date): Promise<void> {
  const state = 'waiting'
  await db
    .insertInto('resume_replicas')
    .values(applicationIds.map((applicationId) => newReplica(applicationId, store, now)))
    .onConflict((conflict) =>
      conflict.columns(['application_id', 'store']).doUpdateSet({ state, changed_at: now.toISOString() }),
    )
    .execute()
}

function newReplica(applicationId: number, store: FileStoreName, now: Date): ReplicaRow {
  return {
    application_id: applicationId,
    store,
    key: null,
    state: 'waiting',
    last_error: null,
    changed_at: now.toISOString(),
    checked_at: null,
  }
}

/** All replicas of a resume, the cheapest to read first. */
export async function listReplicas(db: Db, applicationId: number): Promise<ReplicaRow[]> {
  const replicas = db.selectFrom('resume_replicas').selectAll().where('application_id', '=', applicationId)
  return (await replicas.execute()).toSorted((a, b) => FILE_STORES.indexOf(a.store) - FILE_STORES.indexOf(b.store))
}

/** All replicas of several resumes, in no order. */
export function findReplicas(db: Db, applicationIds: number[]): Promise<ReplicaRow[]> {
  return db.selectFrom('resume_replicas').selectAll().where('application_id', 'in', applicationIds).execute()
}

/** A replica that was stored at some time. Stores are not searched for one that waits or has failed. */
export type KeptReplica = ReplicaRow & { key: string; state: 'stored' | 'missing' | 'altered' }

/** Whether a replica was stored at some time. */
export function isKept(replica: ReplicaRow): replica is KeptReplica {
  return replica.key !== null && replica.state !== 'waiting' && replica.state !== 'failed'
}

/** The replica of a resume in a store. */
export function findReplica(db: Db, applicationId: number, store: FileStoreName): Promise<ReplicaRow | undefined> {
  return selectReplica(db, applicationId, store).selectAll().executeTakeFirst()
}

function selectReplica(db: Db, applicationId: number, store: FileStoreName) {
  return db.selectFrom('resume_replicas').where('application_id', '=', applicationId).where('store', '=', store)
}

/**
 * Gives a replica the key under which it will be stored.
 * @returns the key it has now, which is an earlier one when another worker was quicker; undefined when its row is gone
 */
export async function assignKey(
  db: Db,
  applicationId: number,
  store: FileStoreName,
  key: string,
): Promise<string | undefined> {
  await db
    .updateTable('resume_replicas')
    .set({ key })
    .where('application_id', '=', applicationId)
    .where('store', '=', store)
    .where('key', 'is', null)
    .execute()
  const replica = await selectReplica(db, applicationId, store).select('key').executeTakeFirst()
  return replica?.key ?? undefined
}

/** What changes in the row of a replica. */
export type ReplicaChange = { state: ReplicaState; key?: string | null; isChecked?: boolean }

/** A replica with the key that it had when it was read. */
type ReadReplica = Pick<ReplicaRow, 'application_id' | 'store'> & { key: string }

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
    .where('application_id', '=', replica.application_id)
    .where('store', '=', replica.store)
    .where('key', '=', replica.key)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Records why a replica could not be made, unless another worker has made it meanwhile or given it up. */
export async function recordFailure(
  db: Db,
  replica: Pick<ReplicaRow, 'application_id' | 'store'>,
  { state, error }: { state: 'waiting' | 'failed'; error: string },
  now: Date,
): Promise<void> {
  await db
    .updateTable('resume_replicas')
    .set({ state, last_error: error.replaceAll('\0', ''), changed_at: now.toISOString() })
    .where('application_id', '=', replica.application_id)
    .where('store', '=', replica.store)
    .where('state', '=', 'waiting')
    .execute()
}

/** Deletes the row of a replica. The caller schedules the deletion of the file. */
export async function deleteReplica(db: Db, replica: Pick<ReplicaRow, 'application_id' | 'store'>): Promise<void> {
  await db
    .deleteFrom('resume_replicas')
    .where('application_id', '=', replica.application_id)
    .where('store', '=', replica.store)
    .execute()
}

/** Whether a row refers to a file. */
export async function isReferenced(db: Db, store: FileStoreName, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('resume_replicas')
    .select('application_id')
    .where('store', '=', store)
    .where('key', '=', key)
    .executeTakeFirst()
  return row !== undefined
}

/** Applications whose resume has no replica in a store, or a damaged or failed one, and no task to make it. */
export async function listUnreplicated(
  db: Db,
  store: FileStoreName,
  { afterId, limit }: { afterId: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('resumes')
    .leftJoin('resume_replicas', (join) =>
      join.onRef('resume_replicas.application_id', '=', 'resumes.application_id').on('store', '=', store),
    )
    .select('resumes.application_id')
    .where('resumes.application_id', '>', afterId)
    .where((where) => where.or([where('state', 'is', null), where('state', 'in', ['failed', 'missing', 'altered'])]))
    .orderBy('resumes.application_id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.application_id)
}

/** Keys of the latest files that a store should have. */
export async function listLatestKeys(db: Db, store: FileStoreName, limit: number): Promise<string[]> {
  const stored = db.selectFrom('resume_replicas').select('key').where('store', '=', store).where('state', '=', 'stored')
  const latest = await stored.orderBy('application_id', 'desc').limit(limit).execute()
  return latest.flatMap(({ key }) => key ?? [])
}

/** Locks all replicas of resumes, of at least one, until the transaction ends. */
export function lockReplicas(trx: Transaction<Tables>, applicationIds: number[]): Promise<void> {
  const replicas = trx.selectFrom('resume_replicas').select('store').where('application_id', 'in', applicationIds)
  return lockRows(trx, replicas.orderBy('application_id').orderBy('store'))
}

/** Locks applications against removal. @returns the ids of those that exist, in ascending order */
export async function lockApplications(trx: Transaction<Tables>, ids: number[]): Promise<number[]> {
  const applications = trx.selectFrom('applications').select('id').where('id', 'in', ids).orderBy('id')
  const rows = ids.length === 0 ? [] : await applications.$call(againstRemoval(trx)).execute()
  return rows.map((row) => row.id)
}
