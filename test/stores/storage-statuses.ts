import type { FileStoreStatus, StorageStatus } from '../../contract/site/storage.ts'
import { FILE_STORES, type FileStoreName } from '../../contract/wire/file-store-names.ts'

const AT = '2026-03-02T10:00:00.000Z'

/** A check that has ended. */
export const ENDED = { startedAt: AT, finishedAt: AT, total: 5_310, checked: 5_310, lastError: null }
/** A check under way. */
export const UNDERWAY = { ...ENDED, finishedAt: null, checked: 1_204 }
/** Resumes that are all intact. */
export const INTACT = { total: 5_310, missing: 0, altered: 0, lost: 0 }
/** A remote store that is not configured. */
const UNUSED = { isConfigured: false, isPrimary: false, stored: 0, waiting: 0, failed: 0 }
const STORES = {
  local: { ...UNUSED, isConfigured: true, isPrimary: true, stored: 5_310 },
  s3: UNUSED,
  'google-drive': UNUSED,
}

/** A status in which everything is intact, checked and not copied, changed as a test needs it. */
export function statusWith(changes: {
  resumes?: Partial<StorageStatus['resumes']>
  stores?: Partial<Record<FileStoreName, Partial<FileStoreStatus>>>
  replicas?: Partial<StorageStatus['replicas']>
  tasks?: Partial<StorageStatus['tasks']>
  check?: StorageStatus['check']
}): StorageStatus {
  const changed = FILE_STORES.map((name) => [name, { ...STORES[name], ...changes.stores?.[name] }])
  const stores: StorageStatus['stores'] = Object.fromEntries(changed)
  const sum = (count: 'waiting' | 'failed') => FILE_STORES.reduce((total, name) => total + stores[name][count], 0)
  return {
    resumes: { ...INTACT, ...changes.resumes },
    stores,
    replicas: {
      waiting: sum('waiting'),
      failed: sum('failed'),
      oldestWaiting: null,
      lastError: null,
      ...changes.replicas,
    },
    tasks: { open: 0, oldest: null, mostAttempts: 0, lastError: null, ...changes.tasks },
    check: changes.check === undefined ? ENDED : changes.check,
  }
}
