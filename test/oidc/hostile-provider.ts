import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { OidcSettings } from '../../server/platform/oidc/oidc-settings.ts'

/** How the provider misbehaves; as a rule it does not. */
export type Misbehaviour = {
  /** How it answers at one of its addresses, in place of the right answer. */
  at?: 'discovery' | 'jwks' | 'token'
  answers?: 'never' | 'slowly without end' | 'with megabytes' | 'with a redirect' | 'with 500' | 'with a page'
  metadata?: object
  /** Claims in place of the right ones; undefined leaves one out. */
  claims?: Record<string, unknown>
  signature?: 'of another key' | 'altered' | 'none' | 'of the client secret'
}

type Issued = { nonce: string; claims?: Record<string, unknown> }

const NOW_S = () => Math.floor(Date.now() / 1000)
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A provider of OpenID Connect that says what a test has it say. */
export async function startHostileProvider() {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const others = generateKeyPairSync('rsa', { modulusLength: 2048 })
  let misbehaviour: Misbehaviour = {}
  let issued: Issued = { nonce: '' }
  const requests: string[] = []
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? ''
    requests.push(path)
    const { at, answers } = misbehaviour
    if (at && answers && path === PATHS[at]) return answerBadly(response, answers)
    const body = bodyOf(path)
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body ?? {}))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings: OidcSettings = { issuer, clientId: 'wellhead', clientSecret: 'secret', name: 'Example ID' }

  const bodyOf = (path: string): object | undefined => {
    if (path === PATHS.discovery) return { ...metadataOf(issuer), ...misbehaviour.metadata }
    if (path === PATHS.jwks)
      return { keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: '1', use: 'sig', alg: 'RS256' }] }
    if (path === PATHS.token) return { access_token: 'a', token_type: 'Bearer', id_token: tokenOf() }
    return undefined
  }
  const tokenOf = (): string => {
    const right = {
      iss: issuer,
      aud: settings.clientId,
      sub: '1',
      nonce: issued.nonce,
      iat: NOW_S(),
      exp: NOW_S() + 300,
    }
    const claims = { ...right, email: 'zoe@example.com', ...misbehaviour.claims }
    return signed(claims, misbehaviour.signature, { right: keys.privateKey, other: others.privateKey }, settings)
  }

  return {
    settings,
    requests,
    /** Has it behave as given from now on. */
    behave: (as: Misbehaviour) => {
      misbehaviour = as
    },
    /** Has it sign someone in. @returns the address to which it leads back */
    authorize: (url: URL, redirectUrl: string, parameters: Record<string, string> = {}): URL => {
      issued = { nonce: url.searchParams.get('nonce') ?? '' }
      const state = url.searchParams.get('state') ?? ''
      return new URL(`${redirectUrl}?${new URLSearchParams({ code: 'c', state, iss: issuer, ...parameters })}`)
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const PATHS = { discovery: '/.well-known/openid-configuration', jwks: '/jwks', token: '/token' } as const

function metadataOf(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}${PATHS.token}`,
    jwks_uri: `${issuer}${PATHS.jwks}`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
    authorization_response_iss_parameter_supported: true,
  }
}

function signed(
  claims: object,
  how: Misbehaviour['signature'],
  keys: { right: KeyObject; other: KeyObject },
  { clientSecret }: OidcSettings,
): string {
  if (how === 'none') return `${encode({ alg: 'none' })}.${encode(claims)}.`
  if (how === 'of the client secret') {
    const input = `${encode({ alg: 'HS256' })}.${encode(claims)}`
    return `${input}.${createHmac('sha256', clientSecret).update(input).digest('base64url')}`
  }
  const header = encode({ alg: 'RS256', kid: '1' })
  const input = `${header}.${encode(claims)}`
  const signature = sign('sha256', Buffer.from(input), how === 'of another key' ? keys.other : keys.right)
  // Altered: what was signed was said of someone else.
  const said = how === 'altered' ? `${header}.${encode({ ...claims, sub: '2' })}` : input
  return `${said}.${signature.toString('base64url')}`
}

function answerBadly(response: ServerResponse, answers: NonNullable<Misbehaviour['answers']>): void {
  const json = { 'content-type': 'application/json' }
  switch (answers) {
    case 'never':
      return
    case 'slowly without end': {
      response.writeHead(200, json)
      const dripping = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(dripping))
      return
    }
    case 'with megabytes':
      response.writeHead(200, json)
      response.end(`{"filler":"${'x'.repeat(8 * 1024 * 1024)}"}`)
      return
    case 'with a redirect':
      response.writeHead(302, { location: 'http://127.0.0.1:9/elsewhere' }).end()
      return
    case 'with 500':
      response.writeHead(500, json).end('{}')
      return
    case 'with a page':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Please wait</h1>')
  }
}
