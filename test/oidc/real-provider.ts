import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Adapter, type AdapterPayload, Provider } from 'oidc-provider'
import type { OidcSettings } from '../../server/platform/oidc/oidc-settings.ts'

/** How long what it makes is valid, in seconds. */
const HOUR = 3_600

/** What the provider says of a person, beside the subject, which is the typed login. */
type Claims = { email?: string; email_verified?: boolean; name?: string; hd?: string }

/**
 * A real provider of OpenID Connect on a port of its own: anyone signs in with any password.
 * @param redirectUrl where it sends people back to
 * @param people what it says of whom, by login; it may be changed
 */
export async function startProvider(redirectUrl: string, people: Record<string, Claims>) {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings: OidcSettings = {
    issuer,
    clientId: 'wellhead',
    clientSecret: 'secret of the tests',
    name: 'Example ID',
  }
  const provider = new Provider(issuer, {
    clients: [{ client_id: settings.clientId, client_secret: settings.clientSecret, redirect_uris: [redirectUrl] }],
    claims: { email: ['email', 'email_verified', 'hd'], profile: ['name'] },
    cookies: { keys: ['key of the tests'] },
    pkce: { required: () => true },
    // What the provider would otherwise choose itself, and warn of.
    adapter: makeMemory(),
    jwks: { keys: [generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })] },
    ttl: { AccessToken: HOUR, Grant: HOUR, IdToken: HOUR, Interaction: HOUR, Session: HOUR },
    findAccount: (_context, id) => ({ accountId: id, claims: async () => ({ sub: id, ...people[id] }) }),
  })
  server.on('request', provider.callback())
  return {
    issuer,
    settings,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Keeps what one provider makes, until that is stopped. */
function makeMemory(): (model: string) => Adapter {
  const stored = new Map<string, AdapterPayload>()
  return (model) => {
    const keyOf = (id: string) => `${model} ${id}`
    const find = async (matches: (payload: AdapterPayload) => boolean) => [...stored.values()].find(matches)
    return {
      upsert: async (id, payload) => void stored.set(keyOf(id), payload),
      find: async (id) => stored.get(keyOf(id)),
      findByUid: (uid) => find((payload) => payload.uid === uid),
      findByUserCode: (userCode) => find((payload) => payload.userCode === userCode),
      consume: async (id) =>
        void Object.assign(stored.get(keyOf(id)) ?? {}, { consumed: Math.floor(Date.now() / 1000) }),
      destroy: async (id) => void stored.delete(keyOf(id)),
      revokeByGrantId: async (grantId) => {
        for (const [key, payload] of stored) if (payload.grantId === grantId) stored.delete(key)
      },
    }
  }
}
