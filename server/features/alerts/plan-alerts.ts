import type { Kysely, Transaction } from 'kysely'
import { OPEN_MAIL } from '../../../contract/messages/mail-terms.ts'
import type { Db, JobAlertRow, Tables } from '../../platform/database/tables.ts'
import type { TimedWork } from '../../platform/every.ts'
import { localTimeOf } from '../../platform/local-time.ts'
import { doInSteps } from '../../platform/yielding.ts'
import type { Services } from '../feature.ts'
import { queueAlertMail, selectAlertMails } from './alert-queries.ts'
import { forgetEnded } from './forget-alerts.ts'
import { createOpenJobsReader, listNamedJobs, type OpenJobsReader, seenUntil } from './openings/find-openings.ts'
import { facetColumns, facetsOf, findFitting, type OpenJobs } from './openings/fits-alert.ts'

const MINUTE_MS = 60_000
/** When the mails of a day begin to leave, in the zone of the company. */
const SENDING_TIME = '07:00'
/** Job alerts that are read at a time, and in one minute. */
const BATCH = 100
const MOST_BATCHES = 10
/** Job alerts that one transaction changes: on SQLite all other writes wait for it. */
const CHANGED_AT_ONCE = 20
/** Mails that wait at a time, the repeated ones included. */
const MOST_WAITING = 500

type Planning = {
  db: Kysely<Tables>
  publicUrl: string
  openJobs: OpenJobsReader
  now: Date
  /** IANA name of the company's zone, for the day and its time. */
  timeZone: string
  /** Mails of all kinds that may leave within a minute. */
  perMinute: number
}

/**
 * Plans mails about new postings once the time of the day has come: at most one a day for each job alert, whichever process
 * is first. At most half of what may leave within a minute waits at a time, so that messages to applicants are not held up.
 * Job alerts are compared with the postings in memory, in turns with other requests; short transactions note what came of it.
 * @returns how many are to be sent
 */
export async function planAlertMails(planning: Planning): Promise<number> {
  const { db, openJobs, now, timeZone, perMinute } = planning
  const { date: day, time } = localTimeOf(now, timeZone)
  if (time < SENDING_TIME) return 0
  let room = await readRoom(db, perMinute)
  let planned = 0
  for (let batch = 0; batch < MOST_BATCHES && room > 0; batch += 1) {
    const alerts = await listUnplanned(db, day, now)
    if (alerts.length === 0) break
    const compared = await compareAlerts(db, alerts, await openJobs.current())
    for (let begin = 0; begin < compared.length && room > 0; begin += CHANGED_AT_ONCE) {
      const some = compared.slice(begin, begin + CHANGED_AT_ONCE)
      const count = await db.transaction().execute((trx) => noteCompared({ ...planning, trx, day }, some, room))
      planned += count
      room -= count
    }
  }
  return planned
}

type ComparedAlert = { alert: JobAlertRow; isMailed: boolean }

/** Finds out which job alerts get a mail, without a transaction. */
async function compareAlerts(db: Db, alerts: readonly JobAlertRow[], open: OpenJobs): Promise<ComparedAlert[]> {
  const compared = await doInSteps(findForEach(alerts, open))
  const withSome = compared.filter(({ ids }) => ids.length > 0).map(({ alert }) => alert.id)
  const named = await listNamedJobs(db, withSome)
  return compared.map(({ alert, ids }) => ({ alert, isMailed: ids.some((id) => !named.get(alert.id)?.has(id)) }))
}

function* findForEach(
  alerts: readonly JobAlertRow[],
  open: OpenJobs,
): Generator<void, { alert: JobAlertRow; ids: number[] }[]> {
  const compared = []
  for (const alert of alerts) {
    const fitting = findFitting(facetsOf(alert), open, alert.seen_until)
    compared.push({ alert, ids: fitting.map(({ id }) => id) })
    yield
  }
  return compared
}

type Noting = Pick<Planning, 'publicUrl' | 'now'> & { trx: Transaction<Tables>; day: string }

/** Queues the mails of the alerts that get one. @param room the most @returns how many were queued */
async function noteCompared(noting: Noting, compared: readonly ComparedAlert[], room: number): Promise<number> {
  const { trx, day, publicUrl, now } = noting
  let planned = 0
  for (const one of compared) {
    if (planned === room) break
    if (!(await takeDay(noting, one)) || !one.isMailed) continue
    await queueAlertMail(trx, { alertId: one.alert.id, kind: 'openings', day }, { publicUrl, now })
    planned += 1
  }
  return planned
}

/**
 * Marks a job alert as looked at.
 * @returns false when another process has, or when it asks for something else by now: then it is looked at again
 */
async function takeDay({ trx, day, now }: Noting, { alert, isMailed }: ComparedAlert): Promise<boolean> {
  const facets = Object.entries(facetColumns(facetsOf(alert))) as [keyof ReturnType<typeof facetColumns>, string][]
  const { numUpdatedRows } = await trx
    .updateTable('job_alerts')
    .set({ planned_day: day, ...(!isMailed && { seen_until: seenUntil(alert, now) }) })
    .where('id', '=', alert.id)
    .where('planned_day', '<', day)
    .where(({ and, eb }) => and(facets.map(([column, value]) => eb(column, 'is not distinct from', value))))
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
  const { fresh, all } = await selectAlertMails(db)
    .select(({ fn }) => [
      fn.countAll<number | string>().as('all'),
      fn.countAll<number | string>().filterWhere('attempts', '=', 0).as('fresh'),
    ])
    .where('state', 'in', OPEN_MAIL)
    .executeTakeFirstOrThrow()
  return Math.min(Math.max(1, Math.floor(perMinute / 2)) - Number(fresh), MOST_WAITING - Number(all))
}

/** Looks every minute whether mails are due, and deletes what has ended. Without a mail server it only deletes. */
export function planningAlerts({
  db,
  clock,
  outbox,
  published,
  config,
}: Pick<Services, 'db' | 'clock' | 'outbox' | 'published' | 'config'>): TimedWork {
  const { publicUrl, company, mail } = config
  const openJobs = createOpenJobsReader(published)
  const run = async () => {
    await forgetEnded(db, clock())
    if (!mail) return
    const { timeZone } = company
    const planning = { db, publicUrl, openJobs, now: clock(), timeZone, perMinute: mail.perMinute }
    if ((await planAlertMails(planning)) > 0) outbox.wake()
  }
  return { name: 'plan-job-alerts', everyMs: MINUTE_MS, isDueAtStart: false, faultLevel: 'warn', run }
}
