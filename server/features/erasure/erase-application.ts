import type { Db } from '../../platform/database/tables.ts'
import { StoreFault } from '../../platform/file-stores/file-store.ts'
import { storeNamed } from '../../platform/file-stores/file-stores.ts'
import { handleTask, type TaskHandler } from '../../platform/outbox/task-kinds.ts'
import { removeApplications } from '../applications/changes/remove-applications.ts'
import { findHeld } from '../applications/stored/email-key-queries.ts'
import type { Services } from '../feature.ts'
import { forgetPersonOf } from '../imports/run/import-queries.ts'
import { sumsKeeper } from '../insights/insight-sums.ts'
import { areInterviewersWaiting } from '../messages/message-queries.ts'
import { findReplicas, listResumeIds } from '../resumes/resume-queries.ts'
import { eraseApplicationTask } from '../resumes/resume-task-kinds.ts'

/** How long an erasure waits for a mail server that does not take the cancellations to interviewers. */
const INTERVIEWERS_WAIT_MS = 6 * 60 * 60_000

/**
 * Handles erasures. An erasure is tried again until the interviewers know and no store has the file:
 * messages are erased with their application.
 */
export function erasureHandler({
  db,
  stores,
  clock,
  config,
}: Pick<Services, 'db' | 'stores' | 'clock' | 'config'>): TaskHandler {
  const erase = async ({ applicationId }: { applicationId: number }) => {
    const since = new Date(clock().getTime() - INTERVIEWERS_WAIT_MS)
    if (await areInterviewersWaiting(db, applicationId, since))
      throw new Error('Interviewers are still to be told that the interview is cancelled.')
    await requireNoHold(db, applicationId)
    await removeFiles({ db, stores }, applicationId)
    await db.transaction().execute((trx) => forgetPersonOf(trx, applicationId))
    // It also schedules the deletion of files that were replicated meanwhile; the outbox finds these tasks after this one.
    const outbox = { wake: () => undefined }
    const keepSums = sumsKeeper({ timeZone: config.company.timeZone, now: clock() })
    await removeApplications({ db, outbox }, { by: null, now: clock(), action: 'erased', keepSums }, [applicationId])
    // One that was set since the files were removed has kept the row.
    await requireNoHold(db, applicationId)
  }
  return handleTask(eraseApplicationTask, erase)
}

/** The storage page and the dialog of the person show what this throws. */
async function requireNoHold(db: Db, applicationId: number): Promise<void> {
  const endsOn = (await findHeld(db, [applicationId])).get(applicationId)
  if (endsOn !== undefined) throw new Error(`A legal hold keeps this until ${endsOn}.`)
}

async function removeFiles({ db, stores }: Pick<Services, 'db' | 'stores'>, applicationId: number): Promise<void> {
  const resumes = await listResumeIds(db, [applicationId])
  for (const { store: name, key } of resumes.length === 0 ? [] : await findReplicas(db, resumes)) {
    const store = storeNamed(stores, name)
    if (!store) throw new StoreFault(`${name}, which has a file to erase, is not configured.`, { isPermanent: false })
    if (key === null) continue
    // A store may have been away for days: a hold keeps what is still there.
    await requireNoHold(db, applicationId)
    await store.remove(key)
  }
}
