import type { Transaction } from 'kysely'
import type { ApplicationEvent, ErasureCause } from '../../../contract/applications/history.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { RequestError } from '../../platform/http/request-error.ts'
import { scheduleTask } from '../../platform/outbox/outbox-queries.ts'
import { lockAndFind } from '../applications/changes/apply-changes.ts'
import { type ApplicationWithResume, updateApplications } from '../applications/stored/application-queries.ts'
import { findHeld } from '../applications/stored/email-key-queries.ts'
import { type Actor, recordAction } from '../audit/audit-queries.ts'
import { endLinksOf } from '../colleague-questions/change-links.ts'
import type { Services } from '../feature.ts'
import { cancelInterviewsOf } from '../interviews/decided-interviews.ts'
import { cancelMessagesTo } from '../messages/decision-messages.ts'
import { revokeLinks } from '../messages/private-links.ts'
import { eraseApplicationTask } from '../resumes/resume-task-kinds.ts'
import { listErasing } from './erasure-queries.ts'

/** Who has applications erased, when and why. @param by null for the applicant and for the rules of retention */
type Erasing = { by: Actor | null; now: Date; cause: ErasureCause }

/**
 * Has applications erased: they are closed at once as if withdrawn, everybody is told what a withdrawal tells, all links end, and a
 * task removes their files from every store and then their rows. The other tasks and texts go with the rows.
 * @param applicationIds locked in their order; those that are not stored any more, or are being erased already, are left out
 * @returns until when a legal hold keeps them all the same; null where none does. The task of an applicant's request waits for its end
 * @throws {RequestError} `legal_hold` where a person is held and somebody else asks
 */
export async function requestErasures(
  trx: Transaction<Tables>,
  services: Pick<Services, 'interviews'>,
  applicationIds: readonly number[],
  request: Erasing,
): Promise<string | null> {
  if (applicationIds.length === 0) return null
  const stored = await lockAndFind(trx, [...applicationIds])
  const [heldUntil = null] = (await findHeld(trx, [...stored.keys()])).values()
  if (heldUntil !== null && request.cause !== 'applicant') throw heldNow(heldUntil)
  const erasing = await listErasing(trx, [...stored.keys()])
  for (const before of stored.values()) {
    if (erasing.has(before.id)) continue
    await closeForErasure(trx, before, request)
    await endContact(trx, services, before.id, request)
    await revokeLinks(trx, before.id, request.now)
    await endLinksOf(trx, before.id, request.now)
    await scheduleTask(trx, eraseApplicationTask({ applicationId: before.id }), request.now)
  }
  return heldUntil
}

function heldNow(day: string): RequestError {
  const message = `This has to be kept until ${day} at least, for a legal matter, so nothing was erased.`
  return new RequestError('legal_hold', message)
}

/** Cancels the messages that have not left, and the interviews, of an application that is withdrawn or erased. */
export async function endContact(
  trx: Transaction<Tables>,
  { interviews }: Pick<Services, 'interviews'>,
  applicationId: number,
  { by, now }: Pick<Erasing, 'by' | 'now'>,
): Promise<void> {
  await cancelMessagesTo(trx, applicationId, now)
  await cancelInterviewsOf({ trx, interviews }, applicationId, { by, now })
}

/** Takes an application out of the working lists and records why. An applicant who asks for it withdraws with it. */
async function closeForErasure(
  trx: Transaction<Tables>,
  before: ApplicationWithResume,
  { by, now, cause }: Erasing,
): Promise<void> {
  const events: ApplicationEvent[] = [
    cause === 'retention' ? { action: 'retention_ended' } : { action: 'erasure_requested', cause },
  ]
  const isOpen = before.withdrawn_at === null
  if (isOpen) await updateApplications(trx, [before], { archived: 1, withdrawn_at: now.toISOString() })
  if (isOpen && cause === 'applicant') events.unshift({ action: 'withdrawn' })
  for (const [index, event] of events.entries()) {
    // The first entry is of the change that closed the application.
    const version = isOpen && index === 0 ? { version: before.version + 1 } : {}
    await recordAction(trx, { by, now, id: before.id, ...version, subject: 'application', event })
  }
}
