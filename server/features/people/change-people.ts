import type { Kysely, Transaction } from 'kysely'
import type { AccountEvent } from '../../../contract/accounts/account-event.ts'
import type { Person, PersonChange } from '../../../contract/accounts/people.ts'
import type { AssignedPosting } from '../../../contract/policies/policy.ts'
import { lockRow } from '../../platform/database/row-locks.ts'
import type { Db, Tables } from '../../platform/database/tables.ts'
import { notFound, RequestError } from '../../platform/http/request-error.ts'
import type { Account } from '../accounts/account-queries.ts'
import { confirmAddress, storeAddress } from '../accounts/manage-accounts.ts'
import type { SecurityMailServices } from '../accounts/security-mails/security-mails.ts'
import { endAccess } from '../accounts/session-queries.ts'
import { recordAction, recordActions } from '../audit/audit-queries.ts'
import type { Services } from '../feature.ts'
import { changeInTurn, listPeople, refusedField, replaceAssignments, requirePostings } from './people-queries.ts'

/** Who changes which person, and when; `by` is null for the operator. */
export type PersonAction = { by: Account | null; id: number; now: Date }

/**
 * Changes a person. What the person may do changes with the next request. The address of before is told of another one; naming the one
 * that the person typed makes it one that others gave. Wake the outbox afterwards. A role other than a hiring manager's takes the postings away.
 * @returns the person as stored
 * @throws {RequestError} `not_found`; `last_owner` where no owner would be left; `invalid_request` for postings that do not exist, or
 * that the role does not have
 */
export function changePerson(
  { db, hash, securityMails }: Pick<Services, 'db' | 'hash'> & { securityMails: SecurityMailServices | null },
  { by, id, now }: PersonAction,
  change: PersonChange,
): Promise<Person> {
  return changeInTurn(db, by, async (trx) => {
    // The person may change the own address at this moment.
    await lockRow(trx, 'accounts', id, 'no key update')
    const before = await requirePerson(trx, id)
    const { role = before.role, displayName = before.displayName, email = before.email } = change
    if (role !== 'owner') await requireAnotherOwner(trx, before)
    const assignments = await takenOn(trx, before, change)
    const isOtherAddress = email !== before.email
    const isEmailConfirmed = isConfirmedAfter(before, change, by)
    const after: Person = { ...before, role, displayName, email, isEmailConfirmed, assignments }
    const events = eventsOf(before, after)
    if (change.email === before.email) await confirmAddress(trx, id, { by, now })
    if (events.length === 0 && !isOtherAddress) return after
    await trx.updateTable('accounts').set({ role, display_name: displayName }).where('id', '=', id).execute()
    await replaceAssignments(trx, id, assignments)
    if (role !== 'owner') await endInvitationsOf(trx, { by, id, now })
    const occurrences = events.map((event) => ({ id, subject: 'account' as const, event }))
    await recordActions(trx, { by, now }, occurrences)
    if (isOtherAddress) await changeAddress(trx, { hash, securityMails }, { id, email }, { by, now })
    return after
  })
}

async function changeAddress(
  trx: Transaction<Tables>,
  services: Pick<Services, 'hash'> & { securityMails: SecurityMailServices | null },
  { id, email }: Pick<Person, 'id' | 'email'>,
  { by, now }: Omit<PersonAction, 'id'>,
): Promise<void> {
  const before = await trx.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  await storeAddress({ trx, ...services }, { before, email }, { by, device: null, now })
}

/** Naming an address confirms it, also the one that the person typed; nobody confirms the own one. */
function isConfirmedAfter(before: Person, { email }: PersonChange, by: Account | null): boolean {
  const isOwn = by?.id === before.id
  if (email === undefined || (isOwn && email === before.email)) return before.isEmailConfirmed
  return email !== null && !isOwn
}

/** The postings that a person has after a change. */
async function takenOn(trx: Transaction<Tables>, before: Person, { role, assignments }: PersonChange) {
  if ((role ?? before.role) !== 'hiring_manager') {
    if (assignments && assignments.length > 0)
      throw refusedField('assignments', 'Only hiring managers are given postings')
    return []
  }
  if (!assignments) return before.assignments
  await requirePostings(trx, assignments)
  return assignments.toSorted((one, other) => one.jobId - other.jobId)
}

