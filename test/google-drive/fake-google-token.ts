import { generateKeyPairSync, randomBytes, verify } from 'node:crypto'
import { type Reply, tokenRefusal } from './fake-google-responses.ts'

const SCOPE = 'https://www.googleapis.com/auth/drive'
const LONGEST_GRANT_SECONDS = 3600

/** The OAuth client and refresh token that the fake accepts. */
export const OAUTH = { clientId: 'client-1', clientSecret: 'secret-1', refreshToken: 'refresh-1' }

/** A service account's key file with a fresh key, and the public key that checks signatures. */
export function makeServiceAccount() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  const keyFile = {
    type: 'service_account',
    project_id: 'wellhead',
    private_key_id: 'key-1',
    private_key: privateKey,
    client_email: 'wellhead@wellhead.iam.gserviceaccount.com',
    token_uri: 'https://oauth2.googleapis.com/token',
  }
  return { keyFile, publicKey }
}

/** One for all fakes of a process: a key takes long to make. */
let account: ReturnType<typeof makeServiceAccount> | undefined

/** Google's token endpoint for one service account and one OAuth client. */
export function tokenEndpoint() {
  account ??= makeServiceAccount()
  const known = account
  const valid = new Set<string>()

  const give = (): Reply => {
    const token = `ya29.${randomBytes(12).toString('hex')}`
    valid.add(token)
    return { status: 200, body: { access_token: token, expires_in: 3599, token_type: 'Bearer' } }
  }

  return {
    keyFile: known.keyFile,
    accepts: (authorization = '') => valid.has(authorization.replace(/^Bearer /, '')),
    /** Revokes all issued tokens. */
    expireTokens: () => valid.clear(),
    respond(form: URLSearchParams): Reply {
      if (form.get('grant_type') === 'refresh_token') return refreshRefusal(form) ?? give()
      return grantRefusal(form.get('assertion') ?? '', known) ?? give()
    },
  }
}

function refreshRefusal(form: URLSearchParams): Reply | undefined {
  const isClient = form.get('client_id') === OAUTH.clientId && form.get('client_secret') === OAUTH.clientSecret
  if (!isClient) return tokenRefusal(401, 'invalid_client', 'The OAuth client was not found.')
  if (form.get('refresh_token') === OAUTH.refreshToken) return undefined
  return tokenRefusal(400, 'invalid_grant', 'Token has been expired or revoked.')
}

function grantRefusal(assertion: string, account: ReturnType<typeof makeServiceAccount>): Reply | undefined {
  const [header = '', payload = '', signature = ''] = assertion.split('.')
  const isSigned = verify(
    'RSA-SHA256',
    Buffer.from(`${header}.${payload}`),
    account.publicKey,
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) return tokenRefusal(400, 'invalid_grant', 'Invalid JWT Signature.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const isIssuer = claims.iss === account.keyFile.client_email && claims.aud === account.keyFile.token_uri
  if (!isIssuer) return tokenRefusal(400, 'invalid_grant', 'Invalid grant: account not found')
  const now = Date.now() / 1000
  const isTimely = claims.exp > now && claims.exp - claims.iat <= LONGEST_GRANT_SECONDS && claims.iat <= now + 1
  if (!isTimely) return tokenRefusal(400, 'invalid_grant', 'Invalid JWT: Token must be a short-lived token')
  return claims.scope === SCOPE ? undefined : tokenRefusal(400, 'invalid_scope')
}
