import type { Transaction } from 'kysely'
import type { NamedApplication, RefusedApplication } from '../../../../contract/applications/application-changes.ts'
import { isDecided } from '../../../../contract/applications/status-lists.ts'
import type { FilledJob, FillJob } from '../../../../contract/filling/filling.ts'
import { hashContent } from '../../../platform/database/content-hash.ts'
import { isOutdated } from '../../../platform/database/row-versions.ts'
import type { JobRow, Tables } from '../../../platform/database/tables.ts'
import { changedMeanwhile, RequestError } from '../../../platform/http/request-error.ts'
import type { Action } from '../../audit/audit-queries.ts'
import type { Services } from '../../feature.ts'
import { type ChangingJobs, commitJobChange, lockJob, type StoringJob } from '../../jobs/change-job.ts'
import { fillPosting } from '../../jobs/fill-posting.ts'
import { presentJob } from '../../jobs/job-fields.ts'
import { missingJob } from '../../jobs/missing-job.ts'
import { listMessagesOfChange } from '../../messages/decision-messages.ts'
import { findFilling, insertChange, undoableUntil } from '../changes/application-change-queries.ts'
import { type Author, applyChanges, lockAndFind } from '../changes/apply-changes.ts'
import { refuse, sortNamed } from '../changes/change-applications.ts'
import { type ApplicationWithResume, findApplication } from '../stored/application-queries.ts'
import { countOpen } from './open-applications.ts'

/** Applications that are decided with the same statements. */
const AT_ONCE = 500

const HIRED = { status: 'hired' } as const
const REJECTED = { status: 'rejected' } as const

type Filling = ChangingJobs & Pick<Services, 'messages' | 'decidedInterviews'>

/**
 * Fills a posting, hires the named application and rejects the named others, in one transaction and as one change that is
 * undone as a whole. Applications that others have decided about since the admin has read them are refused one by one; those
 * that are not named stay unchanged. A repeated request gets the response of the first.
 * @throws {RequestError} `not_found`; `changed_meanwhile` when another version of the posting is stored, it is filled already,
 * or others have decided about the one to hire; `invalid_request` for applications of other postings
 */
export function fillJob(services: Filling, { id, ...author }: Action, filling: FillJob): Promise<FilledJob> {
  return commitJobChange(services, author, async (trx, record) => {
    const before = await lockJob(trx, id)
    if (!before) throw await missingJob(trx, id)
    const { hired, reject } = filling
    const ids = [...(hired ? [hired] : []), ...reject].map((one) => one.id)
    const stored = await lockAndFind(trx, ids)
    if ([...stored.values()].some(({ job_id }) => job_id !== id)) throw ofAnotherPosting()
    const filled = { before, stored, author }
    if (before.status === 'filled') return repeatFilling(trx, services, filled, filling)
    if (isOutdated(before, filling.version)) throw changedMeanwhile(presentJob(before))
    return fillLocked({ ...services, trx, record }, filled, filling)
  })
}

/** A posting and its named applications, locked, and who fills it. */
type Locked = { before: JobRow; stored: ReadonlyMap<number, ApplicationWithResume>; author: Author }

async function fillLocked(
  services: Filling & StoringJob,
  { before, stored, author }: Locked,
  filling: FillJob,
): Promise<FilledJob> {
  const { trx, messages, decidedInterviews } = services
  const { hired: hiring, reject, message, interviews } = filling
  const hired = hiring ? await requireHirable(trx, hiring, stored) : []
  const { rejected, refused } = await sortRejected(trx, reject, stored)
  const { id, status, is_active, closed_date } = before
  const recordOf = (row: ApplicationWithResume) => ({ id: row.id, before: { status: row.status } })
  const changeId = await insertChange(trx, {
    change: REJECTED,
    applications: [...hired.map((row) => ({ ...recordOf(row), given: HIRED })), ...rejected.map(recordOf)],
    posting: {
      ...{ id, before: { status, is_active, closed_date } },
      ...{ by: author.by.id, requested: hashContent(filling) },
    },
    now: author.now,
  })
  const mark = { changeId, hired: hired.length, rejected: rejected.length }
  const after = await fillPosting(services, before, { mark, now: author.now })
  const deciding = { trx, messages, decidedInterviews }
  await applyChanges(deciding, author, hired, { changes: HIRED, partOf: changeId })
  for (let start = 0; start < rejected.length; start += AT_ONCE) {
    const rows = rejected.slice(start, start + AT_ONCE)
    await applyChanges(deciding, author, rows, { changes: REJECTED, partOf: changeId, message, interviews })
  }
  const outcome = { changeId, at: author.now, hiredId: hiring?.id, rejected: rejected.length, refused }
  return present(trx, services, after, outcome)
}

