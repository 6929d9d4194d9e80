import type { StorageTest } from '../../../contract/site/storage.ts'
import type { RemoteStore } from '../../platform/file-stores/file-store.ts'
import type { Services } from '../feature.ts'
import { requestCheck } from '../resumes/check-queries.ts'
import { queueMissingReplicas } from '../resumes/queue-replicas.ts'

/** Tests a remote store. When it works, replicas that had failed are made again at once. */
export async function testStore(
  { db, outbox, clock }: Pick<Services, 'db' | 'outbox' | 'clock'>,
  store: RemoteStore,
): Promise<StorageTest> {
  const outcome = await store.check()
  if (!outcome.connected) return outcome
  await queueMissingReplicas(db, store.name, clock)
  outbox.wake()
  return outcome
}

/** Starts a check that reads all files, unless one is under way. */
export async function checkAllFiles({ db, outbox, clock }: Pick<Services, 'db' | 'outbox' | 'clock'>): Promise<void> {
  await db.transaction().execute((trx) => requestCheck(trx, clock()))
  outbox.wake()
}
