import type { StorageStatus } from '../contract/storage.ts'

const AT = '2026-03-02T10:00:00.000Z'

/** A check that has ended. */
export const ENDED = { startedAt: AT, finishedAt: AT, total: 5_310, checked: 5_310, lastError: null }
/** A check under way. */
export const UNDERWAY = { ...ENDED, finishedAt: null, checked: 1_204 }
/** Resumes that are all on this server and intact. */
export const INTACT = { total: 5_310, local: 5_310, drive: 0, missing: 0, altered: 0, lost: 0 }
/** Nothing is copied. */
const NO_REPLICAS = { isConfigured: false, waiting: 0, oldestWaiting: null, failed: 0, lastError: null }

/** An empty bucket for replicas. */
const EMPTY_BUCKET = { isConfigured: true, isPrimary: false, stored: 0, waiting: 0, failed: 0 }

/** A status with all resumes intact, checked and not replicated, changed as a test needs it. */
export function statusWith(changes: {
  resumes?: Partial<StorageStatus['resumes']>
  replicas?: Partial<StorageStatus['replicas']>
  tasks?: Partial<StorageStatus['tasks']>
  s3?: Partial<StorageStatus['s3']>
  check?: StorageStatus['check']
}): StorageStatus {
  return {
    resumes: { ...INTACT, ...changes.resumes },
    replicas: { ...NO_REPLICAS, ...changes.replicas },
    tasks: { open: 0, oldest: null, mostAttempts: 0, lastError: null, ...changes.tasks },
    ...(changes.s3 && { s3: { ...EMPTY_BUCKET, ...changes.s3 } }),
    check: changes.check === undefined ? ENDED : changes.check,
  }
}
