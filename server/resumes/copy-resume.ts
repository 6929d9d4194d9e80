import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { Clock } from '../clock.ts'
import { lockCopies } from '../database/row-locks.ts'
import type { ResumeCopyRow, ResumeRow, Tables } from '../database/tables.ts'
import { addTask, type OutboxTask } from '../outbox/outbox-queries.ts'
import { CloudFault, type CloudStore } from '../storage/cloud-store.ts'
import { deleteCopy, findCopy, findResume, nameCopy, noteCopy, noteFailure } from './resume-queries.ts'
import type { ResumeStore } from './resume-store.ts'

type Copying = {
  db: Kysely<Tables>
  store: ResumeStore
  cloud: CloudStore
  keepsLocalCopies: boolean
  clock: Clock
  log: FastifyBaseLogger
}

/**
 * Copies a resume from the local disk to the cloud store, unless that has it already. May run again at any point: the
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

async function uploadAndCompare(copying: Copying, resume: ResumeRow, copy: ResumeCopyRow): Promise<void> {
  const { db, store, cloud } = copying
  if (resume.scan === 'infected') throw lost('A virus was found in the file, so it is not copied.')
  const local = await findCopy(db, resume.application_id, 'local')
  // Also without a local file: what the store had lost, or handed out altered, may be there again.
  if (copy.key !== null && (await isStored(copying, resume, copy.key))) {
    return acceptCopy(copying, { ...copy, key: copy.key }, local)
  }
  const localKey = await requireWhole(copying, resume, local)
  const key = copy.key ?? (await nameCopy(db, resume.application_id, copy.place, await cloud.newKey()))
  if (key === undefined) return
  await cloud.put(key, {
    name: `application-${resume.application_id}.${resume.kind}`,
    kind: resume.kind,
    size: resume.size,
    sha256: resume.sha256,
    read: (from) => store.read(localKey, from),
  })
  const named = { ...copy, key }
  if (!(await isStored(copying, resume, key))) await rejectCopy(copying, named)
  await acceptCopy(copying, named, local)
}

async function isStored({ cloud }: Copying, { sha256 }: ResumeRow, key: string): Promise<boolean> {
  return (await cloud.describe(key))?.sha256 === sha256
}

/** @returns the key of the local file, which has the content that was received */
async function requireWhole(
  { db, store, clock }: Copying,
  { sha256 }: ResumeRow,
  local: ResumeCopyRow | undefined,
): Promise<string> {
  if (!local?.key) throw lost('There is no local file to copy.')
  const facts = await store.describe(local.key)
  if (facts?.sha256 === sha256) return local.key
  const state = facts ? 'altered' : 'missing'
  await noteCopy(db, { ...local, key: local.key }, { state, isChecked: true }, clock())
  throw lost(`The local file is ${state}.`)
}

type NamedCopy = ResumeCopyRow & { key: string }

/** @throws so that the copy is made anew, under another key: what came out wrong is never written over */
async function rejectCopy({ db, cloud, clock }: Copying, copy: NamedCopy): Promise<never> {
  await cloud.remove(copy.key)
  await noteCopy(db, copy, { state: 'waiting', key: null }, clock())
  throw new CloudFault('The checksum of the copy was wrong; it is made again.', { isPermanent: false })
}

async function acceptCopy(
  { db, keepsLocalCopies, clock }: Copying,
  copy: NamedCopy,
  local: ResumeCopyRow | undefined,
): Promise<void> {
  const now = clock()
  await db.transaction().execute(async (trx) => {
    await lockCopies(trx, copy.application_id)
    const isWanted = await noteCopy(trx, copy, { state: 'stored', isChecked: true }, now)
    // The application was deleted during the upload, when there was nothing to delete in the store yet.
    if (!isWanted) return addTask(trx, deletionOf(copy), now)
    if (keepsLocalCopies || !local?.key) return
    await deleteCopy(trx, local)
    await addTask(trx, deletionOf({ ...local, key: local.key }), now)
  })
}

function deletionOf({ place, key }: NamedCopy): OutboxTask {
  return { kind: 'delete-resume', payload: { place, key } }
}

function lost(message: string): CloudFault {
  return new CloudFault(message, { isPermanent: true })
}
