import { type Assignment, type MadeAssignment, seesApplications } from '../../../../contract/team/assignments.ts'
import { lockRow } from '../../../platform/database/row-locks.ts'
import type { Account } from '../../accounts/account-queries.ts'
import type { Services } from '../../feature.ts'
import { type Author, lockAndFind } from '../changes/apply-changes.ts'
import { changeNamed, refuse } from '../changes/change-applications.ts'
import { listAssignees } from '../stored/assignees.ts'
import { notifyAssigned } from './notify-assigned.ts'

/**
 * Assigns applications to a person, or to nobody, in one transaction. Those that the person does not see are refused one by one, as
 * are those that were deleted, are quarantined, or that another request has assigned since they were read. Can be undone like a
 * decision. The person is told, unless it is the one who assigns.
 */
export async function assignApplications(
  { db, outbox, config, ...services }: Pick<Services, 'db' | 'outbox' | 'config' | 'messages' | 'decidedInterviews'>,
  author: Author & { by: Account },
  { assigneeId, applications }: Assignment,
): Promise<MadeAssignment> {
  const assigned = await db.transaction().execute(async (trx) => {
    // Before the applications, as the removal of the account locks them.
    if (assigneeId !== null) await lockRow(trx, 'accounts', assigneeId, 'key share')
    const stored = await lockAndFind(
      trx,
      applications.map(({ id }) => id),
    )
    const person = (await listAssignees(trx, author.by)).find(({ id }) => id === assigneeId)
    const unseen = [...stored.values()].filter(
      ({ quarantined, job_id }) =>
        assigneeId !== null && quarantined === 0 && !(person && seesApplications(person, job_id)),
    )
    const refused = unseen.map((row) => refuse(row.id, row, 'not_a_viewer' as const))
    const isRefused = new Set(unseen.map(({ id }) => id))
    const made = await changeNamed({ trx, ...services }, author, {
      changes: { assignee_id: assigneeId },
      named: applications.filter(({ id }) => !isRefused.has(id)),
    })
    const given = made.changed.map(({ id }) => id).filter((id) => stored.get(id)?.assignee_id !== assigneeId)
    if (assigneeId !== null && made.id !== null && given.length > 0) {
      const { by, now } = author
      const assignment = { changeId: made.id, to: assigneeId, applications: given, by }
      await notifyAssigned(trx, assignment, { now, publicUrl: config.publicUrl })
    }
    return { ...made, refused: [...made.refused, ...refused] }
  })
  outbox.wake()
  return assigned
}
