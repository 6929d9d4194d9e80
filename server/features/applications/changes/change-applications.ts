import type { Kysely } from 'kysely'
import type {
  ApplicationChange,
  MadeChange,
  NamedApplication,
  RefusedApplication,
} from '../../../../contract/application-changes.ts'
import { isDifferent, isOutdated } from '../../../platform/database/row-versions.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { presentApplication } from '../application-presenter.ts'
import type { ApplicationChanges, ApplicationWithResume } from '../application-queries.ts'
import { undoableUntil } from './application-change-queries.ts'
import { type Author, applyChanges, columnsOf, lockAndFind } from './apply-changes.ts'

/**
 * Gives applications a status, or archives or unarchives them, in one transaction. Those that were deleted, are
 * quarantined, or have another version than the admin has seen are refused one by one, and the others are changed.
 * @param named each application once
 */
export function changeApplications(
  db: Kysely<Tables>,
  author: Author,
  change: ApplicationChange,
  named: readonly NamedApplication[],
): Promise<MadeChange> {
  const changes = columnsOf(change)
  return db.transaction().execute(async (trx) => {
    const ids = named.map(({ id }) => id)
    const { different, refused, unchanged } = compare(changes, named, await lockAndFind(trx, ids))
    const { after, changeId } = await applyChanges(trx, author, different, { changes })
    return {
      id: changeId,
      undoableUntil: changeId === null ? null : undoableUntil(author.now).toISOString(),
      changed: after.map(presentApplication),
      refused,
      unchanged,
    }
  })
}

function compare(
  changes: ApplicationChanges,
  named: readonly NamedApplication[],
  stored: ReadonlyMap<number, ApplicationWithResume>,
) {
  const refused: RefusedApplication[] = []
  const unchanged: number[] = []
  const different: ApplicationWithResume[] = []
  for (const { id, version } of named) {
    const row = stored.get(id)
    if (!row) refused.push(refuse(id, undefined, 'not_found'))
    else if (row.quarantined === 1) refused.push(refuse(id, row, 'quarantined'))
    else if (!isDifferent(row, changes)) unchanged.push(id)
    else if (isOutdated(row, version)) refused.push(refuse(id, row, 'changed_meanwhile'))
    else different.push(row)
  }
  return { different, refused, unchanged }
}

/** An application that a request does not change. @param row as it is stored; undefined when it was deleted */
export function refuse(
  id: number,
  row: ApplicationWithResume | undefined,
  reason: RefusedApplication['reason'],
): RefusedApplication {
  return { id, name: row?.name ?? null, reason, stored: row ? presentApplication(row) : null }
}
