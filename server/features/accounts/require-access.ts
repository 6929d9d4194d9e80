import type { Kysely } from 'kysely'
import { may as isAllowed, type Permission, reachOf } from '../../../contract/policies/policy.ts'
import type { Db, Tables } from '../../platform/database/tables.ts'
import { notFound, RequestError } from '../../platform/http/request-error.ts'
import type { Actor } from '../audit/audit-queries.ts'
import { type Account, askerOf } from './account-queries.ts'
import { seenBy } from './seen-by.ts'

/** What the `:id` of an address may name, and what it is called where it is not found. */
const SUBJECTS = {
  application: 'application',
  job: 'posting',
  interview: 'interview',
  offer: 'offer of times',
  message: 'message',
  comment: 'comment',
  scorecard: 'scorecard',
  question: 'question',
  reply: 'reply',
} as const

/** What the `:id` of an address names. All of it belongs to a posting, which a hiring manager has or not. */
export type Subject = keyof typeof SUBJECTS

/** The tables of what belongs to an application. */
const TABLES = {
  interview: 'interviews',
  offer: 'interview_offers',
  message: 'mails',
  comment: 'comments',
  scorecard: 'scorecards',
  question: 'colleague_questions',
  reply: 'replies',
} as const

/** Refuses what the role may not do at all. @throws {RequestError} `forbidden` */
export function requireRole({ role }: Account, may: Permission): void {
  if (reachOf(role, may) === null) throw forbidden()
}

/**
 * Refuses what an account may not do to one subject. One that a hiring manager may not see is not found, in the same words and by the
 * same query as one that does not exist.
 * @throws {RequestError} `not_found`, or `forbidden` for one that may only be read
 */
export async function requireAccess(
  db: Kysely<Tables>,
  account: Account,
  { may, of, id }: { may: Permission; of: Subject; id: number },
): Promise<void> {
  requireRole(account, may)
  const reach = reachOf(account.role, may)
  if (reach === 'all') return
  const found = await findAssigned(seenBy(db, account), of, id)
  if (!found) throw notFound(`There is no such ${SUBJECTS[of]}.`)
  if (reach === 'deciding' && found.decides === 0) throw forbidden()
}

/**
 * Those of some applications to which an account may do something, in their order. The others are for it as if they did not exist.
 */
export async function permittedApplications(
  db: Kysely<Tables>,
  account: Account,
  may: Permission,
  ids: readonly number[],
): Promise<number[]> {
  const reach = reachOf(account.role, may)
  if (reach === 'all') return [...ids]
  if (reach === null || ids.length === 0) return []
  const rows = await selectAssigned(seenBy(db, account)).where('applications.id', 'in', ids).execute()
  const permitted = new Set(rows.flatMap(({ id, decides }) => (reach === 'assigned' || decides === 1 ? [id] : [])))
  return ids.filter((id) => permitted.has(id))
}

/**
 * Whether an account may do something to what belongs to a posting, by its role and postings as they are stored now: for what shows
 * only within a change, such as whether the applicant hears of it.
 */
export async function isPermitted(db: Db, { id }: Pick<Actor, 'id'>, may: Permission, jobId: number | null) {
  const account = await db
    .selectFrom('accounts')
    .select(['id', 'role'])
    .where('id', '=', id)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst()
  return account !== undefined && isAllowed(await askerOf(db, account), may, jobId)
}

/** A subject that a hiring manager sees, and whether the manager decides about its posting. */
function findAssigned(seen: Kysely<Tables>, of: Subject, id: number) {
  if (of === 'job')
    return seen.selectFrom('job_assignments').select('decides').where('job_id', '=', id).executeTakeFirst()
  const applications = selectAssigned(seen)
  if (of === 'application') return applications.where('applications.id', '=', id).executeTakeFirst()
  const ofSubject = seen.selectFrom(TABLES[of]).select('application_id').where('id', '=', id)
  return applications.where('applications.id', 'in', ofSubject).executeTakeFirst()
}

function selectAssigned(seen: Kysely<Tables>) {
  return seen
    .selectFrom('applications')
    .innerJoin('job_assignments', 'job_assignments.job_id', 'applications.job_id')
    .select(['applications.id', 'job_assignments.decides'])
}

function forbidden(): RequestError {
  return new RequestError('forbidden', 'Your role does not include this. An owner can change what you may do.')
}
