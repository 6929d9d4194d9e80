import type { Transaction } from 'kysely'
import { ACCOUNT_MENU } from '../../../contract/accounts/account-menu.ts'
import type { Person } from '../../../contract/accounts/people.ts'
import { lockRow } from '../../platform/database/row-locks.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { RequestError } from '../../platform/http/request-error.ts'
import { queueSecurityMail, type SecurityMailServices } from '../accounts/security-mails/security-mails.ts'
import { endAccess } from '../accounts/session-queries.ts'
import { recordAction } from '../audit/audit-queries.ts'
import type { Services } from '../feature.ts'
import { type PersonAction, requirePerson } from './change-people.ts'
import { changeInTurn } from './people-queries.ts'

/**
 * Removes every second factor of a person who has lost theirs, with the recovery codes, and ends the access at once: the next sign-in
 * needs the password alone.
 * @returns the person as stored
 * @throws {RequestError} `not_found`; `invalid_request` for the own account, whose owner proves each change
 */
export function removeSecondFactors(
  { db, securityMails }: Pick<Services, 'db'> & { securityMails: SecurityMailServices | null },
  action: PersonAction,
): Promise<Person> {
  const { by, id, now } = action
  return changeInTurn(db, by, async (trx) => {
    const before = await requirePerson(trx, id)
    if (by?.id === id)
      throw new RequestError(
        'invalid_request',
        `Change your own second factors under ${ACCOUNT_MENU.signIn} in the menu.`,
      )
    await lockRow(trx, 'accounts', id)
    await deleteFactors(trx, id)
    await endAccess(trx, { id, by, now })
    await recordAction(trx, { by, now, id, subject: 'account', event: { action: 'second_factors_removed' } })
    const { username, displayName: display_name, email } = before
    const account = { id, username, display_name, email }
    await queueSecurityMail(trx, securityMails, { account, action: 'second_factors_removed', device: null, now })
    return { ...before, secondFactors: [] }
  })
}

async function deleteFactors(trx: Transaction<Tables>, accountId: number): Promise<void> {
  for (const table of ['totp_secrets', 'passkeys', 'recovery_codes'] as const)
    await trx.deleteFrom(table).where('account_id', '=', accountId).execute()
}
