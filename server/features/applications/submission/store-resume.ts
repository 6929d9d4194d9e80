import type { Transaction } from 'kysely'
import type { ScanState } from '../../../../contract/applications/resume-kinds.ts'
import type { FileStoreName } from '../../../../contract/wire/file-store-names.ts'
import { isOutcomeUnknown } from '../../../platform/database/constraints.ts'
import type { Commit } from '../../../platform/database/group-commit.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import type { Outbox } from '../../../platform/outbox/outbox.ts'
import { scheduleTask } from '../../../platform/outbox/outbox-queries.ts'
import type { ReceivedResume } from '../../../platform/uploads/receive-form.ts'
import type { PrimaryStore, StoredFile } from '../../resumes/primary-store.ts'
import { queueReplicas } from '../../resumes/queue-replicas.ts'
import { insertResume } from '../../resumes/resume-queries.ts'
import { extractTextTask } from '../../resumes/resume-task-kinds.ts'
import { scheduleScan } from '../../resumes/scan-queries.ts'

/** A resume that was received, with the verdict of the virus scanner. */
export type ScannedResume = ReceivedResume & { scan: ScanState | null }

type Committing = { commit: Commit; primary: PrimaryStore; outbox: Pick<Outbox, 'wake'> }

/**
 * Saves a file durably, and then runs the transaction that names it. When that fails, the file is removed.
 * @param resume undefined where the form has none
 */
export async function commitWithFile<Result>(
  { commit, primary, outbox }: Committing,
  resume: ScannedResume | undefined,
  write: (trx: Transaction<Tables>, saved: StoredFile | undefined) => Promise<Result>,
): Promise<Result> {
  const saved = resume && (await primary.save(resume))
  let isCommitting = false
  try {
    return await commit(async (trx) => {
      const result = await write(trx, saved)
      if (saved) await primary.confirm(trx, saved)
      isCommitting = true
      return result
    })
  } catch (error) {
    // The transaction may have been committed, and its row then names the file: keep it. The response is 503, and a retry
    // finds what was stored. The sweeper moves the file aside if no row names it.
    if (isCommitting && isOutcomeUnknown(error)) throw error
    if (saved) await primary.discard(saved)
    // A file in a remote primary store is removed at once.
    outbox.wake()
    throw error
  }
}

/** A resume whose file is saved, the next version for its application, and the stores that get a replica. */
type Received = {
  applicationId: number
  version?: number
  resume: ScannedResume
  saved: StoredFile
  replicateTo: readonly FileStoreName[]
  now: Date
  /** Of the network that sent it. */
  share: string
}

/** Inserts the current resume of an application, and schedules its replicas, its scan and the reading of its text. */
export async function insertReceived(
  trx: Transaction<Tables>,
  { applicationId, version = 1, resume, saved, replicateTo, now, share }: Received,
): Promise<void> {
  const { file, kind, originalName, scan } = resume
  const { size, sha256 } = file
  const id = await insertResume(trx, {
    application_id: applicationId,
    version,
    store: saved.store,
    key: saved.key,
    original_name: originalName,
    kind,
    size,
    sha256,
    scan,
    now,
  })
  if (scan === 'not-scanned') await scheduleScan(trx, now)
  for (const store of replicateTo) await queueReplicas(trx, [id], store, now)
  if (scan !== 'infected') await scheduleTask(trx, { ...extractTextTask({ applicationId }), share }, now)
}

/** A replica and a scan begin at once; a text and a receipt can wait. */
export function wakeOutbox(
  outbox: Pick<Outbox, 'wake' | 'wakeSoon'>,
  resume: ScannedResume | undefined,
  replicateTo: readonly FileStoreName[],
): void {
  if (replicateTo.length > 0 || resume?.scan === 'not-scanned') outbox.wake()
  else outbox.wakeSoon()
}
