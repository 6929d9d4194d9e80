import type { Db, FileStoreName, ReplicaState } from '../server/platform/database/tables.ts'

/** Says of a copy, without a look at any file, how it stands. */
export async function setCopyState(
  db: Db,
  copy: { application_id: number; place: FileStoreName },
  state: ReplicaState,
  { error = null, now = new Date() }: { error?: string | null; now?: Date } = {},
): Promise<void> {
  await db
    .updateTable('resume_replicas')
    .set({ state, last_error: error, changed_at: now.toISOString() })
    .where('application_id', '=', copy.application_id)
    .where('store', '=', copy.place)
    .execute()
}
