import type { Transaction } from 'kysely'
import type { LeftReason } from '../../../../contract/applications/application-changes.ts'
import { INTERVIEW_STATUS } from '../../../../contract/applications/application-statuses.ts'
import type { ApplicationEvent } from '../../../../contract/applications/history.ts'
import { isBeforeInterview, isOpen, isRefusal } from '../../../../contract/applications/status-lists.ts'
import type { InterviewChoice } from '../../../../contract/interviews/interview-terms.ts'
import type { DecisionMessage } from '../../../../contract/messages/messages.ts'
import { announce } from '../../../platform/database/announcements.ts'
import { HELD_AS_SPAM } from '../../../platform/database/quarantine.ts'
import { lockInOrder } from '../../../platform/database/row-locks.ts'
import { isDifferent } from '../../../platform/database/row-versions.ts'
import type { MessageRow, Tables } from '../../../platform/database/tables.ts'
import { type Action, recordActions } from '../../audit/audit-queries.ts'
import type { Services } from '../../feature.ts'
import { keepOffersInStep } from '../../messages/offers-in-step.ts'
import { limitLinks } from '../../messages/private-links.ts'
import {
  type ApplicationChanges,
  type ApplicationWithResume,
  findApplications,
  noteMoves,
  updateApplications,
} from '../stored/application-queries.ts'
import { type InterviewNotes, insertChange, noteInterviews, undoableColumns } from './application-change-queries.ts'
import { saveFeedbackVersion } from './feedback-versions.ts'

/** Which admin makes a change, and when. */
export type Author = Omit<Action, 'id'>

/** Applications as they are after a change, and the id by which it can be undone; null when it cannot. */
export type Applied = { after: ApplicationWithResume[]; changeId: number | null }

/** An application gets the date of its interview. `cancelled` are interviews that the same change has cancelled. */
export type Dating = {
  application: DatedApplication
  date: string | null
  cancelled: NonNullable<InterviewNotes['interviews']>
}

/** Keeps interviews in step with decisions, in the transactions of these. Each action returns what its undo needs, by application. */
export type DecidedInterviews = {
  /** Cancels the interviews of applications that have not begun. */
  ended(trx: Transaction<Tables>, applicationIds: readonly number[], author: Author): Promise<InterviewsOfChange>
  /** Plans or moves the interview that the date of an application names, and invites nobody; without a date cancels that one. */
  dated(trx: Transaction<Tables>, dating: Dating, author: Author): Promise<InterviewNotes>
  /**
   * Takes back what a change has done to interviews, but for what was changed since, for applicants who have withdrawn, and for
   * applications that were archived since.
   */
  undone(
    trx: Transaction<Tables>,
    notes: readonly ChangedApplication[],
    undone: Author & { madeAt: Date; archivedSince: ReadonlySet<number> },
  ): Promise<UndoneInterviews>
}

/** An application, and the date that it had before a change. */
type DatedApplication = Pick<ApplicationWithResume, 'id' | 'interview_date'>

/** What a change had found of an application, and has done to its interviews. */
export type ChangedApplication = { id: number; before: ApplicationChanges } & InterviewNotes

/**
 * Applications of which something stays as it was, with the reason, those whose applicants had heard of the change already, and the
 * messages about interviews that the undo has written.
 */
export type UndoneInterviews = { left: Map<number, LeftReason>; notified: number[]; written: MessageRow[] }

type InterviewsOfChange = Map<number, InterviewNotes>

declare module '../../feature.ts' {
  interface Services {
    decidedInterviews: DecidedInterviews
  }
}

/** Locks applications against changes, and reads those that exist, by id. */
export async function lockAndFind(
  trx: Transaction<Tables>,
  ids: number[],
): Promise<Map<number, ApplicationWithResume>> {
  await lockInOrder(trx, 'applications', ids)
  return new Map((await findApplications(trx, ids)).map((row) => [row.id, row]))
}

/** The status that planning an interview gives an application; none where it is as far already, or decided. */
export function moveOfPlanning({ status }: Pick<ApplicationWithResume, 'status'>): Pick<ApplicationChanges, 'status'> {
  return isBeforeInterview(status) ? { status: INTERVIEW_STATUS } : {}
}

/** How changes are made. */
type Changing = {
  changes: ApplicationChanges
  /** What a decision tells, in place of what the settings say. */
  message?: DecisionMessage | undefined
  /** Whether the changes put back what an earlier change had done. */
  isUndo?: boolean
  /** What becomes of the interviews of applications that the change ends. */
  interviews?: InterviewChoice | undefined
  /** What the caller has done to interviews, for the undo. */
  planned?: InterviewsOfChange
  /** The recorded change that this is part of; without it one is recorded. */
  partOf?: number
  /** Whether the status needs no message of its own: an interview is planned, whose invitation says it. */
  needsNoMessage?: boolean
}

