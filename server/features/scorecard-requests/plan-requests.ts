import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import type { TimedWork } from '../../platform/every.ts'
import { localTimeOf } from '../../platform/local-time.ts'
import { newMessageId, queueMails } from '../../platform/mail/mail-queue.ts'
import { PRIORITY } from '../../platform/outbox/task-kinds.ts'
import type { Services } from '../feature.ts'
import { listMissing, listUnasked } from './missing-scorecards.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** When after the end of an interview the first mail leaves, and after which none does any more. In milliseconds. */
const ASKED_AFTER_MS = 3 * HOUR_MS
const ASKED_UNTIL_MS = 3 * 24 * HOUR_MS
/** Longer than any interview. In milliseconds. */
const LONGEST_MS = 12 * HOUR_MS
/** Mails leave in these hours of the company. */
const DAYTIME = { from: '08:00', to: '18:00' }

/**
 * Asks interviewers for the scorecards that are missing some hours after an interview, during the day where the company is: one mail
 * for each interviewer and interview, whichever process is first.
 * @param planning.timeZone IANA name of the company's zone
 * @returns how many mails are to be sent
 */
export async function planRequests(planning: {
  db: Kysely<Tables>
  publicUrl: string
  now: Date
  timeZone: string
}): Promise<number> {
  const { db, publicUrl, now, timeZone } = planning
  const { time } = localTimeOf(now, timeZone)
  if (time < DAYTIME.from || time >= DAYTIME.to) return 0
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
  const ended = { from: before(ASKED_UNTIL_MS), to: before(ASKED_AFTER_MS) }
  const held = await listUnasked(db, ended, before(ASKED_UNTIL_MS + LONGEST_MS))
  let planned = 0
  for (const interview of held) {
    const mails = (await listMissing(db, interview)).map(({ id: account_id }) => ({
      ...({ kind: 'scorecard_request', state: 'waiting' } as const),
      reason: `scorecard_request:${interview.id}:${account_id}`,
      ...{ account_id, scorecard_interview_id: interview.id, message_id: newMessageId(publicUrl) },
    }))
    if (mails.length === 0) continue
    const place = { priority: PRIORITY.usual, share: null }
    planned += (await db.transaction().execute((trx) => queueMails(trx, mails, { now, place }))).length
  }
  return planned
}

/** Looks every ten minutes whether scorecards are missing. Null without a mail server. */
export function planningRequests({
  db,
  clock,
  outbox,
  config,
  mail,
}: Pick<Services, 'db' | 'clock' | 'outbox' | 'config' | 'mail'>): TimedWork | null {
  if (!mail) return null
  const { publicUrl, company } = config
  const run = async () => {
    const planned = await planRequests({ db, publicUrl, timeZone: company.timeZone, now: clock() })
    if (planned > 0) outbox.wake()
  }
  return { name: 'plan-scorecard-requests', everyMs: 10 * MINUTE_MS, isDueAtStart: false, faultLevel: 'warn', run }
}
