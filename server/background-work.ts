import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { Config } from './config.ts'
import { startAlerts } from './features/alerts/plan-alerts.ts'
import { watchInterviewDates } from './features/interviews/interview-dates.ts'
import { watchClosings } from './features/jobs/announce-closings.ts'
import type { PublishedJobs } from './features/jobs/published-jobs.ts'
import { startDigests } from './features/promise/digest/plan-digests.ts'
import { startRereading } from './features/resumes/queue-texts.ts'
import { startSweeping } from './features/resumes/sweep-resumes.ts'
import type { Today } from './platform/calendar-day.ts'
import type { Clock } from './platform/clock.ts'
import type { Tables } from './platform/database/tables.ts'
import type { FileStores } from './platform/file-stores/file-stores.ts'
import type { Outbox } from './platform/outbox/outbox.ts'

/** What the work needs. */
type Parts = {
  config: Config
  db: Kysely<Tables>
  stores: FileStores
  clock: Clock
  today: Today
  published: PublishedJobs
  outbox: Outbox
  /** While it says so, nothing may be written. */
  isPaused: () => boolean
  /** False in tests that plan the mails of job alerts themselves. */
  plansAlerts: boolean
}

/** Starts what the program does by itself, without a request, and stops it when the app closes. */
export function startBackgroundWork(app: FastifyInstance, { config, stores, plansAlerts, ...parts }: Parts): void {
  const { mail, indexNow, publicUrl } = config
  const context = { ...parts, log: app.log, publicUrl, timeZone: config.company.timeZone }
  const perMinute = mail?.perMinute ?? null
  const work = [
    startSweeping({ ...context, store: stores.local }),
    startRereading(context),
    watchInterviewDates(context),
    mail ? startDigests(context) : null,
    plansAlerts ? startAlerts({ ...context, perMinute }) : null,
    indexNow ? watchClosings(context) : null,
  ]
  app.addHook('onClose', async () => {
    await Promise.all(work.map((each) => each?.stop()))
  })
}
