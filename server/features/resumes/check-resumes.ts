import { acquireLock } from '../../platform/database/row-locks.ts'
import type { ReplicaRow, ResumeRow } from '../../platform/database/tables.ts'
import type { FileStore } from '../../platform/file-stores/file-store.ts'
import { storeNamed } from '../../platform/file-stores/file-stores.ts'
import { compareStored } from '../../platform/file-stores/verified-file.ts'
import { scheduleTask } from '../../platform/outbox/outbox-queries.ts'
import type { OutboxTask } from '../../platform/outbox/task-kinds.ts'
import type { Services } from '../feature.ts'
import {
  advanceCheck,
  beginCheck,
  CHECK_LOCK,
  type CheckPoint,
  finishCheck,
  listResumesAfter,
  type ResumeWithReplicas,
  scheduleCheck,
} from './check-queries.ts'
import { type Comparison, createComparison } from './compare-replica.ts'
import { openReplica } from './open-resume.ts'
import { queueAllMissingReplicas } from './queue-replicas.ts'
import { dropLocalReplica } from './replicate-resume.ts'
import { isKept, type KeptReplica, lockReplicas, type ReplicaChange, updateReplica } from './resume-queries.ts'
import { deleteResumeTask, extractTextTask } from './resume-task-kinds.ts'

/** Resumes that one task checks, so that other tasks run in between. */
const SLICE = 100
/** A file is read again after 20 hours, so with this pause each is read at least once a day. In milliseconds. */
const PAUSE_MS = 4 * 60 * 60 * 1000

/**
 * Checks the next slice of all resumes: whether each file is in its store with the content that was received. Restores a
 * damaged file of the primary store from a replica, and queues replicas to be made again. After a stop a check resumes
 * at its slice; the last slice schedules the next check.
 */
export async function checkResumes(
  services: Pick<Services, 'db' | 'stores' | 'clock' | 'log'>,
  { afterId, isFull }: CheckPoint,
): Promise<void> {
  const { db, stores, clock } = services
  // Before anything else, so that a check that is requested meanwhile does not begin a second one.
  if (afterId === 0) await beginCheck(db, clock())
  const slice = await listResumesAfter(db, afterId, SLICE)
  const compare = createComparison({ ...services, isFull })
  const findings: Finding[] = []
  for (const resume of slice) findings.push(...(await checkResume(services, resume, compare)))

  const last = slice.at(-1)
  const isDone = slice.length < SLICE || !last
  await db.transaction().execute(async (trx) => {
    // The same order of locks as in a request for a check.
    await acquireLock(trx, CHECK_LOCK)
    for (const finding of findings) {
      await lockReplicas(trx, [finding.replica.resume_id])
      const isWanted = await updateReplica(trx, finding.replica, finding.change, clock())
      for (const task of tasksAfter(finding, isWanted)) await scheduleTask(trx, task, clock())
    }
    // Local files from before the installation stopped keeping them, which already had replicas.
    const dropped = stores.keepsLocal ? [] : slice.filter((resume) => resume.replicas.some(isIn(stores.local)))
    for (const resume of dropped) await dropLocalReplica(trx, resume.id, stores, clock())
    await advanceCheck(trx, slice.length)
    if (!isDone) return scheduleCheck(trx, { afterId: last.id, isFull }, clock())
    await finishCheck(trx, clock())
    await scheduleCheck(trx, { afterId: 0, isFull: false }, clock(), PAUSE_MS)
  })
  if (isDone) await queueAllMissingReplicas(db, stores, clock)
}

const isIn = (store: FileStore) => (replica: ReplicaRow) => replica.store === store.name

/** The state that was found, and whether the file was stored again since. */
type Finding = { resume: ResumeRow; replica: KeptReplica; change: ReplicaChange; isRestored: boolean }

function tasksAfter({ resume, replica, change, isRestored }: Finding, isWanted: boolean): OutboxTask[] {
  const { store, key, state } = replica
  const isBack = isRestored || (change.state === 'stored' && state !== 'stored')
  return [
    ...(isRestored && !isWanted ? [deleteResumeTask({ store, key })] : []),
    // It reads nothing where the text was read before the file was lost.
    ...(isBack && resume.replaced_at === null ? [extractTextTask({ applicationId: resume.application_id })] : []),
  ]
}

async function checkResume(
  services: Pick<Services, 'db' | 'stores' | 'clock' | 'log'>,
  resume: ResumeWithReplicas,
  compare: Comparison,
): Promise<Finding[]> {
  const { stores, log } = services
  const findings: Finding[] = []
  for (const replica of resume.replicas.filter(isKept)) {
    const state = await compare(resume, replica)
    if (!state) continue
    const isDamaged = state !== 'stored'
    const { store, key } = replica
    if (isDamaged) log.error({ application: resume.application_id, store, key }, `resume file is ${state}`)
    const isRestored = isDamaged && store === stores.primary.name && (await restorePrimary(services, resume, replica))
    findings.push({ resume, replica, change: { state: isRestored ? 'stored' : state, isChecked: true }, isRestored })
  }
  return findings
}

/** Stores a damaged file of the primary store again, under its key. @returns whether a replica had it whole */
async function restorePrimary(
  services: Pick<Services, 'db' | 'stores' | 'clock' | 'log'>,
  resume: ResumeWithReplicas,
  damaged: KeptReplica,
): Promise<boolean> {
  const { stores, log } = services
  const { application_id: application, kind, size, sha256 } = resume
  const whole = resume.replicas
    .filter(isKept)
    .find((other) => other.store !== damaged.store && other.state === 'stored' && storeNamed(stores, other.store))
  if (!whole) return false
  try {
    await using file = await openReplica(services, resume, whole)
    if (!file) return false
    const name = `application-${application}.${kind}`
    await stores.primary.put(damaged.key, { name, kind, size, sha256, read: file.read })
    if ((await compareStored(stores.primary, damaged.key, resume)) !== 'stored') return false
  } catch (error) {
    log.warn({ err: error, application }, 'resume file not restored')
    return false
  }
  log.warn({ application }, 'resume file restored from a replica')
  return true
}