/** What is recorded here: a change of the address records itself. */
function eventsOf(before: Person, after: Person): AccountEvent[] {
  const moved = differenceOf(before.assignments, after.assignments)
  return [
    ...(after.role === before.role ? [] : [{ action: 'role_changed', from: before.role, to: after.role } as const]),
    ...(moved ? [{ action: 'assignments_changed', ...moved } as const] : []),
    ...(after.displayName === before.displayName ? [] : [{ action: 'display_name_changed' } as const]),
  ]
}

function differenceOf(before: readonly AssignedPosting[], after: readonly AssignedPosting[]) {
  const has = (all: readonly AssignedPosting[], { jobId, decides }: AssignedPosting) =>
    all.some((each) => each.jobId === jobId && each.decides === decides)
  const given = after.filter((each) => !has(before, each))
  const taken = before.flatMap(({ jobId }) => (after.some((each) => each.jobId === jobId) ? [] : [jobId]))
  return given.length + taken.length > 0 ? { given, taken } : undefined
}

/**
 * Ends the access of a person at once: every session, the calendar feed, the digest, and the invitations by which the person could come
 * back. The work stays, under the person's name.
 * @returns the person as stored
 * @throws {RequestError} `not_found`; `last_owner` where no owner would be left
 */
export function deactivatePerson(db: Kysely<Tables>, { by, id, now }: PersonAction): Promise<Person> {
  return changeInTurn(db, by, async (trx) => {
    const before = await requirePerson(trx, id)
    if (before.deactivatedAt !== null) return before
    await requireAnotherOwner(trx, before)
    const deactivatedAt = now.toISOString()
    // First the account: a sign-in under way then either has its session ended here, or finds the account deactivated.
    await trx.updateTable('accounts').set({ deactivated_at: deactivatedAt }).where('id', '=', id).execute()
    await endAccess(trx, { id, by, now })
    await endInvitationsOf(trx, { by, id, now })
    await recordAction(trx, { by, now, id, subject: 'account', event: { action: 'deactivated' } })
    return { ...before, deactivatedAt }
  })
}

/**
 * Lets a deactivated person sign in again, with the password and the role of before.
 * @returns the person as stored
 * @throws {RequestError} `not_found`
 */
export function reactivatePerson(db: Kysely<Tables>, { by, id, now }: PersonAction): Promise<Person> {
  return changeInTurn(db, by, async (trx) => {
    const before = await requirePerson(trx, id)
    if (before.deactivatedAt === null) return before
    await trx.updateTable('accounts').set({ deactivated_at: null }).where('id', '=', id).execute()
    await recordAction(trx, { by, now, id, subject: 'account', event: { action: 'reactivated' } })
    return { ...before, deactivatedAt: null }
  })
}

/** Ends the open invitations of a person who may not invite any more. */
async function endInvitationsOf(trx: Transaction<Tables>, { by, id, now }: PersonAction): Promise<void> {
  const ended = await trx.deleteFrom('invitations').where('invited_by_id', '=', id).returning(['id', 'role']).execute()
  const occurrences = ended.map((invitation) => ({
    id,
    subject: 'account' as const,
    event: { action: 'invitation_withdrawn', invitationId: invitation.id, role: invitation.role } as const,
  }))
  await recordActions(trx, { by, now }, occurrences)
}

/** The person of a number. @throws {RequestError} `not_found` */
export async function requirePerson(trx: Transaction<Tables>, id: number): Promise<Person> {
  const [person] = await listPeople(trx, id)
  if (!person) throw notFound('There is no such person.')
  return person
}

/**
 * Keeps the last owner who can sign in, in the turn of the change that would end that. @throws {RequestError} `last_owner`
 */
export async function requireAnotherOwner(
  trx: Db,
  { id, role, deactivatedAt }: Pick<Person, 'id' | 'role' | 'deactivatedAt'>,
): Promise<void> {
  if (role !== 'owner' || deactivatedAt !== null) return
  const others = trx.selectFrom('accounts').select('id').where('role', '=', 'owner').where('id', '!=', id)
  if ((await others.where('deactivated_at', 'is', null).executeTakeFirst()) !== undefined) return
  const message = 'This is the last owner who can sign in. Make another person an owner first, then try again.'
  throw new RequestError('last_owner', message)
}
