import type { Db, ReplicaRow, ResumeRow } from '../../platform/database/tables.ts'
import { type FileStore, type HeldFile, StoreFault } from '../../platform/file-stores/file-store.ts'
import { type FileStores, storeNamed } from '../../platform/file-stores/file-stores.ts'
import { compareStored } from '../../platform/file-stores/verified-file.ts'
import { scheduleTask } from '../../platform/outbox/outbox-queries.ts'
import type { Services } from '../feature.ts'
import { openReplica } from './open-resume.ts'
import {
  assignKey,
  deleteReplica,
  findReplica,
  findResume,
  isKept,
  listReplicas,
  lockReplicas,
  recordFailure,
  updateReplica,
} from './resume-queries.ts'
import { deleteResumeTask, extractTextTask } from './resume-task-kinds.ts'
import { isTextOutdated } from './resume-text-queries.ts'

/** What a replication uses; `target` is the store that gets the replica. */
type Replicating = Pick<Services, 'db' | 'stores' | 'clock' | 'log'> & { target: FileStore }

type KeyedReplica = ReplicaRow & { key: string }

/**
 * Replicates a resume to a store that lacks it. May run again at any point: the key is recorded before the upload, the
 * replica counts only once its checksum was compared, and only then may the local file be deleted.
 * @throws when a retry is useful
 */
export async function replicateResume(replicating: Replicating, resumeId: number): Promise<void> {
  const { db, target, clock, log } = replicating
  const resume = await findResume(db, resumeId)
  const replica = await findReplica(db, resumeId, target.name)
  if (!resume || !replica || replica.state === 'stored') return
  try {
    await uploadAndCompare(replicating, resume, replica)
  } catch (error) {
    const isPermanent = error instanceof StoreFault && error.isPermanent
    const state = isPermanent ? 'failed' : 'waiting'
    await recordFailure(db, replica, { state, error: error instanceof Error ? error.message : String(error) }, clock())
    if (!isPermanent) throw error
    log.error({ err: error, application: resume.application_id, store: target.name }, 'resume not replicated')
  }
}

async function uploadAndCompare(replicating: Replicating, resume: ResumeRow, replica: ReplicaRow): Promise<void> {
  const { db, target } = replicating
  if (resume.scan === 'infected') throw permanent('A virus was found in the file, so it is not copied.')
  // A file that the store had lost, or had sent altered, may be whole again.
  if (replica.key !== null && (await compareStored(target, replica.key, resume)) === 'stored') {
    return acceptReplica(replicating, resume, { ...replica, key: replica.key })
  }
  await using source = await openSource(replicating, resume)
  const key = replica.key ?? (await assignKey(db, resume.id, target.name, await target.newKey()))
  if (key === undefined) return
  const { kind, size, sha256 } = resume
  await target.put(key, { name: `application-${resume.application_id}.${kind}`, kind, size, sha256, read: source.read })
  const keyed = { ...replica, key }
  if ((await compareStored(target, key, resume)) !== 'stored') await rejectReplica(replicating, keyed)
  await acceptReplica(replicating, resume, keyed)
}

/** Opens the cheapest whole replica in another store. @throws {StoreFault} permanent when there is none */
async function openSource(replicating: Replicating, resume: ResumeRow): Promise<HeldFile> {
  const { db, stores, target } = replicating
  const faults: StoreFault[] = []
  const others = (await listReplicas(db, resume.id))
    .filter(isKept)
    .filter(({ store }) => store !== target.name && storeNamed(stores, store))
  for (const replica of others) {
    const file = await openReplica(replicating, resume, replica).catch((error) => {
      if (!(error instanceof StoreFault)) throw error
      faults.push(error)
    })
    if (file) return file
  }
  throw faults[0] ?? permanent('No other store has the file as it was received.')
}

function permanent(message: string): StoreFault {
  return new StoreFault(message, { isPermanent: true })
}

/** @throws so that the replica is made again under another key: an altered file is never overwritten */
async function rejectReplica({ db, target, clock }: Replicating, replica: KeyedReplica): Promise<never> {
  await target.remove(replica.key)
  await updateReplica(db, replica, { state: 'waiting', key: null }, clock())
  throw new StoreFault('The checksum of the copy was wrong; it is made again.', { isPermanent: false })
}

async function acceptReplica(
  { db, stores, clock }: Replicating,
  { id, application_id: applicationId, replaced_at }: ResumeRow,
  replica: KeyedReplica,
): Promise<void> {
  const now = clock()
  await db.transaction().execute(async (trx) => {
    await lockReplicas(trx, [id])
    const isWanted = await updateReplica(trx, replica, { state: 'stored', isChecked: true }, now)
    if (isWanted) await dropLocalReplica(trx, id, stores, now)
    // The application was deleted during the upload, before the store had the file.
    else await scheduleTask(trx, deletionOf(replica), now)
    // No store had the file when its text was to be read.
    if (isWanted && replaced_at === null && (await isTextOutdated(trx, applicationId))) {
      await scheduleTask(trx, extractTextTask({ applicationId }), now)
    }
  })
}

/** Deletes the local replica of a resume once every remote store has the file, unless local replicas stay. */
export async function dropLocalReplica(
  db: Db,
  resumeId: number,
  { local, remote, keepsLocal }: FileStores,
  now: Date,
): Promise<void> {
  if (keepsLocal) return
  const replicas = await listReplicas(db, resumeId)
  const dropped = replicas.find(({ store }) => store === local.name)
  const isStored = ({ name }: FileStore) => replicas.some(({ store, state }) => store === name && state === 'stored')
  if (!dropped?.key || remote.length === 0 || !remote.every(isStored)) return
  await deleteReplica(db, dropped)
  await scheduleTask(db, deletionOf({ ...dropped, key: dropped.key }), now)
}

function deletionOf({ store, key }: KeyedReplica) {
  return deleteResumeTask({ store, key })
}
