import { sql, type Transaction } from 'kysely'
import { formatAnswerDay } from '../../../contract/promise/answer-clock.ts'
import { addDays } from '../../../contract/promise/calendar-days.ts'
import { IS_ANSWER_DUE } from '../../platform/database/answer-due-condition.ts'
import type { Db, Tables } from '../../platform/database/tables.ts'
import type { TimedWork } from '../../platform/every.ts'
import type { Services } from '../feature.ts'
import { cancelledState } from '../messages/cancelled-state.ts'
import { readDocument } from '../settings/document-queries.ts'
import { SETTINGS } from '../settings/documents.ts'

const PAUSE_MS = 10 * 60_000
/** Drafts that one run writes, and that may wait at a time: nobody confirms more in one go. */
const MOST_AT_ONCE = 50
const MOST_WAITING = 200
/** An apology that comes later than this explains nothing. In days. */
const STALE_AFTER = 30

/**
 * Drafts an apology with a new day for each applicant whose promised day has passed, once for each application and promise.
 * Drafts of those who wait no longer are cancelled, and a draft whose new day has come near names a later one. Processes
 * that do this at once make no second draft.
 * @param drafting.today in the zone of the company
 */
export async function draftApologies({
  db,
  messages,
  now,
  today,
}: Pick<Services, 'db' | 'messages'> & { now: Date; today: string }): Promise<void> {
  const { answerWithinDays } = (await readDocument(db, SETTINGS)).value
  const day = addDays(today, answerWithinDays)
  const from = addDays(today, Math.ceil(answerWithinDays / 2))
  // Most runs find nothing to do, and open no transaction.
  if (!(await isAnythingDue(db, today, from))) return
  await db.transaction().execute(async (trx) => {
    await trx
      .updateTable('mails')
      .set({ state: cancelledState(), settled_at: now.toISOString() })
      .where('id', 'in', selectNeedless(trx).select('id'))
      .execute()
    await renewDays(trx, { today, day, from })
    const room = await countRoom(trx)
    if (room > 0) await messages.promiseMissed(trx, await listLate(trx, today, room), { day, now })
  })
}

async function isAnythingDue(db: Db, today: string, from: string): Promise<boolean> {
  const isOneOf = async (drafts: Drafts) => (await drafts.select('id').limit(1).executeTakeFirst()) !== undefined
  if ((await isOneOf(selectNeedless(db))) || (await isOneOf(selectOutdated(db, from)))) return true
  return (await countRoom(db)) > 0 && (await listLate(db, today, 1)).length > 0
}

/** How many drafts may be written now. */
async function countRoom(db: Db): Promise<number> {
  const counted = selectDrafts(db).select(({ fn }) => fn.countAll<number>().as('count'))
  const { count } = await counted.executeTakeFirstOrThrow()
  return Math.min(MOST_AT_ONCE, MOST_WAITING - Number(count))
}

/** Applicants whose promised day has passed without an apology for it, the longest waiting first. */
function listLate(db: Db, today: string, limit: number) {
  const reason = sql<string>`'apology:' || applications.id || ':' || applications.answer_by`
  return db
    .selectFrom('applications')
    .select(['id', 'name', 'email', 'job_id', 'interview_date', 'answer_by'])
    .where(IS_ANSWER_DUE)
    .where('answer_by', '<', today)
    .where('answer_by', '>=', addDays(today, -STALE_AFTER))
    .where(({ exists, not, selectFrom }) =>
      not(exists(selectFrom('mails').select('mails.id').where('mails.reason', '=', reason))),
    )
    .orderBy('answer_by')
    .orderBy('id')
    .limit(limit)
    .execute()
}

type Drafts = ReturnType<typeof selectDrafts>

function selectDrafts(db: Db) {
  return db.selectFrom('mails').where('kind', '=', 'apology').where('state', '=', 'draft')
}

/** Drafts to applicants who were answered, have withdrawn, or are archived meanwhile. */
function selectNeedless(db: Db): Drafts {
  return selectDrafts(db).where('application_id', 'not in', (query) =>
    query.selectFrom('applications').select('applications.id').where(IS_ANSWER_DUE),
  )
}

/** Drafts that name a day before `from`. */
function selectOutdated(db: Db, from: string): Drafts {
  return selectDrafts(db).where('day', '<', from)
}

/**
 * Puts a later day into drafts that name one before `from`, wherever their text has it: what an admin has edited stays, and
 * a text that has another day or none stays as it is.
 */
async function renewDays(
  trx: Transaction<Tables>,
  { today, day, from }: { today: string; day: string; from: string },
): Promise<void> {
  const drafts = await selectOutdated(trx, from).select(['id', 'day', 'subject', 'body']).execute()
  const later = formatAnswerDay(day, today)
  for (const { id, day: named, subject, body } of drafts) {
    const written = formatAnswerDay(named ?? day, today)
    if (!`${subject}\n${body}`.includes(written)) continue
    const renew = (text: string | null) => text?.replaceAll(written, later) ?? null
    await trx
      .updateTable('mails')
      .set({ day, subject: renew(subject), body: renew(body) })
      .where('id', '=', id)
      .where('state', '=', 'draft')
      .where('body', '=', body)
      .execute()
  }
}

/** Looks every ten minutes whether a promised day has passed. */
export function draftingApologies({
  db,
  messages,
  clock,
  today,
}: Pick<Services, 'db' | 'messages' | 'clock' | 'today'>): TimedWork {
  return {
    name: 'draft-apologies',
    everyMs: PAUSE_MS,
    isDueAtStart: true,
    faultLevel: 'warn',
    run: () => draftApologies({ db, messages, now: clock(), today: today().date }),
  }
}