/**
 * Makes the same changes to applications and records them: in the audit trail, as a change that can be undone, and as
 * versions of the feedback. Every way to change an application ends here.
 * @param before locked, and each different from the changes, or with planned interviews
 */
export async function applyChanges(
  services: { trx: Transaction<Tables> } & Pick<Services, 'messages' | 'decidedInterviews'>,
  { by, now }: Author,
  before: readonly ApplicationWithResume[],
  changing: Changing,
): Promise<Applied> {
  if (before.length === 0) return { after: [], changeId: null }
  const { trx } = services
  const { isUndo = false } = changing
  // The date is that of an interview, which `followInterviews` changes.
  const { interview_date: _, ...changes } = changing.changes
  const changeId = isUndo ? null : await recordChange(trx, now, before, { ...changing, changes })
  const after = before.some((row) => isDifferent(row, changes))
    ? await updateApplications(trx, before, changes)
    : [...before]
  await noteMoves(trx, idsOf(before.filter((row) => isMoved(row, changes))), now)
  await limitLinks(trx, before, { status: changes.status, now })
  const mark = isUndo ? { undone: true as const } : changeId === null ? {} : { changeId }
  await recordActions(
    trx,
    { by, now },
    before.flatMap((row, index) =>
      eventsBetween(row, after[index] ?? row, mark).map((event) => ({
        ...{ id: row.id, version: row.version + 1 },
        ...{ subject: 'application', event },
      })),
    ),
  )
  await saveFeedbackVersions(trx, { by, now }, before, changes.feedback)
  await announceNoticesOfAssignees(trx, before, after)
  if (changes.quarantined === 0) await acknowledge(services, before, after, now)
  if (changes.status !== undefined || changes.archived !== undefined) await keepOffersInStep(trx, idsOf(before), now)
  if (isUndo) return { after, changeId }
  if (changeId !== null) await tellDecision(services, { by, now }, { before, after }, { ...changing, changeId })
  const haveMoved = await followInterviews(services, { by, now }, before, { ...changing, changeId })
  // The interview dates have changed too.
  return { after: haveMoved ? await findApplications(trx, idsOf(before)) : after, changeId }
}

/**
 * Cancels the interviews of applications that end, unless they are kept, and plans, moves or removes that of a date.
 * @returns whether any interview has changed
 */
async function followInterviews(
  { trx, decidedInterviews }: { trx: Transaction<Tables> } & Pick<Services, 'decidedInterviews'>,
  author: Author,
  before: readonly ApplicationWithResume[],
  { changes, interviews = 'cancel', changeId }: Changing & Pick<Applied, 'changeId'>,
): Promise<boolean> {
  const { status, archived, interview_date: date } = changes
  const isEnded = (row: ApplicationWithResume) =>
    (status !== undefined && status !== row.status && isRefusal(status)) || (archived === 1 && row.archived === 0)
  const ended = interviews === 'cancel' ? idsOf(before.filter(isEnded)) : []
  const notes = await decidedInterviews.ended(trx, ended, author)
  const dated = date === undefined ? [] : before.filter((each) => each.interview_date !== date)
  for (const application of dated) {
    const made = notes.get(application.id)
    const dating = { application, date: date ?? null, cancelled: made?.interviews ?? [] }
    notes.set(application.id, mergeNotes(made, await decidedInterviews.dated(trx, dating, author)))
  }
  if (notes.size === 0) return false
  if (changeId !== null) await noteInterviews(trx, changeId, notes)
  // A date that is set or moved is changed back by hand.
  else if (date === null) await recordRemovals(trx, notes, author.now)
  return true
}

/** Records the interviews that went with a date alone as a change that can be undone. */
async function recordRemovals(
  trx: Transaction<Tables>,
  notes: ReadonlyMap<number, InterviewNotes>,
  now: Date,
): Promise<void> {
  const applications = [...notes].map(([id, note]) => ({ id, before: {}, ...note }))
  await insertChange(trx, { change: {}, applications, now })
}

function mergeNotes(one: InterviewNotes = {}, other: InterviewNotes): InterviewNotes {
  return { ...one, ...other, interviews: [...(one.interviews ?? []), ...(other.interviews ?? [])] }
}

