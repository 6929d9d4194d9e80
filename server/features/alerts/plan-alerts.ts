import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { Company } from '../../../contract/company.ts'
import type { Today } from '../../platform/calendar-day.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db, JobAlertRow, Tables } from '../../platform/database/tables.ts'
import { localTimeOf } from '../../platform/local-time.ts'
import type { Outbox } from '../../platform/outbox/outbox.ts'
import { queueAlertMail } from './alert-queries.ts'
import { findOpenings, readOpenJobs, seenUntil } from './find-openings.ts'
import type { OpenJobs } from './fits-alert.ts'
import { forgetEnded } from './forget-alerts.ts'

const MINUTE_MS = 60_000
/** When the mails of a day begin to leave, in the zone of the company. */
const SENDING_TIME = '07:00'
/** Job alerts that are looked at in one transaction, and in one minute. */
const BATCH = 100
const MOST_BATCHES = 10
/** Mails that wait at a time, the repeated ones included. */
const MOST_WAITING = 500

type Planning = {
  db: Kysely<Tables>
  publicUrl: string
  /** It tells what the places of postings mean. */
  companyAddress: Company['address']
  now: Date
  /** Closing dates are compared with it. */
  today: Today
  /** IANA name of the company's zone, for the day and its time. */
  timeZone: string
  /** Mails of all kinds that may leave within a minute. */
  perMinute: number
}

/**
 * Plans mails about new postings once the time of the day has come: at most one a day for each job alert, whichever process
 * is first. At most half of what may leave within a minute waits at a time, so that messages to applicants are not held up.
 * @returns how many are to be sent
 */
export async function planAlertMails(planning: Planning): Promise<number> {
  const { db, publicUrl, companyAddress, now, today, timeZone, perMinute } = planning
  const { date: day, time } = localTimeOf(now, timeZone)
  if (time < SENDING_TIME) return 0
  let room = await readRoom(db, perMinute)
  let planned = 0
  for (let batch = 0; batch < MOST_BATCHES && room > 0; batch += 1) {
    const alerts = await listUnplanned(db, day, now)
    if (alerts.length === 0) break
    const open = await readOpenJobs(db, today().date, companyAddress)
    const count = await db.transaction().execute((trx) => planBatch({ trx, open, day, publicUrl, now }, alerts, room))
    planned += count
    room -= count
  }
  return planned
}

type Batch = { trx: Parameters<typeof queueAlertMail>[0]; open: OpenJobs; day: string; publicUrl: string; now: Date }

async function planBatch(batch: Batch, alerts: JobAlertRow[], room: number): Promise<number> {
  const { trx, open, day, publicUrl, now } = batch
  let planned = 0
  for (const alert of alerts) {
    if (planned === room) break
    if (!(await takeDay(batch, alert))) continue
    const jobs = await findOpenings(trx, alert, open)
    if (jobs.length > 0) {
      await queueAlertMail(trx, { alertId: alert.id, kind: 'openings', day }, { publicUrl, now })
      planned += 1
    } else {
      const seen = { seen_until: seenUntil(alert, now) }
      await trx.updateTable('job_alerts').set(seen).where('id', '=', alert.id).execute()
    }
  }
  return planned
}

/** Marks a job alert as looked at. @returns false when another process has */
async function takeDay({ trx, day }: Batch, { id }: JobAlertRow): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('job_alerts')
    .set({ planned_day: day })
    .where('id', '=', id)
    .where('planned_day', '<', day)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

function listUnplanned(db: Db, day: string, now: Date): Promise<JobAlertRow[]> {
  return db
    .selectFrom('job_alerts')
    .selectAll()
    .where('planned_day', '<', day)
    .where('confirmed_at', 'is not', null)
    .where('stopped_at', 'is', null)
    .where('ends_at', '>', now.toISOString())
    .orderBy('id')
    .limit(BATCH)
    .execute()
}

/** Mails that may be planned now. Those that are tried again leave room for others, but not without end. */
async function readRoom(db: Db, perMinute: number): Promise<number> {
  const { fresh, all } = await db
    .selectFrom('job_alert_mails')
    .select(({ fn }) => [
      fn.countAll<number | string>().as('all'),
      fn.countAll<number | string>().filterWhere('attempts', '=', 0).as('fresh'),
    ])
    .where('state', 'in', ['waiting', 'sending'])
    .executeTakeFirstOrThrow()
  return Math.min(Math.max(1, Math.floor(perMinute / 2)) - Number(fresh), MOST_WAITING - Number(all))
}

/** Looks every minute whether mails are due, and deletes what has ended. Without a mail server it only deletes. */
export function startAlerts(
  parts: Pick<Planning, 'db' | 'publicUrl' | 'companyAddress' | 'today' | 'timeZone'> & {
    clock: Clock
    log: FastifyBaseLogger
    /** Null without a mail server. */
    perMinute: number | null
    outbox: Pick<Outbox, 'wake'>
    isPaused(): boolean
  },
) {
  const { clock, log, perMinute, outbox, isPaused, ...planning } = parts
  let underWay = Promise.resolve()
  const look = async () => {
    if (isPaused()) return
    try {
      await forgetEnded(planning.db, clock())
      if (perMinute === null) return
      if ((await planAlertMails({ ...planning, now: clock(), perMinute })) > 0) outbox.wake()
    } catch (error) {
      log.warn({ err: error }, 'job alerts not planned')
    }
  }
  const timer = setInterval(() => {
    underWay = underWay.then(look)
  }, MINUTE_MS).unref()
  return {
    stop: () => {
      clearInterval(timer)
      return underWay
    },
  }
}
