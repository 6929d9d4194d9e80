import type { Kysely } from 'kysely'
import type { Tables } from '../../server/platform/database/tables.ts'
import { openLocalStore } from '../../server/platform/file-stores/local/local-store.ts'
import { checkInstallation } from '../../server/platform/installation/check-installation.ts'

/**
 * Writes the installation id into a new data folder, as a first start does. To be called before rows are stored that name
 * files which are not there: without the id, a start on them is refused.
 */
export async function takeFolder(db: Kysely<Tables>, dataDir: string): Promise<void> {
  const store = await openLocalStore(dataDir)
  await checkInstallation(db, store, { dataDir, primaryStore: 'local', s3: null }).finally(() => store.close())
}
