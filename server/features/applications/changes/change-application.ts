import type { InterviewChoice } from '../../../../contract/interviews/interview-terms.ts'
import { APPLICATIONS } from '../../../../contract/policies/applications-policy.ts'
import { isDifferent } from '../../../platform/database/row-versions.ts'
import { changedMeanwhile, RequestError } from '../../../platform/http/request-error.ts'
import { isPermitted } from '../../accounts/require-access.ts'
import type { Action } from '../../audit/audit-queries.ts'
import type { Services } from '../../feature.ts'
import { presentWithoutHold } from '../stored/application-presenter.ts'
import { type ApplicationChanges, type ApplicationWithResume, applicationGone } from '../stored/application-queries.ts'
import { applyChanges, lockAndFind, moveOfPlanning } from './apply-changes.ts'
import { findConflicts } from './find-conflicts.ts'
import { SET_ASIDE_MESSAGE, whyHidden } from './set-aside.ts'

/**
 * Changes an application and records what has become different.
 * A date without a status plans an interview, which moves the application to Interview where the admin may decide about it.
 * @param options.readVersion the version that the admin has seen; without it the change is made to whatever is stored
 * @param options.interviews what becomes of planned interviews where the change ends the application
 * @throws {RequestError} `not_found`, `invalid_request` for one that is set aside to be erased, or `changed_meanwhile` where another
 * request has changed the same column since
 */
export function changeApplication(
  { db, ...services }: Pick<Services, 'db' | 'messages' | 'decidedInterviews'>,
  { id, ...author }: Action,
  changes: ApplicationChanges,
  { readVersion, interviews }: { readVersion: number | undefined; interviews: InterviewChoice | undefined },
): Promise<ApplicationWithResume> {
  return db.transaction().execute(async (trx) => {
    const before = (await lockAndFind(trx, [id])).get(id)
    if (!before) throw applicationGone()
    requireKept(before)
    if (!isDifferent(before, changes)) return before
    const since = (await findConflicts(trx, changes, [{ row: before, version: readVersion }])).get(id)
    if (since) throw changedMeanwhile(presentWithoutHold(before), since)
    const plans = changes.status === undefined && changes.interview_date
    const decides = plans && (await isPermitted(trx, author.by, APPLICATIONS.decide, before.job_id))
    const move = decides ? moveOfPlanning(before) : {}
    const { after } = await applyChanges({ trx, ...services }, author, [before], {
      ...{ changes: { ...changes, ...move }, interviews },
      needsNoMessage: move.status !== undefined,
    })
    return after[0] ?? before
  })
}

/** One that is held as spam can be changed: its release is such a change. */
function requireKept(application: ApplicationWithResume): void {
  if (whyHidden(application) === 'set_aside') throw new RequestError('invalid_request', SET_ASIDE_MESSAGE)
}
