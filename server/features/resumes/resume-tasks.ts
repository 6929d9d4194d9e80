import type { Transaction } from 'kysely'
import { lockCopies, takeTurn } from '../../platform/database/row-locks.ts'
import type { FileStoreName, Tables } from '../../platform/database/tables.ts'
import { CloudFault, type CloudStore } from '../../platform/file-stores/cloud-store.ts'
import type { TaskHandlers } from '../../platform/outbox/outbox.ts'
import { addTask, catchUpWithClock } from '../../platform/outbox/outbox-queries.ts'
import type { VirusScanner } from '../../platform/virus-scan/clamd-client.ts'
import { isCheckUnderWay, planCheck } from './check-queries.ts'
import { type Checking, checkResumes } from './check-resumes.ts'
import { copyResume } from './copy-resume.ts'
import { queueAllCopies } from './queue-copies.ts'
import { cloudAt } from './resume-places.ts'
import { isNamed, listCopies } from './resume-queries.ts'
import { leaveScan } from './scan-queries.ts'
import { scanResumes } from './scan-resumes.ts'

/** An upload that was under way when its application was deleted has ended by then. In milliseconds. */
const UPLOAD_LIMIT_MS = 15 * 60_000

/** Everything that is done with the files of resumes after a commit. */
export function createResumeTasks(parts: Checking & { scanner: VirusScanner | null }): TaskHandlers {
  const { db, store, places } = parts
  const cloudOf = (place: FileStoreName): CloudStore => {
    const cloud = cloudAt(places, place)
    if (cloud) return cloud
    throw new CloudFault(`There is a task for ${place}, which is not configured.`, { isPermanent: false })
  }

  return {
    'copy-resume': ({ applicationId, place }) => copyResume({ ...parts, cloud: cloudOf(place) }, applicationId),
    'delete-resume': async ({ place, key }) => {
      if (await isNamed(db, place, key)) return
      await (place === 'local' ? store : cloudOf(place)).remove(key)
    },
    'check-resumes': (point) => checkResumes(parts, point),
    'scan-resumes': (point) => scanResumes(parts, point),
  }
}

/** To be called at the start: plans a check of all files, copies of those that have none, scans of those that had none. */
export async function planResumeTasks(
  parts: Pick<Checking, 'db' | 'places' | 'clock'> & { hasScanner: boolean },
): Promise<void> {
  const { db, places, clock, hasScanner } = parts
  await catchUpWithClock(db, clock())
  await db.transaction().execute(async (trx) => {
    await takeTurn(trx, 'check-resumes')
    if (!(await isCheckUnderWay(trx))) await planCheck(trx, { afterId: 0, isFull: false }, clock())
    if (hasScanner) await leaveScan(trx, clock())
  })
  await queueAllCopies(db, places, clock)
}

/** Leaves the files of a resume to be deleted, in the transaction that deletes its rows. */
export async function leaveForDeletion(trx: Transaction<Tables>, applicationId: number, now: Date): Promise<void> {
  // Whoever is about to give a copy its key finds the application gone, and whoever just did has it deleted.
  await lockCopies(trx, applicationId)
  for (const { store: place, key, state } of await listCopies(trx, applicationId)) {
    if (key === null) continue
    const delay = state === 'waiting' ? UPLOAD_LIMIT_MS : 0
    await addTask(trx, { kind: 'delete-resume', payload: { place, key } }, now, delay)
  }
}