/** Writes the messages of a change of status. */
async function tellDecision(
  { trx, messages }: { trx: Transaction<Tables> } & Pick<Services, 'messages'>,
  author: Author,
  { before, after }: Record<'before' | 'after', readonly ApplicationWithResume[]>,
  { changes: { status }, message, needsNoMessage = false, changeId }: Changing & { changeId: number },
): Promise<void> {
  if (status === undefined) return
  const decided = after.filter((_, index) => before[index]?.status !== status)
  await messages.decided(trx, decided, { ...author, status, changeId, message, needsNoMessage })
}

/** Writes the receipts of applications that are released from quarantine. */
async function acknowledge(
  { trx, messages }: { trx: Transaction<Tables> } & Pick<Services, 'messages'>,
  before: readonly ApplicationWithResume[],
  after: readonly ApplicationWithResume[],
  now: Date,
): Promise<void> {
  for (const row of after.filter((_, index) => before[index]?.quarantined === HELD_AS_SPAM))
    await messages.received(trx, row, { now })
}

async function saveFeedbackVersions(
  trx: Transaction<Tables>,
  author: Author,
  before: readonly ApplicationWithResume[],
  text: ApplicationChanges['feedback'],
): Promise<void> {
  if (text === undefined) return
  for (const { id, feedback } of before) if (text !== feedback) await saveFeedbackVersion(trx, author, { id, text })
}

/**
 * Whether a change gives an application another status, or archives it or takes it back while it is open. What is archived after its
 * decision is kept no longer for that.
 */
function isMoved(before: ApplicationWithResume, { status, archived }: ApplicationChanges): boolean {
  return (
    (status !== undefined && status !== before.status) ||
    (archived !== undefined && archived !== before.archived && isOpen(before.status))
  )
}

function idsOf(rows: readonly ApplicationWithResume[]): number[] {
  return rows.map(({ id }) => id)
}

/**
 * Records a change of status or archive as one that can be undone, and what was done to interviews.
 * @returns its id; null for any other change
 */
async function recordChange(
  trx: Transaction<Tables>,
  now: Date,
  before: readonly ApplicationWithResume[],
  { changes, planned = new Map(), partOf }: Pick<Changing, 'changes' | 'planned' | 'partOf'>,
): Promise<number | null> {
  if (partOf !== undefined) return partOf
  const change = undoableColumns(changes)
  const applications = before
    .filter((row) => isDifferent(row, change) || planned.has(row.id))
    .map((row) => ({ id: row.id, before: undoableColumns(row, change), ...planned.get(row.id) }))
  return applications.length === 0 ? null : insertChange(trx, { change, applications, now })
}

/** One event: who took care of it before stands in the event that assigned it to them. */
function assignmentBetween(
  before: ApplicationWithResume,
  after: ApplicationWithResume,
  mark: { changeId?: number; undone?: true },
): ApplicationEvent[] {
  if (after.assignee_name !== null) return [{ action: 'assigned', name: after.assignee_name, ...mark }]
  return [{ action: 'unassigned', name: before.assignee_name ?? '', ...mark }]
}

/** The notices of a person change with the applications that the person gets or loses. */
function announceNoticesOfAssignees(
  trx: Transaction<Tables>,
  before: readonly ApplicationWithResume[],
  after: readonly ApplicationWithResume[],
): Promise<void> {
  const given = after.filter(({ assignee_id }, index) => assignee_id !== before[index]?.assignee_id)
  const taken = before.filter(({ assignee_id }, index) => assignee_id !== after[index]?.assignee_id)
  const people = new Set([...given, ...taken].flatMap(({ assignee_id }) => assignee_id ?? []))
  return announce(
    trx,
    [...people].map((id) => ({ of: 'notices', id }) as const),
  )
}

/** What a change did, without the texts themselves. */
function eventsBetween(
  before: ApplicationWithResume,
  after: ApplicationWithResume,
  mark: { changeId?: number; undone?: true },
): ApplicationEvent[] {
  const events: ApplicationEvent[] = []
  if (after.status !== before.status)
    events.push({ action: 'status_changed', from: before.status, to: after.status, ...mark })
  if (after.feedback !== before.feedback) events.push({ action: 'feedback_changed' })
  if (after.archived !== before.archived)
    events.push({ action: after.archived === 1 ? 'archived' : 'unarchived', ...mark })
  if (after.assignee_id !== before.assignee_id) events.push(...assignmentBetween(before, after, mark))
  if (after.quarantined < before.quarantined) events.push({ action: 'released' })
  return events
}
