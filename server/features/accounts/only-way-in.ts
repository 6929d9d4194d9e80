import type { AccountRow } from '../../platform/database/tables.ts'
import { RequestError } from '../../platform/http/request-error.ts'
import type { Services } from '../feature.ts'

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
