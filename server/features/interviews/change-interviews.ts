import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { ApplicationEvent } from '../../../contract/applications/history.ts'
import { isRefusal } from '../../../contract/applications/status-lists.ts'
import type { InterviewDetails } from '../../../contract/interviews/interview.ts'
import { MOST_INTERVIEWS } from '../../../contract/wire/limits.ts'
import { hashContent } from '../../platform/database/content-hash.ts'
import { isDifferent } from '../../platform/database/row-versions.ts'
import type { InterviewRow, Tables } from '../../platform/database/tables.ts'
import { changedMeanwhile, idempotencyKeyReused, notFound, RequestError } from '../../platform/http/request-error.ts'
import { lockAndFind } from '../applications/changes/apply-changes.ts'
import { type ApplicationWithResume, applicationGone } from '../applications/stored/application-queries.ts'
import { type Action, recordAction } from '../audit/audit-queries.ts'
import type { Services } from '../feature.ts'
import { updateInterviewDate } from './interview-dates.ts'
import type { InterviewAuthor, InterviewWriter } from './interview-messages.ts'
import { presentInterview, restorableUntil } from './interview-presenter.ts'
import {
  findInterview,
  findInterviewByIdempotencyKey,
  type InterviewWithApplicant,
  insertInterview,
  listInterviewsOf,
  updateInterview,
} from './interview-queries.ts'
import { timesOf } from './interview-times.ts'

/**
 * Plans an interview, and queues its invitations.
 * @param action.id of the application
 * @param idempotencyKey of the request; a second request with the same key and content returns the first one's interview
 * @throws {RequestError} `not_found`, `invalid_request` or `idempotency_key_reused`
 */
export function planInterview(
  { db, interviews }: Pick<Services, 'db' | 'interviews'>,
  { id: applicationId, by, now }: Action,
  { details, idempotencyKey }: { details: InterviewDetails; idempotencyKey: string | null },
): Promise<InterviewWithApplicant> {
  return db.transaction().execute(async (trx) => {
    const application = (await lockAndFind(trx, [applicationId])).get(applicationId)
    if (!application) throw applicationGone()
    const contentHash = hashContent({ applicationId, ...details })
    const earlier = idempotencyKey ? await findInterviewByIdempotencyKey(trx, idempotencyKey) : undefined
    if (earlier && earlier.content_hash !== contentHash) throw idempotencyKeyReused()
    if (earlier) return earlier
    requireOpen(application)
    const columns = columnsOf(details)
    requireFuture(columns, now)
    if ((await listInterviewsOf(trx, applicationId)).length >= MOST_INTERVIEWS)
      throw refused(`An application has room for ${MOST_INTERVIEWS} interviews.`)
    const id = await insertInterview(trx, {
      ...columns,
      application_id: applicationId,
      uid: randomUUID(),
      state: 'planned',
      cancelled_at: null,
      response: 'none',
      response_reason: null,
      responded_at: null,
      sequence: 0,
      changed_at: now.toISOString(),
      created_at: now.toISOString(),
      idempotency_key: idempotencyKey,
      content_hash: contentHash,
    })
    return finishChange({ trx, interviews }, id, { by, now }, { action: 'interview_planned' })
  })
}

/**
 * Changes a planned interview, and queues new invitations. The applicant's response is void when time or place change.
 * @throws {RequestError} `not_found`, `invalid_request`, or `changed_meanwhile` when it has another version by now
 */
export function changeInterview(
  services: Pick<Services, 'db' | 'interviews'>,
  { id, by, now }: Action,
  { version, ...details }: InterviewDetails & { version: number },
): Promise<InterviewWithApplicant> {
  return changeLocked(services, id, async (trx, before, application) => {
    const columns = columnsOf(details)
    if (!isDifferent(before, columns)) return undefined
    requireVersion(before, version)
    requireOpen(application)
    if (before.state === 'cancelled') throw refused('This interview is cancelled. Plan another one.')
    if (columns.starts_at !== before.starts_at) requireFuture(columns, now)
    const { interviewers: _, time_zone: __, ...meeting } = columns
    const isVoid = isDifferent(before, meeting)
    await updateInterview(trx, id, {
      ...columns,
      ...(isVoid && { response: 'none', response_reason: null, responded_at: null }),
      sequence: before.sequence + 1,
      changed_at: now.toISOString(),
    })
    return { author: { by, now }, action: 'interview_changed' }
  })
}

/**
 * Cancels an interview, and queues cancellations to those who have got an invitation.
 * @throws {RequestError} `not_found`, or `changed_meanwhile` when it has another version by now
 */
