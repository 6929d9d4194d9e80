import { createReadStream } from 'node:fs'
import type { FastifyBaseLogger } from 'fastify'
import type { FileStoreName } from '../../../contract/vocabulary.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/tables.ts'
import { type FileStore, StoreFault } from '../../platform/file-stores/file-store.ts'
import type { FileStores } from '../../platform/file-stores/file-stores.ts'
import type { LocalStore } from '../../platform/file-stores/local/local-store.ts'
import { compareStored } from '../../platform/file-stores/verified-file.ts'
import { unavailable } from '../../platform/http/request-error.ts'
import { cancelTask, runTaskNow, scheduleTask } from '../../platform/outbox/outbox-queries.ts'
import type { ReceivedResume } from '../../platform/uploads/receive-form.ts'
import { deleteResumeTask } from './resume-task-kinds.ts'
import { GRACE_MS } from './sweep-resumes.ts'

/** A durable file in the primary store. */
export type StoredFile = { store: FileStoreName; key: string }

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

/** The primary store of this installation. */
export function createPrimaryStore(saving: Saving): PrimaryStore {
  const { primary, local } = saving.stores
  return primary === local ? localPrimary(local) : remotePrimary(saving, primary)
}

function localPrimary(local: LocalStore): PrimaryStore {
  return {
    save: async ({ file }) => ({ store: local.name, key: await local.keep(file) }),
    // The sweeper moves unreferenced files aside after an hour; a later read restores them.
    confirm: async () => undefined,
    discard: ({ key }) => local.remove(key),
  }
}

/**
 * The deletion of a file is scheduled before the upload and cancelled by the transaction that refers to the file. So a
 * process that is killed in between leaves no unknown file in the bucket.
 */
function remotePrimary({ db, stores, clock, log }: Saving, store: FileStore): PrimaryStore {
  const deletions = new WeakMap<StoredFile, number>()
  const deleteNow = async (file: StoredFile, task: number) => {
    // The task may have run before the file was stored, when this process stood still for an hour.
    if (!(await runTaskNow(db, task, clock()))) await scheduleTask(db, deleteResumeTask(file), clock())
  }

  return {
    save: async (resume) => {
      const stored = { store: store.name, key: await store.newKey() }
      const task = await scheduleTask(db, deleteResumeTask(stored), clock(), GRACE_MS)
      try {
        await putWhole(store, stored.key, resume)
      } catch (error) {
        // An upload without a response may still arrive, so its deletion waits for an hour.
        if (!(error instanceof StoreFault)) throw error
        log.error({ err: error, store: store.name }, 'application refused: its resume cannot be stored')
        throw unavailable()
      }
      await stores.local.discard(resume.file)
      deletions.set(stored, task)
      return stored
    },

    confirm: async (trx, file) => {
      if (!(await cancelTask(trx, deletions.get(file) ?? 0))) throw unavailable()
    },

    discard: async (file) => {
      const task = deletions.get(file) ?? 0
      await deleteNow(file, task).catch((error) => log.warn({ err: error, task }, 'file stays for an hour'))
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
