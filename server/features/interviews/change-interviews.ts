import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { ApplicationEvent } from '../../../contract/applications/history.ts'
import { isRefusal } from '../../../contract/applications/status-lists.ts'
import { type InterviewDetails, NO_KIND } from '../../../contract/interviews/interview.ts'
import { APPLICATIONS } from '../../../contract/policies/applications-policy.ts'
import { MOST_INTERVIEWS } from '../../../contract/wire/limits.ts'
import { hashContent } from '../../platform/database/content-hash.ts'
import { isDifferent } from '../../platform/database/row-versions.ts'
import type { InterviewRow, Tables } from '../../platform/database/tables.ts'
import { changedMeanwhile, idempotencyKeyReused, notFound, RequestError } from '../../platform/http/request-error.ts'
import { isPermitted } from '../accounts/require-access.ts'
import {
  type CancelledNote,
  findPlanningChange,
  type InterviewNotes,
  insertChange,
} from '../applications/changes/application-change-queries.ts'
import { type Author, applyChanges, lockAndFind, moveOfPlanning } from '../applications/changes/apply-changes.ts'
import { describeHidden } from '../applications/changes/set-aside.ts'
import { type ApplicationWithResume, applicationGone } from '../applications/stored/application-queries.ts'
import { type Action, recordAction } from '../audit/audit-queries.ts'
import type { Services } from '../feature.ts'
import { updateInterviewDate } from './interview-dates.ts'
import { noteOfChange } from './interview-notes.ts'
import type { InterviewAuthor, InterviewWriter } from './invitations/interview-messages.ts'
import { presentInterview } from './stored/interview-presenter.ts'
import {
  findInterview,
  findInterviewByIdempotencyKey,
  type InterviewWithApplicant,
  insertInterview,
  listInterviewsOf,
  updateInterview,
} from './stored/interview-queries.ts'
import { timesOf } from './stored/interview-times.ts'

/** No response yet, or none to the present time and place. */
export const VOID_RESPONSE = { response: 'none', response_reason: null, responded_at: null } as const

/**
 * Plans an interview, queues its invitations, and moves an application that is not as far yet to Interview, where the admin may
 * decide about it: the applicant sees the stage. One undo takes both back.
 * @param action.id of the application
 * @param idempotencyKey of the request; a second request with the same key and content returns the first one's interview
 * @throws {RequestError} `not_found`, `invalid_request`, `idempotency_key_reused`, or `forbidden` with an invitation that the admin may
 * not send
 */
export function planInterview(
  { db, interviews, ...services }: Pick<Services, 'db' | 'interviews' | 'messages' | 'decidedInterviews'>,
  { id: applicationId, by, now }: Action,
  { details, idempotencyKey }: { details: InterviewDetails; idempotencyKey: string | null },
): Promise<ChangedInterview> {
  return db.transaction().execute(async (trx) => {
    const application = (await lockAndFind(trx, [applicationId])).get(applicationId)
    if (!application) throw applicationGone()
    const contentHash = hashContent({ applicationId, ...details })
    const earlier = idempotencyKey ? await findInterviewByIdempotencyKey(trx, idempotencyKey) : undefined
    if (earlier && earlier.content_hash !== contentHash) throw idempotencyKeyReused()
    if (earlier)
      return {
        interview: earlier,
        changeId: await findPlanningChange(trx, earlier),
      }
    requireOpen(application)
    const columns = columnsOf(details)
    requireFuture(columns, now)
    const invited_at = invitedAt(details.invites !== false, now)
    requireInvitable({ invited_at: null }, { ...columns, invited_at }, application, now)
    requireRoom(await listInterviewsOf(trx, applicationId))
    const id = await insertInterview(trx, {
      ...columns,
      application_id: applicationId,
      uid: randomUUID(),
      state: 'planned',
      cancelled_at: null,
      ...VOID_RESPONSE,
      invited_at,
      sequence: 0,
      changed_at: now.toISOString(),
      created_at: now.toISOString(),
      idempotency_key: idempotencyKey,
      content_hash: contentHash,
    })
    const dated = [{ id, startsAt: columns.starts_at, before: null }]
    const decides = await isPermitted(trx, by, APPLICATIONS.decide, application.job_id)
    const { changeId } = await applyChanges({ trx, ...services }, { by, now }, [application], {
      ...{ changes: decides ? moveOfPlanning(application) : {}, needsNoMessage: true },
      planned: new Map([[applicationId, { dated }]]),
    })
    const interview = await finishChange({ trx, interviews }, id, { by, now }, { action: 'interview_planned' })
    return { interview, changeId }
  })
}

