import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import { lockCopies } from '../../platform/database/row-locks.ts'
import type { Db, ReplicaRow, ResumeRow, Tables } from '../../platform/database/tables.ts'
import { CloudFault, type CloudStore } from '../../platform/file-stores/cloud-store.ts'
import type { ResumeStore } from '../../platform/file-stores/local/resume-store.ts'
import { addTask, type OutboxTask } from '../../platform/outbox/outbox-queries.ts'
import { lost, openWholeFile } from './copy-source.ts'
import type { ResumePlaces } from './resume-places.ts'
import { deleteCopy, findCopy, findResume, listCopies, nameCopy, noteCopy, noteFailure } from './resume-queries.ts'

type Copying = {
  db: Kysely<Tables>
  store: ResumeStore
  /** Where the copy is to be. */
  cloud: CloudStore
  places: ResumePlaces
  clock: Clock
  log: FastifyBaseLogger
}

/**
 * Copies a resume to a cloud store, unless that has it already. May run again at any point: the
 * key is noted before the upload, the copy counts only once its checksum has been compared, and only then may the local
 * file be let go.
 * @throws when it is worth trying again
 */
export async function copyResume(copying: Copying, applicationId: number): Promise<void> {
  const { db, cloud, clock, log } = copying
  const [resume, copy] = await Promise.all([findResume(db, applicationId), findCopy(db, applicationId, cloud.place)])
  if (!resume || !copy || copy.state === 'stored') return
  try {
    await uploadAndCompare(copying, resume, copy)
  } catch (error) {
    const isPermanent = error instanceof CloudFault && error.isPermanent
    const state = isPermanent ? 'failed' : 'waiting'
    await noteFailure(db, copy, { state, error: error instanceof Error ? error.message : String(error) }, clock())
    if (!isPermanent) throw error
    log.error({ err: error, application: applicationId, place: cloud.place }, 'resume not copied until this is mended')
  }
}

async function uploadAndCompare(copying: Copying, resume: ResumeRow, copy: ReplicaRow): Promise<void> {
  const { db, cloud } = copying
  if (resume.scan === 'infected') throw lost('A virus was found in the file, so it is not copied.')
  // Also without a local file: what the store had lost, or handed out altered, may be there again.
  if (copy.key !== null && (await isStored(copying, resume, copy.key))) {
    return acceptCopy(copying, { ...copy, key: copy.key })
  }
  await using source = await openWholeFile(copying, resume, copy.store)
  const key = copy.key ?? (await nameCopy(db, resume.application_id, copy.store, await cloud.newKey()))
  if (key === undefined) return
  await cloud.put(key, {
    name: `application-${resume.application_id}.${resume.kind}`,
    kind: resume.kind,
    size: resume.size,
    sha256: resume.sha256,
    read: source.read,
  })
  const named = { ...copy, key }
  if (!(await isStored(copying, resume, key))) await rejectCopy(copying, named)
  await acceptCopy(copying, named)
}

async function isStored({ cloud }: Copying, { sha256 }: ResumeRow, key: string): Promise<boolean> {
  return (await cloud.describe(key))?.sha256 === sha256
}

type NamedCopy = ReplicaRow & { key: string }

/** @throws so that the copy is made anew, under another key: what came out wrong is never written over */
async function rejectCopy({ db, cloud, clock }: Copying, copy: NamedCopy): Promise<never> {
  await cloud.remove(copy.key)
  await noteCopy(db, copy, { state: 'waiting', key: null }, clock())
  throw new CloudFault('The checksum of the copy was wrong; it is made again.', { isPermanent: false })
}

async function acceptCopy({ db, places, clock }: Copying, copy: NamedCopy): Promise<void> {
  const now = clock()
  await db.transaction().execute(async (trx) => {
    await lockCopies(trx, copy.application_id)
    const isWanted = await noteCopy(trx, copy, { state: 'stored', isChecked: true }, now)
    // The application was deleted during the upload, when there was nothing to delete in the store yet.
    if (!isWanted) return addTask(trx, deletionOf(copy), now)
    if (!places.keepsLocalCopies) await letLocalGo(trx, copy.application_id, places, now)
  })
}

/** Gives the local file of a resume up, in a transaction, once every cloud store has it. */
export async function letLocalGo(db: Db, applicationId: number, { clouds }: ResumePlaces, now: Date): Promise<void> {
  const copies = await listCopies(db, applicationId)
  const local = copies.find(({ store: place }) => place === 'local')
  const isSafe = clouds.every(({ place }) => copies.some((copy) => copy.store === place && copy.state === 'stored'))
  if (!local?.key || !isSafe) return
  await deleteCopy(db, local)
  await addTask(db, deletionOf({ ...local, key: local.key }), now)
}

function deletionOf({ store: place, key }: NamedCopy): OutboxTask {
  return { kind: 'delete-resume', payload: { place, key } }
}
