import { DEFAULT_SIGN_IN_SETTINGS } from '../../contract/accounts/sign-in-settings.ts'
import type { Db } from '../../server/platform/database/tables.ts'
import type { OidcSettings } from '../../server/platform/oidc/oidc-settings.ts'

/** A provider for tests that never ask it anything. */
export const UNASKED_PROVIDER: OidcSettings = {
  ...{ issuer: 'https://id.example.com', clientId: 'wellhead', clientSecret: 'secret', name: 'Example ID' },
}

/** Makes company accounts the only way in for all but owners. */
export async function endOtherWays(db: Db): Promise<void> {
  const singleSignOn = { ...DEFAULT_SIGN_IN_SETTINGS.singleSignOn, only: true }
  const settings = JSON.stringify({ ...DEFAULT_SIGN_IN_SETTINGS, singleSignOn })
  await db.insertInto('sign_in_settings').values({ id: 1, settings }).execute()
}