export function cancelInterview(
  services: Pick<Services, 'db' | 'interviews'>,
  { id, by, now }: Action,
  version: number,
): Promise<InterviewWithApplicant> {
  return changeLocked(services, id, async (trx, before) => {
    if (before.state === 'cancelled') return undefined
    requireVersion(before, version)
    await cancelRow(trx, before, now)
    return { author: { by, now }, action: 'interview_cancelled' }
  })
}

/**
 * Takes a cancellation back within the undo time. People who have got it already are invited again.
 * @throws {RequestError} `not_found`, `undo_expired`, `invalid_request` or `changed_meanwhile`
 */
export function restoreInterview(
  services: Pick<Services, 'db' | 'interviews'>,
  { id, by, now }: Action,
  version: number,
): Promise<InterviewWithApplicant> {
  return changeLocked(services, id, async (trx, before, application) => {
    if (before.state === 'planned') return undefined
    requireVersion(before, version)
    requireOpen(application)
    if (isRefusal(application.status))
      throw refused('This applicant is rejected. Undo that first, or give the application another status.')
    if (now > (restorableUntil(before) ?? now))
      throw new RequestError('undo_expired', 'A cancellation can be undone for ten minutes, and this one is older.')
    await restoreRow(trx, before)
    return { author: { by, now }, action: 'interview_restored' }
  })
}

type InterviewAction = Extract<ApplicationEvent['action'], `interview_${string}`>
type MadeChange = { author: InterviewAuthor; action: InterviewAction }

/** Changes an interview while its application is locked. @param make undefined when it changed nothing */
function changeLocked(
  { db, interviews }: Pick<Services, 'db' | 'interviews'>,
  id: number,
  make: (
    trx: Transaction<Tables>,
    before: InterviewWithApplicant,
    application: ApplicationWithResume,
  ) => Promise<MadeChange | undefined>,
): Promise<InterviewWithApplicant> {
  return db.transaction().execute(async (trx) => {
    const stored = await findInterview(trx, id)
    const application = stored && (await lockAndFind(trx, [stored.application_id])).get(stored.application_id)
    const before = application && (await findInterview(trx, id))
    if (!before) throw notFound('This interview no longer exists.')
    const made = await make(trx, before, application)
    if (!made) return before
    return finishChange({ trx, interviews }, id, made.author, { action: made.action, startedAt: before.starts_at })
  })
}

/** Records a change, tells those who take part, and sets the interview date of the application. */
export async function finishChange(
  { trx, interviews }: { trx: Transaction<Tables>; interviews: InterviewWriter },
  id: number,
  author: InterviewAuthor,
  { action, startedAt }: { action: InterviewAction; startedAt?: string },
): Promise<InterviewWithApplicant> {
  const after = await findInterview(trx, id)
  if (!after) throw notFound('This interview no longer exists.')
  const { by, now } = author
  await recordAction(trx, {
    ...{ by, now },
    id: after.application_id,
    subject: 'application',
    event: { action } as ApplicationEvent,
  })
  await interviews.announce(trx, after, author)
  await updateInterviewDate(trx, after.application_id, author, startedAt)
  return after
}

/** Marks an interview as cancelled. Finish the change afterwards. */
export function cancelRow(trx: Transaction<Tables>, { id, sequence }: InterviewRow, now: Date): Promise<void> {
  return updateInterview(trx, id, { state: 'cancelled', cancelled_at: now.toISOString(), sequence: sequence + 1 })
}

/** Marks a cancelled interview as planned. Finish the change afterwards. */
export function restoreRow(trx: Transaction<Tables>, { id, sequence }: InterviewRow): Promise<void> {
  return updateInterview(trx, id, { state: 'planned', cancelled_at: null, sequence: sequence + 1 })
}

/** The columns of the details of an interview. */
function columnsOf(details: InterviewDetails) {
  const times = timesOf(details)
  if (!times) throw refused('The clocks skip this time on that day. Choose another one.', 'time')
  const { timeZone, kind, place, interviewers } = details
  return { ...times, time_zone: timeZone, kind, place, interviewers: JSON.stringify(interviewers) }
}

function requireFuture({ starts_at }: { starts_at: string }, now: Date): void {
  if (starts_at <= now.toISOString()) throw refused('This time has passed. Choose a later one.', 'time')
}

function requireOpen({ quarantined, withdrawn_at }: ApplicationWithResume): void {
  if (quarantined === 1) throw refused('This application is in quarantine. Release it first.')
  if (withdrawn_at !== null) throw refused('The applicant has withdrawn this application.')
}

function requireVersion(row: InterviewWithApplicant, version: number): void {
  if (row.version !== version) throw changedMeanwhile(presentInterview(row))
}

/** @param path the field that is at fault */
function refused(message: string, path?: string): RequestError {
  return new RequestError('invalid_request', message, path ? { issues: [{ path, message }] } : {})
}
