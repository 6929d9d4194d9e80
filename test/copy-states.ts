import type { CopyState, Db, ResumePlace } from '../server/platform/database/tables.ts'

/** Says of a copy, without a look at any file, how it stands. */
export async function setCopyState(
  db: Db,
  copy: { application_id: number; place: ResumePlace },
  state: CopyState,
  { error = null, now = new Date() }: { error?: string | null; now?: Date } = {},
): Promise<void> {
  await db
    .updateTable('resume_copies')
    .set({ state, last_error: error, changed_at: now.toISOString() })
    .where('application_id', '=', copy.application_id)
    .where('place', '=', copy.place)
    .execute()
}