function ofAnotherPosting(): RequestError {
  return new RequestError('invalid_request', 'Name applications of this posting only.')
}

/** @returns the application to hire; none where that has happened already */
async function requireHirable(
  trx: Transaction<Tables>,
  named: NamedApplication,
  stored: ReadonlyMap<number, ApplicationWithResume>,
): Promise<ApplicationWithResume[]> {
  const { changing, refused } = await sortNamed(trx, HIRED, [named], stored)
  if (refused.length > 0 || stored.get(named.id)?.archived === 1)
    throw new RequestError(
      'changed_meanwhile',
      'The application of who is to be hired was changed after you read it, so nothing was done. Choose again.',
    )
  return changing
}

/** Sorts the applications to reject: one that is no longer open was decided about meanwhile. */
async function sortRejected(
  trx: Transaction<Tables>,
  named: readonly NamedApplication[],
  stored: ReadonlyMap<number, ApplicationWithResume>,
): Promise<{ rejected: ApplicationWithResume[]; refused: RefusedApplication[] }> {
  const { changing, refused } = await sortNamed(trx, REJECTED, named, stored)
  const isLate = ({ status, archived }: ApplicationWithResume) => isDecided({ status, archived: archived === 1 })
  const late = changing.filter(isLate).map((row) => refuse(row.id, row, 'changed_meanwhile'))
  return { rejected: changing.filter((row) => !isLate(row)), refused: [...refused, ...late] }
}

/**
 * The response to a request whose first attempt has filled the posting.
 * @throws {RequestError} `changed_meanwhile` where another request has
 */
async function repeatFilling(
  trx: Transaction<Tables>,
  services: Filling,
  { before, stored, author }: Locked,
  filling: FillJob,
): Promise<FilledJob> {
  const made = await findFilling(trx, { id: before.id, at: before.closed_date ?? '' })
  const isRepeated = made?.posting.by === author.by.id && made.posting.requested === hashContent(filling)
  if (!made || !isRepeated) throw changedMeanwhile(presentJob(before))
  const { hired, reject } = filling
  const rejected = new Set(made.applications.map(({ id }) => id).filter((id) => id !== hired?.id))
  const refused = reject.flatMap(({ id }) => {
    const row = stored.get(id)
    return rejected.has(id) || row?.status === 'rejected'
      ? []
      : [refuse(id, row, row ? 'changed_meanwhile' : 'not_found')]
  })
  const outcome = { changeId: made.id, at: new Date(made.at), hiredId: hired?.id, rejected: rejected.size, refused }
  return present(trx, services, before, outcome)
}

async function present(
  trx: Transaction<Tables>,
  { messages }: Pick<Services, 'messages'>,
  job: JobRow,
  outcome: {
    changeId: number
    at: Date
    hiredId: number | undefined
    rejected: number
    refused: readonly RefusedApplication[]
  },
): Promise<FilledJob> {
  const { changeId, at, hiredId, rejected, refused } = outcome
  const hired = hiredId === undefined ? undefined : await findApplication(trx, hiredId)
  return {
    job: presentJob(job),
    changeId,
    undoableUntil: undoableUntil(at).toISOString(),
    hired: hired ? { id: hired.id, name: hired.name } : null,
    rejected,
    refused: refused.map(({ id, name, reason }) => ({ id, name, reason })),
    stillOpen: await countOpen(trx, job.id),
    messages: { ...(await listMessagesOfChange(trx, changeId)), sendsMail: messages.sendsMail },
  }
}
