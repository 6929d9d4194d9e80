import type { Kysely } from 'kysely'
import { listLatestKeys } from '../../server/features/resumes/resume-queries.ts'
import type { Tables } from '../../server/platform/database/tables.ts'
import { openLocalStore } from '../../server/platform/file-stores/local-store.ts'
import { checkInstallation } from '../../server/platform/installation/check-installation.ts'

/** An empty database, and the environment to start the program with. */
export type EmptyDatabase = {
  environment: Record<string, string>
  use(work: (db: Kysely<Tables>) => Promise<void>): Promise<void>
}

/**
 * Writes the installation id into a new data folder, as a first start does. Call it before storing rows that name missing
 * files: the program refuses to start on such rows without the id.
 */
export async function writeInstallationId(db: Kysely<Tables>, dataDir: string): Promise<void> {
  const store = await openLocalStore(dataDir)
  await checkInstallation({ db, listLatestKeys }, store, {
    dataDir,
    primaryStore: 'local',
    remoteStores: { s3: { settings: null } },
  }).finally(() => store.close())
}
