import type { Kysely, Transaction } from 'kysely'
import type { ApplicationEvent } from '../../../contract/applications/history.ts'
import type { InvitationResponse } from '../../../contract/interviews/interview.ts'
import { MAXIMUM } from '../../../contract/wire/limits.ts'
import { formatReference } from '../../../contract/wire/reference.ts'
import type { Db, Tables } from '../../platform/database/tables.ts'
import { notFound, RequestError } from '../../platform/http/request-error.ts'
import { lockAndFind } from '../applications/changes/apply-changes.ts'
import {
  type ApplicationChanges,
  type ApplicationWithResume,
  noteMoves,
  updateApplications,
} from '../applications/stored/application-queries.ts'
import { recordAction } from '../audit/audit-queries.ts'
import { endContact, requestErasures } from '../erasure/request-erasures.ts'
import { chooseTime, declineTimes } from '../interview-offers/choose-time.ts'
import type { InterviewWriter } from '../interviews/invitations/interview-messages.ts'
import { respondToInterview } from '../interviews/respond-to-interview.ts'
import { findLinkedApplication, limitLinksOfWithdrawn } from '../messages/private-links.ts'

/** A change that an applicant makes with the token of a private link. */
export type LinkedApplicationChange = { db: Kysely<Tables>; interviews: InterviewWriter; token: string; now: Date }

/** The same for a wrong, an expired and a revoked link. */
export function linkInvalid(): RequestError {
  return notFound('This link is not valid, or not any more. You can have a new one sent to you.')
}

/**
 * The id of the application that a token opens.
 * @param opened.forChoice also by a link that opens nothing but the choice to stay on file
 * @throws {RequestError} {@link linkInvalid}
 */
export async function requireLink(db: Db, token: string, now: Date, opened?: { forChoice: true }): Promise<number> {
  const id = await findLinkedApplication(db, token, now, opened)
  if (id === undefined) throw linkInvalid()
  return id
}

/** Adds to the note, with the day. A repeated request adds nothing. */
export function addNote(linked: LinkedApplicationChange, text: string): Promise<void> {
  return changeLinked(linked, async (trx, before) => {
    requireNotWithdrawn(before)
    if (hasAddition(before, text)) return
    await updateLinked(
      trx,
      before,
      { note: noteWith(before, `Added on ${dayOf(linked.now)}: ${text}`) },
      linked.now,
      'note_added',
    )
  })
}

/** Withdraws the application: it is archived, and nothing more is sent. The note takes the reason. */
export function withdraw(linked: LinkedApplicationChange, reason: string | null): Promise<void> {
  return changeLinked(linked, async (trx, before) => {
    if (before.withdrawn_at !== null) return
    const note = reason === null ? before.note : noteWith(before, `Withdrawn on ${dayOf(linked.now)}: ${reason}`)
    await updateLinked(
      trx,
      before,
      { archived: 1, withdrawn_at: linked.now.toISOString(), note },
      linked.now,
      'withdrawn',
    )
    await noteMoves(trx, [before.id], linked.now)
    await endContact(trx, linked, before.id, { by: null, now: linked.now })
    await limitLinksOfWithdrawn(trx, before.id, linked.now)
  })
}

/** Stores what the applicant says to the invitation to an interview. */
export function respondToInvitation(
  linked: LinkedApplicationChange,
  interviewId: number,
  response: InvitationResponse,
): Promise<void> {
  return changeLinked(linked, async (trx, before) => {
    requireNotWithdrawn(before)
    await respondToInterview(trx, { applicationId: before.id, interviewId }, response, linked.now)
  })
}

/** Takes one of the offered times. */
export function chooseOfferedTime(linked: LinkedApplicationChange, offerId: number, startsAt: string): Promise<void> {
  const { interviews, now } = linked
  return changeLinked(linked, async (trx, application) => {
    requireNotWithdrawn(application)
    await chooseTime({ trx, application, offerId, interviews, now }, startsAt)
  })
}

/** Asks for other times than those that are offered. */
export function declineOfferedTimes(
  linked: LinkedApplicationChange,
  offerId: number,
  reason: string | null,
): Promise<void> {
  const { interviews, now } = linked
  return changeLinked(linked, async (trx, application) => {
    requireNotWithdrawn(application)
    await declineTimes({ trx, application, offerId, interviews, now }, reason)
  })
}

/**
 * Asks for the erasure of the application: {@link requestErasures}.
 * @param reference of the application that the applicant sees
 * @returns the day until which a legal hold keeps it, before it is erased; null where none does
 */
export function requestErasure(linked: LinkedApplicationChange, reference: string): Promise<string | null> {
  const { interviews, now } = linked
  return changeLinked(linked, async (trx, before) => {
    if (reference !== formatReference('APP', before.id))
      throw new RequestError('invalid_request', 'This is not the reference of your application.')
    const by = { by: null, now, cause: 'applicant' } as const
    return requestErasures(trx, { interviews }, [before.id], by)
  })
}

function changeLinked<Answer>(
  { db, token, now }: Omit<LinkedApplicationChange, 'interviews'>,
  make: (trx: Transaction<Tables>, before: ApplicationWithResume) => Promise<Answer>,
): Promise<Answer> {
  return db.transaction().execute(async (trx) => make(trx, await lockLinked(trx, token, now)))
}

/** Locks the application that a token opens. @throws {RequestError} {@link linkInvalid} */
export async function lockLinked(trx: Transaction<Tables>, token: string, now: Date): Promise<ApplicationWithResume> {
  const id = await requireLink(trx, token, now)
  const before = (await lockAndFind(trx, [id])).get(id)
  // Erased, or its links were revoked, while this request waited for the lock.
  if (!before || (await findLinkedApplication(trx, token, now)) === undefined) throw linkInvalid()
  return before
}

/** Changes the application and records it in the audit trail, in the name of the applicant. */
export async function updateLinked(
  trx: Transaction<Tables>,
  before: ApplicationWithResume,
  changes: ApplicationChanges,
  now: Date,
  action: Extract<ApplicationEvent['action'], 'note_added' | 'resume_replaced' | 'withdrawn'>,
): Promise<void> {
  await updateApplications(trx, [before], changes)
  const { id, version } = before
  await recordAction(trx, { by: null, now, id, version: version + 1, subject: 'application', event: { action } })
}

/** What stands before each text that an applicant adds to the note. */
const ADDED = /\n\nAdded on \d{4}-\d{2}-\d{2}: /g

/** Whether the applicant has added this whole text to the note before, on any day. */
function hasAddition({ note }: ApplicationWithResume, text: string): boolean {
  const whole = `\n\n${note ?? ''}`
  const additions = [...whole.matchAll(ADDED)]
  // A text may have what looks like the beginning of another one.
  const ends = new Set([...additions.map(({ index }) => index), whole.length])
  return additions.some(({ index, 0: heading }) => {
    const start = index + heading.length
    return ends.has(start + text.length) && whole.startsWith(text, start)
  })
}

/** @throws {RequestError} when the note has no room */
function noteWith({ note }: ApplicationWithResume, addition: string): string {
  const whole = note ? `${note}\n\n${addition}` : addition
  if (whole.length <= MAXIMUM.wholeNote) return whole
  throw new RequestError('invalid_request', 'Your note has no room for so much text. Please write less.')
}

/** @throws {RequestError} when the applicant has withdrawn the application */
export function requireNotWithdrawn({ withdrawn_at }: ApplicationWithResume): void {
  if (withdrawn_at !== null)
    throw new RequestError('invalid_request', 'You withdrew this application, so nothing of it can be changed.')
}

function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10)
}
