import { createReadStream } from 'node:fs'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import type { Db, FileStoreName } from '../../platform/database/tables.ts'
import { CloudFault, type CloudStore } from '../../platform/file-stores/cloud-store.ts'
import type { ResumeStore } from '../../platform/file-stores/local/resume-store.ts'
import { unavailable } from '../../platform/http/request-error.ts'
import {
  addTask,
  addTaskAhead,
  hastenTask,
  type OutboxTask,
  withdrawTask,
} from '../../platform/outbox/outbox-queries.ts'
import type { ReceivedResume } from '../../platform/uploads/receive-form.ts'
import type { ResumePlaces } from './resume-places.ts'
import { GRACE_MS } from './sweep-resumes.ts'

/** A file that is durable where new files go, and that no row names yet. */
export type HousedResume = { place: FileStoreName; key: string }

/** Takes new files in. */
export type ResumeHome = {
  /**
   * Makes a staged file durable; that is used up.
   * @throws {RequestError} `unavailable`
   */
  house(resume: ReceivedResume): Promise<HousedResume>
  /** To be called in the transaction that names the file. @throws {RequestError} when the file may be gone */
  claim(trx: Db, housed: HousedResume): Promise<void>
  /** To be called when that transaction has failed: the file is removed, unless a row names it all the same. */
  abandon(housed: HousedResume): Promise<void>
}

type Housing = { db: Db; store: ResumeStore; places: ResumePlaces; clock: Clock; log: FastifyBaseLogger }

/** Where new files go in this installation. */
export function createResumeHome(housing: Housing): ResumeHome {
  const { store, places } = housing
  return places.home === 'local' ? localHome(store) : cloudHome(housing, places.home)
}

function localHome(store: ResumeStore): ResumeHome {
  return {
    house: async ({ file }) => ({ place: 'local', key: await store.keep(file) }),
    // Swept meanwhile, after an hour, the file is kept aside and comes back when it is looked for.
    claim: async () => undefined,
    abandon: ({ key }) => store.remove(key),
  }
}

/**
 * The deletion of a file is left as a task before the file is stored, and withdrawn by the transaction that names it. So
 * a process that is killed in between leaves nothing behind, and nobody has to guess whose the files in a bucket are.
 */
function cloudHome({ db, store, clock, log }: Housing, cloud: CloudStore): ResumeHome {
  const deletions = new WeakMap<HousedResume, number>()
  const deletionOf = (file: HousedResume): OutboxTask => ({ kind: 'delete-resume', payload: file })
  const deleteSoon = async (file: HousedResume, task: number) => {
    // The deletion of a process that stood still for an hour may have been done before the file was stored.
    if (!(await hastenTask(db, task, clock()))) await addTask(db, deletionOf(file), clock())
  }
  const giveUp = (file: HousedResume, task: number) =>
    deleteSoon(file, task).catch((error) => log.warn({ err: error, task }, 'file left for an hour'))

  return {
    house: async (resume) => {
      const housed = { place: cloud.place, key: await cloud.newKey() }
      const task = await addTaskAhead(db, deletionOf(housed), clock(), GRACE_MS)
      try {
        await putWhole(cloud, housed.key, resume)
      } catch (error) {
        // An upload without an answer may still arrive, so its deletion keeps its hour.
        if (!(error instanceof CloudFault)) throw error
        log.error({ err: error, place: cloud.place }, 'application refused: its resume cannot be stored')
        throw unavailable()
      }
      await store.discard(resume.file)
      deletions.set(housed, task)
      return housed
    },

    claim: async (trx, housed) => {
      if (!(await withdrawTask(trx, deletions.get(housed) ?? 0))) throw unavailable()
    },

    abandon: (housed) => giveUp(housed, deletions.get(housed) ?? 0),
  }
}

/** @throws {CloudFault} also when the store does not have the file as it was sent */
async function putWhole(cloud: CloudStore, key: string, { file, kind }: ReceivedResume): Promise<void> {
  const { path, size, sha256 } = file
  const read = (start: number) => createReadStream(path, { start })
  await cloud.put(key, { name: `resume.${kind}`, kind, size, sha256, read })
  if ((await cloud.describe(key))?.sha256 === sha256) return
  throw new CloudFault('The file is not in the store as it was sent.', { isPermanent: false })
}
