import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { SETUP_TOKEN_HEADER } from '../../../contract/wire/paths.ts'
import type { Db } from '../../platform/database/tables.ts'
import type { KeyedHash } from '../../platform/http/client-address.ts'
import { hostName, isLoopbackAddress, isLoopbackName } from '../../platform/http/hosts.ts'
import { RequestError } from '../../platform/http/request-error.ts'
import { isForwarded } from '../../platform/http/trust-proxy.ts'
import type { Services } from '../feature.ts'
import { hashSecret } from './session-queries.ts'

/** Of 64 hexadecimal digits: 128 bits, short enough to copy by hand. */
const TOKEN_LENGTH = 32

/** Node gives header names in lower case. */
export const SETUP_TOKEN = SETUP_TOKEN_HEADER.toLowerCase() as Lowercase<typeof SETUP_TOKEN_HEADER>

/**
 * The installation's setup token. It is derived from the secret in the database: every process and every restart has the
 * same token, and no file contains it.
 */
export async function installationSetupToken(db: Db, hash: KeyedHash): Promise<string> {
  return (await hash(db, 'setup-token')).slice(0, TOKEN_LENGTH)
}

/**
 * Requires the setup token, except from this machine itself. A wrong token is refused everywhere.
 * @throws {RequestError} `setup_token_wrong`
 */
export async function requireSetupToken(
  request: FastifyRequest,
  { db, hash, config }: Pick<Services, 'db' | 'hash' | 'config'>,
): Promise<void> {
  const { setupToken, publicUrl } = config
  const given = request.headers[SETUP_TOKEN]
  if (given === undefined && setupToken === null && isLocal(request, publicUrl)) return
  const expected = setupToken ?? (await installationSetupToken(db, hash))
  // The comparison in constant time needs equal lengths.
  const isRight = timingSafeEqual(Buffer.from(hashSecret(expected)), Buffer.from(hashSecret(String(given ?? ''))))
  if (isRight) return
  throw new RequestError(
    'setup_token_wrong',
    'Setup needs the right setup token. The server printed it when it started, behind # in the address of this page. Where SETUP_TOKEN is set, its value is the token.',
  )
}

/**
 * Whether the browser runs on this machine. Another `PUBLIC_URL` means a proxy; behind one that forwards neither `Host` nor the
 * caller's address, every visitor looks local.
 */
function isLocal({ raw, headers }: FastifyRequest, publicUrl: string): boolean {
  const isLocalName = (host: string | undefined) => isLoopbackName(hostName(host) ?? '')
  return (
    isLoopbackAddress(raw.socket.remoteAddress) &&
    isLocalName(headers.host) &&
    isLocalName(new URL(publicUrl).host) &&
    !isForwarded(headers)
  )
}
