import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import type { OidcSettings } from '../../server/platform/oidc/oidc-settings.ts'

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
