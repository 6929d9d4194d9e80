import type { Configuration, ExportedJWKSCache, ServerMetadata } from 'openid-client'
import * as z from 'zod'
import { boundedFetch } from './bounded-fetch.ts'
import { explainOidcError, OidcFault } from './oidc-fault.ts'
import type { OidcSettings } from './oidc-settings.ts'

/** For all requests of one exchange with the provider, in milliseconds. */
const DEADLINE_MS = 8_000
/** How long what the provider says of itself is believed, and for how long it is not asked again after a failure, in milliseconds. */
const METADATA_MS = 60 * 60_000
const PAUSE_MS = 5_000
/** Exchanges that may be under way at once. */
const MOST_EXCHANGES = 16

const SCOPE = 'openid email profile'
const LONGEST_SUBJECT = 255

/** What ties a response to the request: the caller keeps it, sealed, in the person's browser. */
type OidcFlow = { state: string; nonce: string; verifier: string }

/** Who has signed in at the provider. Only issuer and subject together say who it is. */
export type OidcIdentity = {
  issuer: string
  subject: string
  email: string | null
  isEmailVerified: boolean
  /** The domain whose Google Workspace has the account; null elsewhere. */
  hostedDomain: string | null
  name: string | null
}

/** Signs people in at a provider of OpenID Connect. */
export type OidcClient = {
  /** @returns where the person signs in, and what to keep for {@link OidcClient.finish} @throws {OidcFault} */
  begin(): Promise<{ url: URL; flow: OidcFlow }>
  /** @param response the address to which the provider has sent the person back @throws {OidcFault} */
  finish(response: URL, flow: OidcFlow): Promise<OidcIdentity>
}

/** Loads the library at the first sign-in, which keeps the start fast. */
const library = () => import('openid-client')

/**
 * Makes the client. What the provider says of itself is read at the first sign-in, once for all who wait, so that a provider that
 * is away holds up nobody else.
 * @param options.redirectUrl as it is registered at the provider
 * @param options.deadlineMs for all requests of one exchange
 * @param options.now milliseconds of a clock that is never set back
 */
export function createOidcClient(
  settings: OidcSettings,
  {
    redirectUrl,
    deadlineMs = DEADLINE_MS,
    now = () => performance.now(),
  }: { redirectUrl: string; deadlineMs?: number; now?: () => number },
): OidcClient {
  let metadata: { value: ServerMetadata; until: number } | undefined
  let reading: Promise<ServerMetadata> | undefined
  let pausedUntil = 0
  let keys: ExportedJWKSCache | undefined
  let exchanges = 0

  const read = async (): Promise<ServerMetadata> => {
    try {
      const value = await discover(settings, deadlineMs)
      metadata = { value, until: now() + METADATA_MS }
      return value
    } catch (error) {
      pausedUntil = now() + PAUSE_MS
      throw explainOidcError(error)
    } finally {
      reading = undefined
    }
  }

  const obtainMetadata = (): Promise<ServerMetadata> => {
    if (metadata && metadata.until > now()) return Promise.resolve(metadata.value)
    if (!reading && pausedUntil > now()) throw new OidcFault('away', 'paused')
    reading ??= read()
    return reading
  }

  const exchange = async (response: URL, flow: OidcFlow): Promise<OidcIdentity> => {
    const { setJwksCache, getJwksCache } = await library()
    const configuration = await configure(settings, await obtainMetadata(), deadlineMs)
    if (keys) setJwksCache(configuration, keys)
    try {
      return await redeem(configuration, response, flow)
    } finally {
      keys = getJwksCache(configuration) ?? keys
    }
  }

  return {
    begin: async () => {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge, ...random } = await library()
      const configuration = await configure(settings, await obtainMetadata(), deadlineMs)
      const flow = {
        state: random.randomState(),
        nonce: random.randomNonce(),
        verifier: random.randomPKCECodeVerifier(),
      }
      const url = buildAuthorizationUrl(configuration, {
        ...{ redirect_uri: redirectUrl, scope: SCOPE, state: flow.state, nonce: flow.nonce },
        ...{ code_challenge: await calculatePKCECodeChallenge(flow.verifier), code_challenge_method: 'S256' },
      })
      return { url, flow }
    },
    finish: async (response, flow) => {
      if (exchanges >= MOST_EXCHANGES) throw new OidcFault('away', 'busy')
      exchanges += 1
      try {
        return await exchange(response, flow)
      } catch (error) {
        throw explainOidcError(error)
      } finally {
        exchanges -= 1
      }
    },
  }
}

