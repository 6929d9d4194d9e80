import type { CopyState, Db, ResumeCopyRow, ResumePlace, ResumeRow } from '../../platform/database/tables.ts'

/** Stores the row of a resume together with that of its file in the place where it was first stored. */
export async function insertResume(
  db: Db,
  { key, now, place = 'local', ...resume }: ResumeRow & { key: string; now: Date; place?: ResumePlace },
): Promise<void> {
  await db.insertInto('resumes').values(resume).execute()
  await db
    .insertInto('resume_copies')
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
export async function expectCopies(db: Db, applicationIds: number[], place: ResumePlace, now: Date): Promise<void> {
  const state = 'waiting'
  await db
    .insertInto('resume_copies')
    .values(applicationIds.map((applicationId) => newCopy(applicationId, place, now)))
    .onConflict((conflict) =>
      conflict.columns(['application_id', 'place']).doUpdateSet({ state, changed_at: now.toISOString() }),
    )
    .execute()
}

function newCopy(applicationId: number, place: ResumePlace, now: Date): ResumeCopyRow {
  return {
    application_id: applicationId,
    place,
    key: null,
    state: 'waiting',
    last_error: null,
    changed_at: now.toISOString(),
    checked_at: null,
  }
}

/** Cheapest to read first. */
const PLACES_BY_COST: readonly ResumePlace[] = ['local', 's3', 'google-drive']

/** Every place of a resume, the cheapest to read first. */
export async function listCopies(db: Db, applicationId: number): Promise<ResumeCopyRow[]> {
  const copies = await db.selectFrom('resume_copies').selectAll().where('application_id', '=', applicationId).execute()
  return copies.toSorted((a, b) => PLACES_BY_COST.indexOf(a.place) - PLACES_BY_COST.indexOf(b.place))
}

/** A copy that was there at one time: one still to be made, or given up, is not looked for. */
export type KeptCopy = ResumeCopyRow & { key: string; state: 'stored' | 'missing' | 'altered' }

/** Whether a copy was there at one time. */
export function isKept(copy: ResumeCopyRow): copy is KeptCopy {
  return copy.key !== null && copy.state !== 'waiting' && copy.state !== 'failed'
}

/** One place of a resume. */
export function findCopy(db: Db, applicationId: number, place: ResumePlace): Promise<ResumeCopyRow | undefined> {
  return selectCopy(db, applicationId, place).selectAll().executeTakeFirst()
}

function selectCopy(db: Db, applicationId: number, place: ResumePlace) {
  return db.selectFrom('resume_copies').where('application_id', '=', applicationId).where('place', '=', place)
}

/**
 * Gives a copy the key under which it will be stored.
 * @returns the key it has now: an earlier one where somebody else was quicker; undefined when the copy's row is gone
 */
export async function nameCopy(
  db: Db,
  applicationId: number,
  place: ResumePlace,
  key: string,
): Promise<string | undefined> {
  await db
    .updateTable('resume_copies')
    .set({ key })
    .where('application_id', '=', applicationId)
    .where('place', '=', place)
    .where('key', 'is', null)
    .execute()
  const copy = await selectCopy(db, applicationId, place).select('key').executeTakeFirst()
  return copy?.key ?? undefined
}

/** What is to be noted of a copy. */
export type CopyChange = { state: CopyState; key?: string | null; isChecked?: boolean }

/** A copy as it was when somebody began to look at it. */
type SeenCopy = Pick<ResumeCopyRow, 'application_id' | 'place'> & { key: string }

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
    .updateTable('resume_copies')
    .set({
      state,
      last_error: null,
      changed_at: instant,
      ...(key !== undefined && { key }),
      ...(isChecked && { checked_at: instant }),
    })
    .where('application_id', '=', copy.application_id)
    .where('place', '=', copy.place)
    .where('key', '=', copy.key)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Notes why a copy could not be made, unless somebody else has made it meanwhile or given it up, which ends its task. */
export async function noteFailure(
  db: Db,
  copy: Pick<ResumeCopyRow, 'application_id' | 'place'>,
  { state, error }: { state: 'waiting' | 'failed'; error: string },
  now: Date,
): Promise<void> {
  await db
    .updateTable('resume_copies')
    .set({ state, last_error: error.replaceAll('\0', ''), changed_at: now.toISOString() })
    .where('application_id', '=', copy.application_id)
    .where('place', '=', copy.place)
    .where('state', '=', 'waiting')
    .execute()
}

/** Lets go of a place of a resume; what was there is the caller's to remove. */
export async function deleteCopy(db: Db, copy: Pick<ResumeCopyRow, 'application_id' | 'place'>): Promise<void> {
  await db
    .deleteFrom('resume_copies')
    .where('application_id', '=', copy.application_id)
    .where('place', '=', copy.place)
    .execute()
}

/** Whether a resume names a file. */
export async function isNamed(db: Db, place: ResumePlace, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('resume_copies')
    .select('application_id')
    .where('place', '=', place)
    .where('key', '=', key)
    .executeTakeFirst()
  return row !== undefined
}

/** Resumes that have no copy in a place, or one that is not to be trusted, and that nobody is about to copy there. */
export async function listUncopied(
  db: Db,
  place: ResumePlace,
  { afterId, limit }: { afterId: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('resumes')
    .leftJoin('resume_copies', (join) =>
      join.onRef('resume_copies.application_id', '=', 'resumes.application_id').on('place', '=', place),
    )
    .select('resumes.application_id')
    .where('resumes.application_id', '>', afterId)
    .where((where) => where.or([where('state', 'is', null), where('state', 'in', ['failed', 'missing', 'altered'])]))
    .orderBy('resumes.application_id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.application_id)
}
