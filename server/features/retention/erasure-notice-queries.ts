import { sql } from 'kysely'
import { DELIVERED_MAIL, OPEN_MAIL } from '../../../contract/messages/mail-terms.ts'
import { RETENTION } from '../../../contract/personal-data/personal-data-limits.ts'
import { addDays, dayIn } from '../../../contract/promise/calendar-days.ts'
import type { Db, MessageColumns, MessageRow } from '../../platform/database/tables.ts'
import { CANCELLED, isCancelledByHand } from '../messages/cancelled-state.ts'
import type { FoundApplication } from './person-queries.ts'
import type { Due } from './retention-clock.ts'

/** A notice before the erasure that one of the applications has got, or is to get. */
export type Notice = {
  applicationId: number
  /** Of which period it tells the end. */
  begunOn: string
  /** The day that it names. */
  eraseOn: string
  /** When it left, or perhaps did; null before that. */
  toldAt: string | null
  /** Whether it does not leave by itself. */
  isUnsent: boolean
}

/** What stands between a person who is due, or soon is, and being set aside. */
export type Standing = 'missing' | 'waiting' | 'unsent' | 'told' | 'over'

/** What causes the notice of a period. One that was cancelled is made anew, at the earliest the next day. */
export function reasonOfNotice(applicationId: number, { begunOn }: Pick<Due, 'begunOn'>, today: string): string {
  return `erasure-notice:${applicationId}:${begunOn}:${today}`
}

/** Of which period a notice tells the end. */
export function periodOfNotice(reason: string): string | undefined {
  return reason.split(':')[2]
}

/**
 * The notices of some applications, oldest first. One counts that was cancelled by hand, but none that the program has cancelled, and
 * none whose link a restore has ended: its reader could not choose.
 */
export async function findNotices(db: Db, applicationIds: readonly number[]): Promise<Notice[]> {
  if (applicationIds.length === 0) return []
  const hasLink = sql<number>`case when exists (select 1 from application_links as links
    where links.application_id = mails.application_id and links.opens = 'choice' and links.revoked_at is null)
    then 1 else 0 end`
  const rows = await db
    .selectFrom('mails')
    .select(['application_id', 'reason', 'day', 'state', 'settled_at', 'perhaps_sent_at'])
    .select(['cancelled_at', 'superseded_by', 'superseded_state', hasLink.as('has_link')])
    .where('application_id', 'in', applicationIds)
    .where('kind', '=', 'erasure_notice')
    .$narrowType<Pick<MessageColumns, 'application_id' | 'state'>>()
    .orderBy('id')
    .execute()
  return rows.flatMap((row) => (doesCount(row) ? [readNotice(row)] : []))
}

type NoticeRow = Pick<
  MessageRow,
  | 'application_id'
  | 'reason'
  | 'day'
  | 'state'
  | 'settled_at'
  | 'perhaps_sent_at'
  | 'cancelled_at'
  | 'superseded_by'
  | 'superseded_state'
> & { has_link: number }

function isTold({ state, perhaps_sent_at }: NoticeRow): boolean {
  return perhaps_sent_at !== null || DELIVERED_MAIL.includes(state)
}

function doesCount(row: NoticeRow): boolean {
  // Sent by hand, it has no link.
  if (isTold(row)) return row.state === 'answered' || row.has_link === 1
  return !CANCELLED.includes(row.state) || isCancelledByHand(row)
}

function readNotice(row: NoticeRow): Notice {
  const { application_id, reason, day, state, settled_at, perhaps_sent_at } = row
  return {
    ...{ applicationId: application_id, begunOn: periodOfNotice(reason) ?? '', eraseOn: day ?? '' },
    toldAt: isTold(row) ? (perhaps_sent_at ?? settled_at) : null,
    isUnsent: !isTold(row) && !OPEN_MAIL.includes(state),
  }
}

/**
 * The application to whose address a notice goes; undefined where none may: addresses that are held as spam may be forged, and to
 * imported ones nothing is mailed.
 */
export function noticedApplication(person: readonly FoundApplication[]): FoundApplication | undefined {
  return person.filter(({ quarantined, import_id }) => quarantined !== 1 && import_id === null).at(-1)
}

/** The notice about the present period of a person; none that names a day before the period ends, as where it was made longer. */
export function presentNotice(notices: readonly Notice[], { begunOn, due }: Due): Notice | undefined {
  return notices.findLast((notice) => notice.begunOn === begunOn && notice.eraseOn >= due)
}

/** The day from which a person is erased who is told today. */
export function announcedDay({ due }: Due, { today, noticeDays }: { today: string; noticeDays: number }): string {
  const inTime = addDays(today, noticeDays)
  return addDays(due > inTime ? due : inTime, RETENTION.setAsideDays)
}

/**
 * Whether a person whose period is over may be set aside, or what is missing.
 * @param rules.noticeDays null where nobody is told
 */
export function standingOf(
  person: readonly FoundApplication[],
  notice: Notice | undefined,
  { noticeDays, today, timeZone }: { noticeDays: number | null; today: string; timeZone: string },
): Standing {
  if (noticeDays === null || noticedApplication(person) === undefined) return 'over'
  if (!notice) return 'missing'
  if (notice.toldAt === null) return notice.isUnsent ? 'unsent' : 'waiting'
  const isTime = addDays(dayIn(new Date(notice.toldAt), timeZone), noticeDays) <= today
  return isTime && addDays(notice.eraseOn, -RETENTION.setAsideDays) <= today ? 'over' : 'told'
}