/** Reads what the provider says of itself. */
async function discover(settings: OidcSettings, deadlineMs: number): Promise<ServerMetadata> {
  const { allowInsecureRequests, customFetch, discovery } = await library()
  const found = await discovery(new URL(settings.issuer), settings.clientId, undefined, undefined, {
    [customFetch]: boundedFetch(AbortSignal.timeout(deadlineMs)),
    execute: isInsecure(settings) ? [allowInsecureRequests] : [],
  })
  const value = found.serverMetadata()
  // The library forgives a slash at the end, and for Entra ID another tenant.
  if (value.issuer !== settings.issuer) throw new OidcFault('refused', 'issuer_differs_from_settings')
  return value
}

/** Makes the library's client of one exchange. */
async function configure(settings: OidcSettings, metadata: ServerMetadata, deadlineMs: number): Promise<Configuration> {
  const client = await library()
  const methods = metadata.token_endpoint_auth_methods_supported
  // Without a word of it, the standard says `client_secret_basic`.
  const authenticate =
    methods?.includes('client_secret_basic') === false ? client.ClientSecretPost : client.ClientSecretBasic
  const { clientId, clientSecret } = settings
  const configuration = new client.Configuration(metadata, clientId, clientSecret, authenticate(clientSecret))
  configuration[client.customFetch] = boundedFetch(AbortSignal.timeout(deadlineMs))
  // The code flow would let the connection alone prove who has issued the token: its signature is checked too.
  client.enableNonRepudiationChecks(configuration)
  if (isInsecure(settings)) client.allowInsecureRequests(configuration)
  return configuration
}

/** Only a provider on this machine may be without TLS: `oidc-settings.ts`. */
function isInsecure({ issuer }: OidcSettings): boolean {
  return issuer.startsWith('http:')
}

async function redeem(configuration: Configuration, response: URL, flow: OidcFlow): Promise<OidcIdentity> {
  const { authorizationCodeGrant, fetchUserInfo } = await library()
  const tokens = await authorizationCodeGrant(configuration, response, {
    ...{ pkceCodeVerifier: flow.verifier, expectedState: flow.state, expectedNonce: flow.nonce },
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims || claims.iss !== configuration.serverMetadata().issuer) throw new OidcFault('refused', 'other_issuer')
  // An identity is never stored cut off.
  if (claims.sub.length === 0 || claims.sub.length > LONGEST_SUBJECT) throw new OidcFault('refused', 'subject_too_long')
  const hasMore = claims.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
  // Some providers say the address in a second response only. Without it, a linked person signs in as well.
  const more = hasMore ? await fetchUserInfo(configuration, tokens.access_token, claims.sub).catch(() => ({})) : {}
  return identityOf({ ...more, ...claims })
}

const text = (most: number) => z.string().min(1).max(most).nullable().catch(null)

const claimsSchema = z.object({
  iss: z.string(),
  sub: z.string(),
  email: z.email().max(254).nullable().catch(null),
  email_verified: z.literal(true).or(z.literal(false)).catch(false),
  hd: text(253),
  name: text(1_000),
})

/** What counts of the claims: whatever is not as it should be counts as absent. */
function identityOf(claims: object): OidcIdentity {
  const { iss, sub, email, email_verified, hd, name } = claimsSchema.parse({
    hd: null,
    name: null,
    email: null,
    ...claims,
  })
  return { issuer: iss, subject: sub, email, isEmailVerified: email_verified, hostedDomain: hd, name }
}
