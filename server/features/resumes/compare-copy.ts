import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import type { ResumeRow } from '../../platform/database/tables.ts'
import { CloudFault } from '../../platform/file-stores/cloud-store.ts'
import type { FileFacts, ResumeStore } from '../../platform/file-stores/local/resume-store.ts'
import { cloudAt, type ResumePlaces } from './resume-places.ts'
import type { KeptCopy } from './resume-queries.ts'

/** How it stands with a copy; undefined when it was compared lately, or cannot be now. */
export type Comparison = (resume: ResumeRow, copy: KeptCopy) => Promise<KeptCopy['state'] | undefined>

/** A file compared within this time is not read again by a daily check, however often the program starts. */
const FRESH_MS = 20 * 60 * 60 * 1000

/** Makes the comparison of one round: it stops asking a cloud store once that has not answered. */
export function createComparison(options: {
  store: ResumeStore
  places: ResumePlaces
  clock: Clock
  log: FastifyBaseLogger
  /** Whether files compared lately are read all the same. */
  isFull: boolean
}): Comparison {
  const { store, places, clock, log, isFull } = options
  const unreachable = new Set<KeptCopy['store']>()

  const isFresh = ({ state, checked_at }: KeptCopy) => {
    if (isFull || state !== 'stored' || checked_at === null) return false
    // What a clock that was ahead has noted lies in the future.
    return Math.abs(clock().getTime() - Date.parse(checked_at)) < FRESH_MS
  }

  const compareLocal: Comparison = async ({ application_id: application, sha256 }, copy) => {
    if (isFresh(copy) && (await store.has(copy.key))) return undefined
    try {
      const facts = await store.describe(copy.key)
      if (!facts && places.home !== 'local') return undefined
      return stateOf(facts, sha256)
    } catch (error) {
      if (!isUnreadable(error)) throw error
      log.error({ err: error, application, key: copy.key }, 'resume file cannot be read')
      return 'missing'
    }
  }

  const compareCloud: Comparison = async ({ sha256 }, copy) => {
    const cloud = cloudAt(places, copy.store)
    if (!cloud || unreachable.has(copy.store) || isFresh(copy)) return undefined
    try {
      return stateOf(await cloud.describe(copy.key), sha256)
    } catch (error) {
      if (!(error instanceof CloudFault)) throw error
      log.warn({ err: error, place: copy.store }, 'copies in the cloud store not checked')
      unreachable.add(copy.store)
      return undefined
    }
  }

  return (resume, copy) => (copy.store === 'local' ? compareLocal : compareCloud)(resume, copy)
}

/** Whether the fault is one of this file or its folder: one such file does not keep the others from being checked. */
function isUnreadable(error: unknown): boolean {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return false
  return error.code !== 'EMFILE' && error.code !== 'ENFILE'
}

function stateOf(facts: FileFacts | undefined, sha256: string): KeptCopy['state'] {
  if (!facts) return 'missing'
  return facts.sha256 === sha256 ? 'stored' : 'altered'
}
