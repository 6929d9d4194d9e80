import type { Db, FileStoreName, ReplicaRow, ReplicaState, ResumeRow } from '../../platform/database/tables.ts'

/** Stores the row of a resume together with that of its file in the place where it was first stored. */
export async function insertResume(
  db: Db,
  { key, now, place = 'local', ...resume }: ResumeRow & { key: string; now: Date; place?: FileStoreName },
): Promise<void> {
  await db.insertInto('resumes').values(resume).execute()
  await db
    .insertInto('resume_replicas')
    .values({ ...newCopy(resume.application_id, place, now), key, state: 'stored' })
    .execute()
}

/** The resume of an application. */
export function findResume(db: Db, applicationId: number): Promise<ResumeRow | undefined> {
  return db.selectFrom('resumes').selectAll().where('application_id', '=', applicationId).executeTakeFirst()
}

/**
 * Notes that resumes, at least one, are to be copied to a place. A copy that was there before keeps its key, so that one
 * that did arrive is found instead of made twice.
 */
export async function expectCopies(db: Db, applicationIds: number[], place: FileStoreName, now: Date): Promise<void> {
  const state = 'waiting'
  await db
    .insertInto('resume_replicas')
    .values(applicationIds.map((applicationId) => newCopy(applicationId, place, now)))
    .onConflict((conflict) =>
      conflict.columns(['application_id', 'store']).doUpdateSet({ state, changed_at: now.toISOString() }),
    )
    .execute()
}

function newCopy(applicationId: number, place: FileStoreName, now: Date): ReplicaRow {
  return {
    application_id: applicationId,
    store: place,
    key: null,
    state: 'waiting',
    last_error: null,
    changed_at: now.toISOString(),
    checked_at: null,
  }
}

/** Cheapest to read first. */
const PLACES_BY_COST: readonly FileStoreName[] = ['local', 's3', 'google-drive']

/** Every place of a resume, the cheapest to read first. */
export async function listCopies(db: Db, applicationId: number): Promise<ReplicaRow[]> {
  const copies = await db
    .selectFrom('resume_replicas')
    .selectAll()
    .where('application_id', '=', applicationId)
    .execute()
  return copies.toSorted((a, b) => PLACES_BY_COST.indexOf(a.store) - PLACES_BY_COST.indexOf(b.store))
}

/** A copy that was there at one time: one still to be made, or given up, is not looked for. */
export type KeptCopy = ReplicaRow & { key: string; state: 'stored' | 'missing' | 'altered' }

/** Whether a copy was there at one time. */
export function isKept(copy: ReplicaRow): copy is KeptCopy {
  return copy.key !== null && copy.state !== 'waiting' && copy.state !== 'failed'
}

/** One place of a resume. */
export function findCopy(db: Db, applicationId: number, place: FileStoreName): Promise<ReplicaRow | undefined> {
  return selectCopy(db, applicationId, place).selectAll().executeTakeFirst()
}

function selectCopy(db: Db, applicationId: number, place: FileStoreName) {
  return db.selectFrom('resume_replicas').where('application_id', '=', applicationId).where('store', '=', place)
}

/**
 * Gives a copy the key under which it will be stored.
 * @returns the key it has now: an earlier one where somebody else was quicker; undefined when the copy's row is gone
 */
export async function nameCopy(
  db: Db,
  applicationId: number,
  place: FileStoreName,
  key: string,
): Promise<string | undefined> {
  await db
    .updateTable('resume_replicas')
    .set({ key })
    .where('application_id', '=', applicationId)
    .where('store', '=', place)
    .where('key', 'is', null)
    .execute()
  const copy = await selectCopy(db, applicationId, place).select('key').executeTakeFirst()
  return copy?.key ?? undefined
}

/** What is to be noted of a copy. */
export type CopyChange = { state: ReplicaState; key?: string | null; isChecked?: boolean }

/** A copy as it was when somebody began to look at it. */
type SeenCopy = Pick<ReplicaRow, 'application_id' | 'store'> & { key: string }

/**
 * Notes how it stands with a copy.
 * @returns false when it is no longer under that key: its application was deleted, or somebody else was quicker
 */
export async function noteCopy(
  db: Db,
  copy: SeenCopy,
  { state, key, isChecked = false }: CopyChange,
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
    .where('application_id', '=', copy.application_id)
    .where('store', '=', copy.store)
    .where('key', '=', copy.key)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Notes why a copy could not be made, unless somebody else has made it meanwhile or given it up, which ends its task. */
export async function noteFailure(
  db: Db,
  copy: Pick<ReplicaRow, 'application_id' | 'store'>,
  { state, error }: { state: 'waiting' | 'failed'; error: string },
  now: Date,
): Promise<void> {
  await db
    .updateTable('resume_replicas')
    .set({ state, last_error: error.replaceAll('\0', ''), changed_at: now.toISOString() })
    .where('application_id', '=', copy.application_id)
    .where('store', '=', copy.store)
    .where('state', '=', 'waiting')
    .execute()
}

/** Lets go of a place of a resume; what was there is the caller's to remove. */
export async function deleteCopy(db: Db, copy: Pick<ReplicaRow, 'application_id' | 'store'>): Promise<void> {
  await db
    .deleteFrom('resume_replicas')
    .where('application_id', '=', copy.application_id)
    .where('store', '=', copy.store)
    .execute()
}

/** Whether a resume names a file. */
export async function isNamed(db: Db, place: FileStoreName, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('resume_replicas')
    .select('application_id')
    .where('store', '=', place)
    .where('key', '=', key)
    .executeTakeFirst()
  return row !== undefined
}

/** Resumes that have no copy in a place, or one that is not to be trusted, and that nobody is about to copy there. */
export async function listUncopied(
  db: Db,
  place: FileStoreName,
  { afterId, limit }: { afterId: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('resumes')
    .leftJoin('resume_replicas', (join) =>
      join.onRef('resume_replicas.application_id', '=', 'resumes.application_id').on('store', '=', place),
    )
    .select('resumes.application_id')
    .where('resumes.application_id', '>', afterId)
    .where((where) => where.or([where('state', 'is', null), where('state', 'in', ['failed', 'missing', 'altered'])]))
    .orderBy('resumes.application_id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.application_id)
}
