import type { FileStoreName } from '../../contract/wire/file-store-names.ts'
import type { ReplicaState } from '../../server/platform/database/tables/resume-tables.ts'
import type { Db } from '../../server/platform/database/tables.ts'

/** Sets the state of a replica without a look at any file. */
export async function setReplicaState(
  db: Db,
  replica: { resume_id: number; store: FileStoreName },
  state: ReplicaState,
  { error = null, now = new Date() }: { error?: string | null; now?: Date } = {},
): Promise<void> {
  await db
    .updateTable('resume_replicas')
    .set({ state, last_error: error, changed_at: now.toISOString() })
    .where('resume_id', '=', replica.resume_id)
    .where('store', '=', replica.store)
    .execute()
}