/**
 * Changes a planned interview, and queues new invitations. The applicant's response is void when time or place change. To one
 * that nobody is invited to, people are invited where the details say so; an invitation is never taken back that way.
 * @throws {RequestError} `not_found`, `invalid_request`, `changed_meanwhile` when it has another version by now, or `forbidden` where
 * the applicant would hear of it and the admin may not invite
 */
export function changeInterview(
  services: Pick<Services, 'db' | 'interviews'>,
  { id, by, now }: Action,
  { version, ...details }: InterviewDetails & { version: number },
): Promise<ChangedInterview> {
  return changeLocked(services, id, async (trx, before, application) => {
    const columns = { ...columnsOf(details), invited_at: before.invited_at ?? invitedAt(details.invites === true, now) }
    requireInvited(before, details)
    if (!isDifferent(before, columns)) return undefined
    requireVersion(before, version)
    requireOpen(application)
    if (before.state === 'cancelled') throw refused('This interview is cancelled. Plan another one.')
    if (columns.starts_at !== before.starts_at) requireFuture(columns, now)
    requireInvitable(before, columns, application, now)
    const { interviewers: _, time_zone: __, invited_at: ___, ...meeting } = columns
    const isVoid = isDifferent(before, meeting)
    await updateInterview(trx, id, {
      ...columns,
      ...(isVoid && VOID_RESPONSE),
      sequence: before.sequence + 1,
      changed_at: now.toISOString(),
    })
    return { author: { by, now }, action: 'interview_changed', notes: { dated: [noteOfChange(before, columns)] } }
  })
}

/**
 * Cancels an interview, and queues cancellations to those who have got an invitation.
 * @throws {RequestError} `not_found`, `changed_meanwhile` when it has another version by now, or `forbidden` where the applicant would
 * hear of it and the admin may not invite
 */
export function cancelInterview(
  services: Pick<Services, 'db' | 'interviews'>,
  { id, by, now }: Action,
  version: number,
): Promise<ChangedInterview> {
  return changeLocked(services, id, async (trx, before) => {
    if (before.state === 'cancelled') return undefined
    requireVersion(before, version)
    const cancelled = await cancelRow(trx, before, now)
    return { author: { by, now }, action: 'interview_cancelled', notes: { interviews: [cancelled] } }
  })
}

type InterviewAction = Extract<ApplicationEvent['action'], `interview_${string}`>
/** @param notes what an undo needs */
type MadeChange = { author: Author; action: InterviewAction; notes: InterviewNotes }

/** An interview after a change, and the change that an undo names; null where nothing was changed. */
export type ChangedInterview = { interview: InterviewWithApplicant; changeId: number | null }

/** Changes an interview while its application is locked. @param make undefined when it changed nothing */
function changeLocked(
  { db, interviews }: Pick<Services, 'db' | 'interviews'>,
  id: number,
  make: (
    trx: Transaction<Tables>,
    before: InterviewWithApplicant,
    application: ApplicationWithResume,
  ) => Promise<MadeChange | undefined>,
): Promise<ChangedInterview> {
  return db.transaction().execute(async (trx) => {
    const stored = await findInterview(trx, id)
    const application = stored && (await lockAndFind(trx, [stored.application_id])).get(stored.application_id)
    const before = application && (await findInterview(trx, id))
    if (!before) throw notFound('This interview no longer exists.')
    const made = await make(trx, before, application)
    if (!made) return { interview: before, changeId: null }
    const { author, action, notes } = made
    const applications = [{ id: application.id, before: {}, ...notes }]
    const changeId = await insertChange(trx, { change: {}, applications, now: author.now })
    return { interview: await finishChange({ trx, interviews }, id, author, { action }), changeId }
  })
}

