import { StartFault } from '../../operator-faults.ts'
import { DatabaseUnreachable, isDatabaseUnavailable, sqlStateOf } from '../constraints.ts'
import { creationOf, nameOf } from './postgres-names.ts'
import type { PostgresSettings } from './postgres-settings.ts'

const WRONG_PASSWORD = 'Look at user and password in DATABASE_URL'

/** What to do about refusals at the start, by SQLSTATE. */
const ADVICE: Record<string, string> = {
  '28P01': `${WRONG_PASSWORD}.`,
  '28000':
    'PostgreSQL does not let this user in from here: look at DATABASE_URL and at pg_hba.conf; where it says "no encryption", ' +
    'add ?sslmode=verify-full.',
  '3D000': 'Make it with: CREATION.',
  '57014':
    'A person, or a program that watches for long statements, has cancelled it. Start again, and let it take its time:\n' +
    'changes of the schema wait for other users of the same tables. Nothing was changed.',
  '42501':
    'The role must own the schema or be granted it: grant usage, create on schema public to ROLE (docs/operations.md).',
}

/** PgBouncer (1.18) has one code for every refusal; the message says which. */
const POOLER_REFUSAL = '08P01'

/** What to do about the refusals of a pooler; a start waits for those that may pass. */
const POOLER_ADVICE: { words: RegExp; todo: string; mayPass?: true }[] = [
  {
    words: /authentication failed|no such user|password required/i,
    todo: `${WRONG_PASSWORD}; the pooler compares them with its own list (auth_file or auth_query), and has others for PostgreSQL.`,
  },
  {
    words: /no such database|" does not exist/i,
    todo: 'Look at the name of the database in DATABASE_URL, and at the pooler: its list of databases ([databases]) says what is behind each name.',
  },
  {
    words: /^unsupported startup parameter/,
    todo: 'The pooler does not pass this on. Take it out of DATABASE_URL; the role can have such settings: alter role … set ….',
  },
  {
    words: /(?:SSL|TLS|certificate)(?: is)? required/i,
    todo: 'The pooler takes encrypted connections alone: add ?sslmode=verify-full to DATABASE_URL.',
  },
  {
    words: /query_wait_timeout|max_client_conn|no more connections/,
    todo: 'The pooler has no connection left, or does not reach PostgreSQL: look at its log, at max_client_conn and default_pool_size.',
    mayPass: true,
  },
]

/** Turns a refusal of PostgreSQL or a pooler into a {@link StartFault} that says what to do; returns other errors unchanged. */
export function explain(error: unknown, { url }: PostgresSettings): unknown {
  if (isPasswordMissing(error)) {
    return new StartFault(
      `${nameOf(url)} asks for a password, and none is given.\nPut it in PGPASSWORD or ~/.pgpass, or in DATABASE_URL.`,
    )
  }
  const advice = ADVICE[sqlStateOf(error) ?? ''] ?? poolerAdvice(error)?.todo
  if (advice) {
    const todo = advice.replace('CREATION', () => creationOf(url))
    return new StartFault(`${nameOf(url)}: ${(error as Error).message}.\n${todo}`)
  }
  if (isEncryptionFault(error)) {
    return new StartFault(
      `${nameOf(url)} cannot be reached with TLS: ${error.cause.message}.\n` +
        'Look at sslmode and sslrootcert in DATABASE_URL, and at the certificate of the server (docs/operations.md).',
    )
  }
  if (!isDatabaseUnavailable(error)) return error
  return new StartFault(
    `${nameOf(url)} cannot be used: ${(error as Error).message}.\nStart it, or look at host and port in DATABASE_URL.`,
  )
}

/** Whether waiting does not help, though the error looks like that of an unavailable server. */
export function isPermanentFault(error: unknown): boolean {
  const advice = poolerAdvice(error)
  return isEncryptionFault(error) || isPasswordMissing(error) || (advice !== undefined && !advice.mayPass)
}

function poolerAdvice(error: unknown) {
  if (sqlStateOf(error) !== POOLER_REFUSAL) return undefined
  return POOLER_ADVICE.find(({ words }) => words.test((error as Error).message))
}

/** The server has no TLS, or its certificate is not trusted. */
function isEncryptionFault(error: unknown): error is Error & { cause: Error } {
  if (!(error instanceof DatabaseUnreachable && error.cause instanceof Error)) return false
  const code = 'code' in error.cause ? String(error.cause.code) : ''
  return /does not support SSL/.test(error.cause.message) || /CERT|SSL|TLS|UNABLE_TO_VERIFY/.test(code)
}

/** The driver found no password; it has no code for that, only these messages. */
function isPasswordMissing(error: unknown): boolean {
  return error instanceof Error && /client password must be|empty password returned by client/.test(error.message)
}
