import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import type { ResumeRow } from '../../platform/database/tables.ts'
import { ElsewhereFault, type FileStore, StoreFault } from '../../platform/file-stores/file-store.ts'
import { type FileStores, storeNamed } from '../../platform/file-stores/file-stores.ts'
import { compareStored } from '../../platform/file-stores/verified-file.ts'
import type { KeptReplica } from './resume-queries.ts'

/** The state of a replica; undefined when it was compared recently, or cannot be compared now. */
export type Comparison = (resume: ResumeRow, replica: KeptReplica) => Promise<KeptReplica['state'] | undefined>

/** A daily check does not read a file again within this time, however often the program starts. */
const FRESH_MS = 20 * 60 * 60 * 1000

/** Creates the comparison of one slice of a check. It leaves a store alone once that could not be reached. */
export function createComparison(options: {
  stores: Pick<FileStores, 'all' | 'local'>
  clock: Clock
  log: FastifyBaseLogger
  /** Whether recently compared files are read too. */
  isFull: boolean
}): Comparison {
  const { stores, clock, log, isFull } = options
  const unreachable = new Set<FileStore>()

  const isFresh = ({ state, checked_at }: KeptReplica) => {
    if (isFull || state !== 'stored' || checked_at === null) return false
    // A clock that was ahead has recorded a time in the future.
    return Math.abs(clock().getTime() - Date.parse(checked_at)) < FRESH_MS
  }

  const stateAfter = (error: unknown, store: FileStore, application: number, key: string) => {
    if (error instanceof ElsewhereFault) return undefined
    if (error instanceof StoreFault) {
      log.warn({ err: error, store: store.name }, 'files of the store not checked')
      unreachable.add(store)
      return undefined
    }
    if (!isUnreadable(error)) throw error
    log.error({ err: error, application, key }, 'resume file cannot be read')
    return 'missing'
  }

  return async (resume, replica) => {
    const store = storeNamed(stores, replica.store)
    if (!store || unreachable.has(store)) return undefined
    if (isFresh(replica) && (!store.isLocal || (await stores.local.has(replica.key)))) return undefined
    return compareStored(store, replica.key, resume).catch((error) =>
      stateAfter(error, store, resume.application_id, replica.key),
    )
  }
}

/** Whether the fault concerns this file or its folder. Such a file does not keep the others from being checked. */
function isUnreadable(error: unknown): boolean {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return false
  return error.code !== 'EMFILE' && error.code !== 'ENFILE'
}
