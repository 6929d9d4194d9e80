import type { FastifyBaseLogger } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import { lockInOrder } from '../../platform/database/row-locks.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { TimedWork } from '../../platform/every.ts'
import { localTimeOf } from '../../platform/local-time.ts'
import { type NewMail, newMessageId, queueMails } from '../../platform/mail/mail-queue.ts'
import { PRIORITY } from '../../platform/outbox/task-kinds.ts'
import { askAgain } from '../colleague-questions/ask-interviewers.ts'
import type { Services } from '../feature.ts'
import { notify } from '../notices/notify.ts'
import {
  type HeldInterview,
  listMissing,
  listMissingByLink,
  listUnasked,
  MOST_READ,
  markAsked,
  type Requested,
  reasonOf,
} from './missing-scorecards.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** When after the end of an interview the first mail leaves, and after which none does any more. In milliseconds. */
const ASKED_AFTER_MS = 3 * HOUR_MS
const ASKED_UNTIL_MS = 3 * 24 * HOUR_MS
/** Longer than any interview. In milliseconds. */
const LONGEST_MS = 12 * HOUR_MS
/** Mails leave in these hours of the company. */
const DAYTIME = { from: '08:00', to: '18:00' }

/** What is planned: without a mail server no mails. @property timeZone IANA name of the company's zone */
type Planning = {
  db: Kysely<Tables>
  log: Pick<FastifyBaseLogger, 'warn'>
  publicUrl: string
  now: Date
  timeZone: string
  sendsMail: boolean
}

/**
 * Asks interviewers for the scorecards that are missing some hours after an interview, during the day where the company is: by one mail
 * for each interviewer and interview, and by a notice, whichever process is first.
 * An interview that fails is logged, and is asked about by a later run.
 * @returns how many are asked
 */
export async function planRequests(planning: Planning): Promise<number> {
  const { db, now, timeZone } = planning
  const { time } = localTimeOf(now, timeZone)
  if (time < DAYTIME.from || time >= DAYTIME.to) return 0
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
  const ended = { from: before(ASKED_UNTIL_MS), to: before(ASKED_AFTER_MS) }
  let asked = 0
  let after = { startsAt: before(ASKED_UNTIL_MS + LONGEST_MS), id: 0 }
  for (;;) {
    const held = await listUnasked(db, ended, after)
    for (const interview of held) asked += await attempt(interview, planning)
    const last = held.at(-1)
    if (!last || held.length < MOST_READ) return asked
    // What was asked for or failed is behind the last one.
    after = { startsAt: last.starts_at, id: last.id }
  }
}

/** @returns how many are asked; none where that fails: it must not keep others from being asked */
async function attempt(interview: HeldInterview, planning: Planning): Promise<number> {
  try {
    return await planning.db.transaction().execute((trx) => ask(trx, interview, planning))
  } catch (error) {
    planning.log.warn({ err: error, interview: interview.id }, 'scorecards of an interview not asked for')
    return 0
  }
}

/** @returns how many are asked; none where another process has done it */
async function ask(trx: Transaction<Tables>, interview: HeldInterview, planning: Planning): Promise<number> {
  const { publicUrl, now, sendsMail } = planning
  await lockAccounts(trx, interview, now)
  if (!(await markAsked(trx, interview))) return 0
  const place = { priority: PRIORITY.usual, share: null }
  const to = (await listMissing(trx, interview)).map(({ id }) => id)
  const { id, ends_at, application_id } = interview
  // By this name the notice is shown while the interview is as it was.
  const missing = { kind: 'scorecard_missing', name: `${id}:${ends_at}`, applications: [application_id] } as const
  await notify(trx, { ...missing, to, by: null }, { now, publicUrl })
  if (!sendsMail) return to.length
  const mails = to.map((accountId) => mailOf(interview, { accountId }, publicUrl))
  await queueMails(trx, mails, { now, place })
  // Last, as it locks the history.
  const questionIds = await askAgain(trx, await listMissingByLink(trx, interview, now), now)
  const mailsByLink = questionIds.map((questionId) => mailOf(interview, { questionId }, publicUrl))
  await queueMails(trx, mailsByLink, { now, place })
  return to.length + questionIds.length
}

/** Locks the accounts that are asked, and those in whose name others are, before the application, as in the deletion of an account. */
async function lockAccounts(trx: Transaction<Tables>, interview: HeldInterview, now: Date): Promise<void> {
  const asked = (await listMissing(trx, interview)).map(({ id }) => id)
  const askers = (await listMissingByLink(trx, interview, now)).map(({ asked_by_id }) => asked_by_id)
  await lockInOrder(trx, 'accounts', [...new Set([...asked, ...askers])], 'key share')
}

function mailOf(interview: HeldInterview, to: Requested, publicUrl: string): NewMail {
  return {
    ...{ kind: 'scorecard_request', state: 'waiting', reason: reasonOf(interview, to) },
    ...('accountId' in to ? { account_id: to.accountId } : { colleague_question_id: to.questionId }),
    ...{ scorecard_interview_id: interview.id, message_id: newMessageId(publicUrl) },
  }
}

/** Looks every ten minutes whether scorecards are missing. */
export function planningRequests({
  db,
  clock,
  log,
  outbox,
  config: { publicUrl, company },
  mail,
}: Pick<Services, 'db' | 'clock' | 'log' | 'outbox' | 'config' | 'mail'>): TimedWork {
  const run = async () => {
    const planning = { db, log, publicUrl, timeZone: company.timeZone, now: clock(), sendsMail: mail !== null }
    if ((await planRequests(planning)) > 0) outbox.wake()
  }
  return { name: 'plan-scorecard-requests', everyMs: 10 * MINUTE_MS, isDueAtStart: false, faultLevel: 'warn', run }
}
