import type { FastifyBaseLogger } from 'fastify'
import type { FileStoreName } from '../../../contract/wire/file-store-names.ts'
import type { Clock } from '../../platform/clock.ts'
import { isOutcomeUnknown } from '../../platform/database/constraints.ts'
import type { Db } from '../../platform/database/tables.ts'
import { type FileStore, fileToStore, StoreFault } from '../../platform/file-stores/file-store.ts'
import type { FileStores } from '../../platform/file-stores/file-stores.ts'
import { compareStored } from '../../platform/file-stores/verified-file.ts'
import { unavailable } from '../../platform/http/request-error.ts'
import { cancelTask, runTaskNow, scheduleTask } from '../../platform/outbox/outbox-queries.ts'
import type { ReceivedResume } from '../../platform/uploads/receive-form.ts'
import { deleteResumeTask } from './resume-task-kinds.ts'
import { GRACE_MS } from './sweep-resumes.ts'

/** A durable file in the primary store that no row refers to yet. Disposed of before it is confirmed, it is deleted. */
export type SavedFile = AsyncDisposable & {
  store: FileStoreName
  key: string
  /**
   * Call it last in the transaction that refers to the file.
   * @throws {RequestError} when the file may be deleted already
   */
  confirm(trx: Db): Promise<void>
  /** Call it when that transaction has failed. A file whose row may have been committed stays. @throws the error */
  failed(error: unknown): never
}

/**
 * Makes a received file durable in the primary store, and uses its temporary file up. Where files travel to the store, their
 * deletion is scheduled before the upload and cancelled by the transaction that refers to them: a process that is killed in
 * between leaves no unknown file.
 * @throws {RequestError} `unavailable`
 */
export async function savePrimary(
  {
    db,
    stores: { primary, local },
    clock,
    outbox,
  }: { db: Db; stores: FileStores; clock: Clock; outbox: { wake(): void } },
  resume: ReceivedResume,
  log: FastifyBaseLogger,
): Promise<SavedFile> {
  const location = { store: primary.name, key: await primary.newKey() }
  const deletion = primary.isLocal ? undefined : await scheduleTask(db, deleteResumeTask(location), clock(), GRACE_MS)
  try {
    await putWhole(primary, location.key, resume)
  } catch (error) {
    // An upload without a response may still arrive, so its deletion waits for an hour.
    if (!(error instanceof StoreFault)) throw error
    log.error({ err: error, store: primary.name }, 'application refused: its resume cannot be stored')
    throw unavailable()
  }
  if (deletion !== undefined) await local.discard(resume.file)
  let isConfirmed = false

  const discard = async () => {
    if (deletion === undefined) return primary.remove(location.key)
    // The task may have run before the file was stored, when this process stood still for an hour.
    if (!(await runTaskNow(db, deletion, clock()))) await scheduleTask(db, deleteResumeTask(location), clock())
    outbox.wake()
  }

  return {
    ...location,

    confirm: async (trx) => {
      if (deletion !== undefined && !(await cancelTask(trx, deletion))) throw unavailable()
      isConfirmed = true
    },

    failed: (error) => {
      // The response is 503, and a retry finds what was stored. The sweeper moves the file aside if no row names it.
      isConfirmed &&= isOutcomeUnknown(error)
      throw error
    },

    [Symbol.asyncDispose]: async () => {
      if (isConfirmed) return
      await discard().catch((error) => log.warn({ err: error, ...location }, 'a file without a row stays for an hour'))
    },
  }
}

/** @throws {StoreFault} also when the store does not have the file as it was sent */
async function putWhole(store: FileStore, key: string, { file, kind }: ReceivedResume): Promise<void> {
  await store.put(key, fileToStore(file, { name: `resume.${kind}`, kind }))
  if (store.isLocal || (await compareStored(store, key, file)) === 'stored') return
  throw new StoreFault('The file is not in the store as it was sent.', { isPermanent: false })
}
