import type { Feature, Services } from '../feature.ts'
import { countPasskeysOfOtherHosts } from './passkey-queries.ts'
import { passkeyRoutes } from './passkey-routes.ts'
import { passkeySignInRoutes } from './passkey-sign-in-routes.ts'
import { relyingPartyOf } from './relying-party.ts'

/** Passkeys: a person's own, and signing in with one. */
export const passkeys = {
  name: 'passkeys',
  routes: [passkeyRoutes, passkeySignInRoutes],
  onStart: sayWhichAreUseless,
} satisfies Feature

/** A passkey is for one host: after another one in `PUBLIC_URL` no browser offers it. */
async function sayWhichAreUseless(services: Services): Promise<void> {
  const { rpId } = relyingPartyOf(services)
  const count = await countPasskeysOfOtherHosts(services.db, rpId)
  if (count > 0) services.log.warn({ passkeys: count, host: rpId }, 'passkeys of another host do not work here')
}
