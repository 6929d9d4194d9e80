import type { Transaction } from 'kysely'
import type { ScanState } from '../../../../contract/applications/resume-kinds.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { type FileStores, replicaStores } from '../../../platform/file-stores/file-stores.ts'
import type { Outbox } from '../../../platform/outbox/outbox.ts'
import { scheduleTask } from '../../../platform/outbox/outbox-queries.ts'
import type { ReceivedResume } from '../../../platform/uploads/receive-form.ts'
import type { SavedFile } from '../../resumes/primary-store.ts'
import { queueReplicas } from '../../resumes/queue-replicas.ts'
import { insertResume } from '../../resumes/resume-queries.ts'
import { extractTextTask } from '../../resumes/resume-task-kinds.ts'
import { scheduleScan } from '../../resumes/scan-queries.ts'

/** A resume that was received, with the verdict of the virus scanner. */
export type ScannedResume = ReceivedResume & { scan: ScanState | null }

/**
 * Inserts the current resume of an application, and schedules its replicas, its scan and the reading of its text.
 * @param received.version the next one of its application
 * @param received.share of the customer prefix that sent it
 */
export async function insertReceived(
  trx: Transaction<Tables>,
  stores: FileStores,
  received: {
    applicationId: number
    version?: number
    resume: ScannedResume
    saved: Pick<SavedFile, 'store' | 'key'>
    now: Date
    share: string
  },
): Promise<void> {
  const { applicationId, version = 1, resume, saved, now, share } = received
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
  for (const store of replicaStores(stores)) await queueReplicas(trx, [id], store, now)
  if (scan !== 'infected') await scheduleTask(trx, { ...extractTextTask({ applicationId }), share }, now)
}

/** A replica and a scan begin at once; a text and a receipt can wait. */
export function wakeOutbox(
  { stores, outbox }: { stores: FileStores; outbox: Pick<Outbox, 'wake' | 'wakeSoon'> },
  resume: ScannedResume | undefined,
): void {
  if (replicaStores(stores).length > 0 || resume?.scan === 'not-scanned') outbox.wake()
  else outbox.wakeSoon()
}
