import type { Transaction } from 'kysely'
import type { MadeInvitation, NewInvitation } from '../../../contract/accounts/people.ts'
import type { AssignedPosting } from '../../../contract/policies/policy.ts'
import { PEOPLE_LIMITS } from '../../../contract/wire/limits.ts'
import { countRows } from '../../platform/database/count-rows.ts'
import type { InvitationRow, Tables } from '../../platform/database/tables.ts'
import { notFound, RequestError } from '../../platform/http/request-error.ts'
import { DECIDED, newMessageId, queueMails } from '../../platform/mail/mail-queue.ts'
import type { Account } from '../accounts/account-queries.ts'
import { recordAction, shownName } from '../audit/audit-queries.ts'
import type { Services } from '../feature.ts'
import { makeInvitationLink } from './invitation-links.ts'
import { changeInTurn, listInvitations, refusedField, requirePostings } from './people-queries.ts'

/** What making a link and sending it needs. */
type Inviting = Pick<Services, 'db' | 'clock' | 'config' | 'mail' | 'outbox'>

/**
 * Invites a person, by a link that is shown once or goes by mail.
 * @throws {RequestError} `invalid_request` for postings that do not exist, without a mail server where it is to go by mail, and where
 * there is no room for another person
 */
export async function invitePerson(
  services: Inviting,
  by: Account,
  { displayName, email, role, assignments, byMail }: NewInvitation,
): Promise<MadeInvitation> {
  const { db, clock, config, outbox } = services
  requireMailServer(services, byMail)
  const now = clock()
  const made = await changeInTurn(db, by, async (trx) => {
    await requireRoom(trx)
    await requirePostings(trx, assignments)
    const { url, columns } = makeInvitationLink({ publicUrl: config.publicUrl, now })
    const named = { display_name: displayName, email, role, invited_by: shownName(by), created_at: now.toISOString() }
    const invitation = { ...named, ...columns, invited_by_id: by.id }
    const { id } = await trx.insertInto('invitations').values(invitation).returning('id').executeTakeFirstOrThrow()
    await insertPostings(trx, id, assignments)
    if (byMail) await queueMail(trx, { id, by, now, publicUrl: config.publicUrl })
    const event = { action: 'invited', invitationId: id, role } as const
    await recordAction(trx, { by, now, id: by.id, subject: 'account', event })
    return presentMade(trx, id, byMail ? null : url)
  })
  if (byMail) outbox.wake()
  return made
}

/**
 * Gives an invitation a new link for another 72 hours. The old link ends, also one that is still on its way.
 * @throws {RequestError} `not_found`; `invalid_request` where the new link cannot go by mail
 */
export async function renewInvitation(
  services: Inviting,
  { by, id }: { by: Account; id: number },
  { byMail }: { byMail: boolean },
): Promise<MadeInvitation> {
  const { db, clock, config, outbox } = services
  const now = clock()
  const made = await changeInTurn(db, by, async (trx) => {
    const { url, columns } = makeInvitationLink({ publicUrl: config.publicUrl, now })
    const renewed = trx
      .updateTable('invitations')
      .set({ ...columns, invited_by: shownName(by), invited_by_id: by.id })
      .where('id', '=', id)
    const invitation = await renewed.returning(['email', 'role']).executeTakeFirst()
    if (!invitation) throw noInvitation()
    requireMailServer(services, byMail)
    if (byMail && invitation.email === null) throw refusedField('byMail', 'This invitation has no address.')
    // A mail that is under way would end the new link when it makes its own.
    await trx.deleteFrom('mails').where('invitation_id', '=', id).execute()
    if (byMail) await queueMail(trx, { id, by, now, publicUrl: config.publicUrl })
    const event = { action: 'invitation_renewed', invitationId: id, role: invitation.role } as const
    await recordAction(trx, { by, now, id: by.id, subject: 'account', event })
    return presentMade(trx, id, byMail ? null : url)
  })
  if (byMail) outbox.wake()
  return made
}

/** Withdraws an invitation: its link ends, also one that is still on its way. @throws {RequestError} `not_found` */
export function withdrawInvitation(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { by, id }: { by: Account; id: number },
): Promise<void> {
  const now = clock()
  return changeInTurn(db, by, async (trx) => {
    const withdrawn = await trx.deleteFrom('invitations').where('id', '=', id).returning('role').executeTakeFirst()
    if (!withdrawn) throw noInvitation()
    const event = { action: 'invitation_withdrawn', invitationId: id, role: withdrawn.role } as const
    await recordAction(trx, { by, now, id: by.id, subject: 'account', event })
  })
}

function requireMailServer({ mail }: Pick<Services, 'mail'>, byMail: boolean): void {
  if (!byMail || mail) return
  throw refusedField('byMail', 'This site has no mail server. Copy the link and pass it on yourself.')
}

async function requireRoom(trx: Transaction<Tables>): Promise<void> {
  const { accounts, invitations } = PEOPLE_LIMITS
  if ((await countRows(trx.selectFrom('accounts'))) >= accounts) throw noRoomForPeople()
  if ((await countRows(trx.selectFrom('invitations'))) < invitations) return
  throw new RequestError('invalid_request', `There are ${invitations} invitations already. Withdraw one of them first.`)
}

/** The refusal of one person more than an installation has room for. */
export function noRoomForPeople(): RequestError {
  return new RequestError(
    'invalid_request',
    `There are ${PEOPLE_LIMITS.accounts} people already, and no room for more.`,
  )
}

async function insertPostings(
  trx: Transaction<Tables>,
  id: number,
  assignments: readonly AssignedPosting[],
): Promise<void> {
  if (assignments.length === 0) return
  const rows = assignments.map(({ jobId, decides }) => ({
    ...{ invitation_id: id, job_id: jobId, decides: decides ? (1 as const) : (0 as const) },
  }))
  await trx.insertInto('invitation_jobs').values(rows).execute()
}

/** Stores the mail of an invitation, which makes its link when it leaves: no token stands in the database until then. */
async function queueMail(
  trx: Transaction<Tables>,
  { id, by, now, publicUrl }: { id: InvitationRow['id']; by: Account; now: Date; publicUrl: string },
): Promise<void> {
  const message_id = newMessageId(publicUrl)
  const mail = {
    ...({ kind: 'account_invitation', reason: `account_invitation:${message_id}`, invitation_id: id } as const),
    ...{ state: 'waiting' as const, message_id, username: shownName(by) },
  }
  await queueMails(trx, [mail], { now, place: DECIDED })
}

async function presentMade(trx: Transaction<Tables>, id: number, url: string | null): Promise<MadeInvitation> {
  const [invitation] = await listInvitations(trx, id)
  if (!invitation) throw noInvitation()
  return { invitation, url }
}

function noInvitation(): RequestError {
  return notFound('There is no such invitation, or not any more.')
}
