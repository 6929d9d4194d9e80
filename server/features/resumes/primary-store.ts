import { createReadStream } from 'node:fs'
import type { FastifyBaseLogger } from 'fastify'
import type { FileStoreName } from '../../../contract/wire/file-store-names.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/tables.ts'
import { type FileStore, StoreFault } from '../../platform/file-stores/file-store.ts'
import type { FileStores } from '../../platform/file-stores/file-stores.ts'
import { compareStored } from '../../platform/file-stores/verified-file.ts'
import { unavailable } from '../../platform/http/request-error.ts'
import { cancelTask, runTaskNow, scheduleTask } from '../../platform/outbox/outbox-queries.ts'
import type { ReceivedResume } from '../../platform/uploads/receive-form.ts'
import { deleteResumeTask } from './resume-task-kinds.ts'
import { GRACE_MS } from './sweep-resumes.ts'

/** A durable file in the primary store. */
export type StoredFile = {
  store: FileStoreName
  key: string
  /** The task that deletes the file unless it is confirmed; undefined where the sweeper does. */
  deletion: number | undefined
}

/** Takes new files. No row refers to a saved file before it is confirmed. */
export type PrimaryStore = {
  /**
   * Makes a staged file durable and uses it up.
   * @throws {RequestError} `unavailable`
   */
  save(resume: ReceivedResume): Promise<StoredFile>
  /** Call it in the transaction that refers to the file. @throws {RequestError} when the file may be deleted already */
  confirm(trx: Db, file: StoredFile): Promise<void>
  /** Call it when that transaction has failed. The file is deleted, unless a row refers to it after all. */
  discard(file: StoredFile): Promise<void>
}

type Saving = { db: Db; stores: FileStores; clock: Clock; log: FastifyBaseLogger }

/**
 * The primary store of this installation. Where files travel to it, their deletion is scheduled before the upload and
 * cancelled by the transaction that refers to them: a process that is killed in between leaves no unknown file.
 */
export function createPrimaryStore({ db, stores: { primary, local }, clock, log }: Saving): PrimaryStore {
  const upload = async (key: string, resume: ReceivedResume) => {
    try {
      await putWhole(primary, key, resume)
    } catch (error) {
      // An upload without a response may still arrive, so its deletion waits for an hour.
      if (!(error instanceof StoreFault)) throw error
      log.error({ err: error, store: primary.name }, 'application refused: its resume cannot be stored')
      throw unavailable()
    }
    await local.discard(resume.file)
  }
  const deleteNow = async ({ store, key }: StoredFile, deletion: number) => {
    // The task may have run before the file was stored, when this process stood still for an hour.
    if (!(await runTaskNow(db, deletion, clock()))) await scheduleTask(db, deleteResumeTask({ store, key }), clock())
  }

  return {
    save: async (resume) => {
      const stored = { store: primary.name, key: await primary.newKey() }
      if (primary.putStaged) {
        await primary.putStaged(stored.key, resume.file)
        return { ...stored, deletion: undefined }
      }
      const deletion = await scheduleTask(db, deleteResumeTask(stored), clock(), GRACE_MS)
      await upload(stored.key, resume)
      return { ...stored, deletion }
    },

    confirm: async (trx, { deletion }) => {
      if (deletion !== undefined && !(await cancelTask(trx, deletion))) throw unavailable()
    },

    discard: async (file) => {
      const { key, deletion } = file
      if (deletion === undefined) return primary.remove(key)
      await deleteNow(file, deletion).catch((error) =>
        log.warn({ err: error, task: deletion }, 'file stays for an hour'),
      )
    },
  }
}

/** @throws {StoreFault} also when the store does not have the file as it was sent */
async function putWhole(store: FileStore, key: string, { file, kind }: ReceivedResume): Promise<void> {
  const { path, size, sha256 } = file
  const read = (start: number) => createReadStream(path, { start })
  await store.put(key, { name: `resume.${kind}`, kind, size, sha256, read })
  if ((await compareStored(store, key, file)) === 'stored') return
  throw new StoreFault('The file is not in the store as it was sent.', { isPermanent: false })
}
