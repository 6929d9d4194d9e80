import { dayIn, daysBetween } from '../../../../contract/promise/calendar-days.ts'
import { ADMIN_PAGE } from '../../../../contract/wire/admin-paths.ts'
import { PAGE, pathTo } from '../../../../contract/wire/paths.ts'
import { formatReference } from '../../../../contract/wire/reference.ts'
import type { Db } from '../../../platform/database/tables.ts'
import { plainName } from '../../../platform/mail/plain-name.ts'
import {
  readOverdue,
  readReplied,
  readUnanswered,
  type WaitingApplication,
} from '../../applications/stored/unanswered-queries.ts'
import { listUnanswered } from '../../interview-offers/offer-queries.ts'

/** Applications that a section names; the others are counted. */
const NAMED = 20

/** What the sections of a digest are made from. */
type Context = {
  now: Date
  timeZone: string
  publicUrl: string
  /** Whether the reader may open the settings, which the last line names. */
  changesSettings: boolean
}

/** A part of the digest: its words in the subject, and its lines. */
type Section = { subject: string; lines: string[] }

/** Reads one part; undefined when there is nothing to say. Another feature adds its part to this list. */
const SECTIONS: readonly ((db: Db, context: Context) => Promise<Section | undefined>)[] = [
  overdueSection,
  unansweredSection,
  repliedSection,
  unchosenSection,
]

/**
 * Subject and text of the digest; undefined on a day without anything to say.
 * @param db as the reader of the digest sees it
 */
export async function readDigest(db: Db, context: Context): Promise<{ subject: string; text: string } | undefined> {
  const sections: Section[] = []
  for (const read of SECTIONS) {
    const section = await read(db, context)
    if (section) sections.push(section)
  }
  if (sections.length === 0) return undefined
  const footer = context.changesSettings
    ? `Change the time or your address: ${context.publicUrl}${ADMIN_PAGE.settings}`
    : 'An owner can change your address, and when this mail comes.'
  const paragraphs = [...sections.map(({ lines }) => lines.join('\n')), footer]
  return { subject: sections.map(({ subject }) => subject).join(', '), text: `${paragraphs.join('\n\n')}\n` }
}

async function overdueSection(db: Db, context: Context): Promise<Section | undefined> {
  const { count, oldest } = await readOverdue(db, dayIn(context.now, context.timeZone), NAMED)
  if (count === 0) return undefined
  const subject = `${count} ${count === 1 ? 'waits' : 'wait'} longer than promised`
  return { subject, lines: [`${subject}:`, ...listLines(count, oldest, context, '?sort=date')] }
}

async function unansweredSection(db: Db, context: Context): Promise<Section | undefined> {
  const { count, oldest } = await readUnanswered(db, NAMED)
  if (count === 0) return undefined
  const lines = listLines(count, oldest, context, '?tab=unanswered')
  return { subject: `${count} decided, not answered`, lines: [`${count} decided, not answered:`, ...lines] }
}

/** Those who have replied and wait for an answer. */
async function repliedSection(db: Db, context: Context): Promise<Section | undefined> {
  const { count, oldest } = await readReplied(db, NAMED)
  if (count === 0) return undefined
  const subject = `${count} ${count === 1 ? 'has' : 'have'} replied, not answered`
  return { subject, lines: [`${subject}:`, ...listLines(count, oldest, context, '?tab=replied')] }
}

/** Those who have chosen none of the times that they were offered. */
async function unchosenSection(db: Db, { now, publicUrl }: Context): Promise<Section | undefined> {
  const offers = await listUnanswered(db, now)
  if (offers.length === 0) return undefined
  const subject = `${offers.length} ${offers.length === 1 ? 'has' : 'have'} chosen no time for an interview`
  const lines = offers.slice(0, NAMED).map(({ name, state, application_id: id }) => {
    const facts = `${formatReference('APP', id)}, ${state === 'declined' ? 'asks for other times' : 'no time chosen'}`
    return `- ${plainName(name) ?? 'An applicant'} (${facts}): ${publicUrl}${pathTo(ADMIN_PAGE.review, id)}`
  })
  const more = offers.length - lines.length
  if (more > 0) lines.push(`and ${more} more: ${publicUrl}${ADMIN_PAGE.interviews}`)
  return { subject, lines: [`${subject}:`, ...lines] }
}

function listLines(
  count: number,
  oldest: WaitingApplication[],
  { now, timeZone, publicUrl }: Context,
  list: string,
): string[] {
  const lines = oldest.map(({ id, name, created_at }) => {
    const days = daysBetween(dayIn(new Date(created_at), timeZone), dayIn(now, timeZone))
    const facts = `${formatReference('APP', id)}, received ${days === 1 ? '1 day' : `${days} days`} ago`
    return `- ${plainName(name) ?? 'An applicant'} (${facts}): ${publicUrl}${pathTo(ADMIN_PAGE.review, id)}${list}`
  })
  const more = count - oldest.length
  return more > 0 ? [...lines, `See ${more} more: ${publicUrl}${PAGE.adminDashboard}${list}`] : lines
}
