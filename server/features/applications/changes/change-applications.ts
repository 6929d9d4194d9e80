import type { Transaction } from 'kysely'
import type {
  ApplicationChange,
  ChangeApplications,
  MadeChange,
  NamedApplication,
  RefusedApplication,
} from '../../../../contract/applications/application-changes.ts'
import { MESSAGES } from '../../../../contract/policies/messages-policy.ts'
import { isDifferent } from '../../../platform/database/row-versions.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import type { Account } from '../../accounts/account-queries.ts'
import { permittedTo } from '../../accounts/seen-by.ts'
import type { Services } from '../../feature.ts'
import { listMessagesOfChange } from '../../messages/decision-messages.ts'
import { presentWithoutHold } from '../stored/application-presenter.ts'
import type { ApplicationChanges, ApplicationWithResume } from '../stored/application-queries.ts'
import { undoableUntil } from './application-change-queries.ts'
import { type Author, applyChanges, lockAndFind } from './apply-changes.ts'
import { findConflicts, findRepeatedChange, type ReadApplication } from './find-conflicts.ts'
import { whyHidden } from './set-aside.ts'

/**
 * Gives applications a status, or archives or unarchives them, in one transaction. Those that were deleted, are
 * quarantined, or were decided by another request since the admin has read them are refused one by one, and the others
 * are changed. A repeated request gets the response of the first.
 */
export function changeApplications(
  { db, ...services }: Pick<Services, 'db' | 'messages' | 'decidedInterviews'>,
  author: Author & { by: Account },
  { change, message, applications: named }: ChangeApplications,
): Promise<MadeChange> {
  return db.transaction().execute(async (trx) => {
    const { interviews } = change
    const changing = { changes: columnsOf(change), named, message, interviews }
    const made = await changeNamed({ trx, ...services }, author, changing)
    const messages = await listMessagesOfChange(permittedTo(trx, author.by, MESSAGES.write), made.id)
    return { ...made, messages: { ...messages, sendsMail: services.messages.sendsMail } }
  })
}

/** What is done to the applications that a request names. */
type NamedChange = Pick<ChangeApplications, 'message'> & {
  changes: ApplicationChanges
  named: readonly NamedApplication[]
  interviews?: ApplicationChange['interviews']
}

/** Makes a change to those of some applications that nothing speaks against, in the transaction of the caller. */
export async function changeNamed(
  services: { trx: Transaction<Tables> } & Pick<Services, 'messages' | 'decidedInterviews'>,
  author: Author,
  { changes, named, message, interviews }: NamedChange,
): Promise<Omit<MadeChange, 'messages'>> {
  const { trx } = services
  const ids = named.map(({ id }) => id)
  const { changing, refused, unchanged } = await sortNamed(trx, changes, named, await lockAndFind(trx, ids))
  const applied = await applyChanges(services, author, changing, { changes, message, interviews })
  const { after, changeId, at } =
    applied.changeId === null
      ? await findRepeatedChange(trx, author, changes, unchanged)
      : { ...applied, at: author.now }
  const changed = new Set(after.map(({ id }) => id))
  return {
    id: changeId,
    undoableUntil: changeId === null ? null : undoableUntil(at).toISOString(),
    changed: after.map(presentWithoutHold),
    refused,
    unchanged: unchanged.map(({ row }) => row.id).filter((id) => !changed.has(id)),
  }
}

/**
 * Sorts the applications of a request: those to be changed, those that have the values already, and those that are refused,
 * also because others have decided about them since they were read.
 * @param stored locked
 */
export async function sortNamed(
  trx: Transaction<Tables>,
  changes: ApplicationChanges,
  named: readonly NamedApplication[],
  stored: ReadonlyMap<number, ApplicationWithResume>,
) {
  const { different, refused, unchanged } = compare(changes, named, stored)
  const conflicts = await findConflicts(trx, changes, different)
  for (const { row } of different) {
    const since = conflicts.get(row.id)
    if (since) refused.push({ ...refuse(row.id, row, 'changed_meanwhile'), since })
  }
  const changing = different.map(({ row }) => row).filter(({ id }) => !conflicts.has(id))
  return { changing, refused, unchanged }
}

/** Sorts the applications of a request: those to be changed, with the versions that were read, and the others. */
function compare(
  changes: ApplicationChanges,
  named: readonly NamedApplication[],
  stored: ReadonlyMap<number, ApplicationWithResume>,
) {
  const refused: RefusedApplication[] = []
  const unchanged: ReadApplication[] = []
  const different: ReadApplication[] = []
  for (const { id, version } of named) {
    const row = stored.get(id)
    const hidden = row && whyHidden(row)
    if (!row) refused.push(refuse(id, undefined, 'not_found'))
    else if (hidden) refused.push(refuse(id, row, hidden))
    else if (!isDifferent(row, changes)) unchanged.push({ row, version })
    else different.push({ row, version })
  }
  return { different, refused, unchanged }
}

/** The columns of a change of status or archive. */
function columnsOf(change: ApplicationChange): ApplicationChanges {
  return 'status' in change ? { status: change.status } : { archived: change.archived ? 1 : 0 }
}

/** An application that a request does not change. @param row as it is stored; undefined when it was deleted */
export function refuse<Reason extends string>(id: number, row: ApplicationWithResume | undefined, reason: Reason) {
  return { id, name: row?.name ?? null, reason, stored: row ? presentWithoutHold(row) : null }
}