/**
 * Records a change, tells those who take part, and sets the interview date of the application.
 * @param change.action left out where the change of the interview date says all
 */
export async function finishChange(
  { trx, interviews }: { trx: Transaction<Tables>; interviews: InterviewWriter },
  id: number,
  author: InterviewAuthor,
  { action }: { action?: InterviewAction },
): Promise<InterviewWithApplicant> {
  const after = await findInterview(trx, id)
  if (!after) throw notFound('This interview no longer exists.')
  const { by, now } = author
  const event = { action } as ApplicationEvent
  if (action) await recordAction(trx, { by, now, id: after.application_id, subject: 'application', event })
  await interviews.announce(trx, after, author)
  await updateInterviewDate(trx, after.application_id, author)
  return after
}

/** Marks an interview as cancelled. Finish the change afterwards. @returns what an undo needs */
export async function cancelRow(
  trx: Transaction<Tables>,
  { id, starts_at, ...before }: InterviewRow,
  now: Date,
): Promise<CancelledNote> {
  const sequence = before.sequence + 1
  await updateInterview(trx, id, { state: 'cancelled', cancelled_at: now.toISOString(), sequence })
  return { id, startsAt: starts_at, sequence }
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

/** @throws {RequestError} when an application has as many interviews as it may */
export function requireRoom(interviews: readonly InterviewRow[]): void {
  if (interviews.length >= MOST_INTERVIEWS) throw refused(`An application has room for ${MOST_INTERVIEWS} interviews.`)
}

function invitedAt(areInvited: boolean, now: Date): string | null {
  return areInvited ? now.toISOString() : null
}

/**
 * @throws {RequestError} when people are newly invited, and cannot be: the form is undecided, the time has passed, or the applicant
 * is rejected
 */
function requireInvitable(
  before: Pick<InterviewRow, 'invited_at'>,
  after: Pick<InterviewRow, 'invited_at' | 'starts_at' | 'kind'>,
  { status }: Pick<ApplicationWithResume, 'status'>,
  now: Date,
): void {
  if (after.invited_at === null) return
  if (after.kind === 'undecided') throw refused(NO_KIND, 'kind')
  if (before.invited_at !== null) return
  requireFuture(after, now)
  if (isRefusal(status)) throw refused('This applicant is rejected. Give the application another status first.')
}

/** @throws {RequestError} when an invitation is to be taken back without a cancellation */
function requireInvited({ invited_at }: Pick<InterviewRow, 'invited_at'>, { invites }: InterviewDetails): void {
  if (invited_at !== null && invites === false)
    throw refused('People are invited already. Cancel the interview to tell them that it does not take place.')
}

function requireFuture({ starts_at }: { starts_at: string }, now: Date): void {
  if (starts_at <= now.toISOString()) throw refused('This time has passed. Choose a later one.', 'time')
}

function requireOpen(application: ApplicationWithResume): void {
  const hidden = describeHidden(application, 'Release it first.')
  if (hidden) throw refused(hidden)
  if (application.withdrawn_at !== null) throw refused('The applicant has withdrawn this application.')
}

function requireVersion(row: InterviewWithApplicant, version: number): void {
  if (row.version !== version) throw changedMeanwhile(presentInterview(row))
}

/** @param path the field that is at fault */
export function refused(message: string, path?: string): RequestError {
  return new RequestError('invalid_request', message, path ? { issues: [{ path, message }] } : {})
}
