import type { AccountRow, Db } from '../../platform/database/tables.ts'
import { RequestError } from '../../platform/http/request-error.ts'
import type { Services } from '../feature.ts'

/** The stored hash of an account without a password: none is right for it until one is set. */
export const NO_PASSWORD = ''

declare module '../feature.ts' {
  interface Services {
    /** Whether all but owners sign in with a company account only. */
    onlyCompanyAccounts(): Promise<boolean>
  }
}

/**
 * Refuses what is not the only way in. Owners keep all of theirs, which is the way back when the provider is away. Call it once it is
 * proved who asks, so that it tells nobody else what an account is.
 * @throws {RequestError} `single_sign_on_only`
 */
export async function requireWayIn(
  { onlyCompanyAccounts }: Pick<Services, 'onlyCompanyAccounts'>,
  { role }: Pick<AccountRow, 'role'>,
): Promise<void> {
  if (role === 'owner' || !(await onlyCompanyAccounts())) return
  throw new RequestError('single_sign_on_only', 'People sign in with their company account here. Please use that.')
}

/**
 * Keeps the last way in of an account, in the transaction that has taken one away, with the account locked. Not called for what has opened nothing,
 * such as a passkey of another host.
 * @param services.isOnly whether company accounts are the only way in, read before the transaction
 * @throws {RequestError} `last_way_in`
 */
export async function requireAnotherWayIn(
  trx: Db,
  accountId: number,
  { config: { publicUrl, oidc }, isOnly }: Pick<Services, 'config'> & { isOnly: boolean },
): Promise<void> {
  const { role, hasPassword, hasPasskey, hasIdentity } = await trx
    .selectFrom('accounts')
    .where('id', '=', accountId)
    .select('role')
    .select(({ eb, exists, selectFrom }) => [
      eb('password_hash', '!=', NO_PASSWORD).as('hasPassword'),
      exists(
        selectFrom('passkeys')
          .select('id')
          .where('account_id', '=', accountId)
          .where('rp_id', '=', new URL(publicUrl).hostname),
      ).as('hasPasskey'),
      exists(
        selectFrom('linked_identities')
          .select('id')
          .where('account_id', '=', accountId)
          .where('issuer', '=', oidc?.issuer ?? ''),
      ).as('hasIdentity'),
    ])
    .executeTakeFirstOrThrow()
  if (hasIdentity || ((role === 'owner' || !isOnly) && (hasPassword || hasPasskey))) return
  const message = 'You could not sign in any more: this is your only way in. Add another one first.'
  throw new RequestError('last_way_in', message)
}
