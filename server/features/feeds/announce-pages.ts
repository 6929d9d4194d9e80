import { PAGE, pathTo } from '../../../contract/wire/paths.ts'
import { announcePages, IndexNowFault, MOST_ADDRESSES } from '../../platform/index-now/index-now-client.ts'
import { delayTasks, finishTask, listTasks } from '../../platform/outbox/outbox-queries.ts'
import { handleTask, type TaskAttempt, type TaskHandler } from '../../platform/outbox/task-kinds.ts'
import type { Services } from '../feature.ts'
import { announceJobTask } from '../jobs/announce-jobs.ts'

/** Attempts of one announcement, over about two hours. The next change of the posting begins again. */
const MOST_ATTEMPTS = 16
/** How long the other announcements wait after one that failed, in milliseconds. */
const PAUSE_MS = 60_000

/** Handles announcements: one request for all postings that wait, so that an outage ends with one request too. */
export function announcementHandler(services: Pick<Services, 'db' | 'clock' | 'log' | 'config'>): TaskHandler {
  const run = ({ jobId }: { jobId: number }, attempt: TaskAttempt) => announce(services, jobId, attempt)
  return handleTask(announceJobTask, run, { atOnce: 1 })
}

async function announce(
  { db, clock, log, config: { indexNow, publicUrl } }: Pick<Services, 'db' | 'clock' | 'log' | 'config'>,
  jobId: number,
  { attempts }: TaskAttempt,
): Promise<void> {
  if (!indexNow) return
  // Two addresses less: the landing page, which lists the postings, and a posting whose task is not among the first ones.
  const waiting = await listTasks(db, announceJobTask.kind, MOST_ADDRESSES - 2)
  const ids = new Set([jobId, ...waiting.map((task) => announceJobTask.read(task)?.jobId ?? jobId)])
  const pages = [...ids].map((id) => publicUrl + pathTo(PAGE.job, id))
  try {
    await announcePages(indexNow, [`${publicUrl}${PAGE.landing}`, ...pages])
  } catch (error) {
    const isFinal = (error instanceof IndexNowFault && error.isFinal) || attempts >= MOST_ATTEMPTS
    if (!isFinal) {
      const now = clock()
      const others = waiting.filter((task) => announceJobTask.read(task)?.jobId !== jobId).map(({ id }) => id)
      if (others.length > 0) await delayTasks(db, others, { now, until: new Date(now.getTime() + PAUSE_MS) })
      throw error
    }
    log.warn({ err: error, postings: ids.size }, 'changed pages not announced to search engines')
  }
  for (const task of waiting) await finishTask(db, task)
}
