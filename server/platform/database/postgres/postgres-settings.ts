import * as z from 'zod'
import { configPart, type GivenVariables, trueOrFalse } from '../../config-part.ts'

/** Which PostgreSQL stores the rows, and how many connections one process may open. */
export type PostgresSettings = {
  /** Contains the password: never print it. */
  url: string
  /** Most connections of one process, beside the listening one. */
  poolSize: number
}

const ADDRESS =
  'must be an address such as postgres://user:password@host:5432/database, ' +
  'where / and @ in the password are written %2F and %40'
/** Parameters that the driver knows; it ignores others, so a misspelt `sslmode` would connect without encryption. */
const PARAMETERS = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'sslnegotiation', 'uselibpqcompat'].concat([
  'host',
  'port',
  'user',
  'password',
  'application_name',
  'options',
])
const SSL_MODES = ['verify-full', 'verify-ca', 'require', 'prefer', 'no-verify', 'disable']
const POOL = { name: 'DATABASE_POOL', minimum: 2, maximum: 200 }

/** The PostgreSQL part of the configuration. */
export const postgresConfig = configPart(
  {
    DATABASE_URL: z.string().transform(readAddress).optional(),
    DATABASE_POOL: z
      .string()
      .refine(
        (text) => /^\d{1,3}$/.test(text) && Number(text) >= POOL.minimum && Number(text) <= POOL.maximum,
        `${POOL.name} must be a whole number between ${POOL.minimum} and ${POOL.maximum}`,
      )
      .transform(Number)
      .default(10),
    DATA_DIR_SHARED: trueOrFalse('DATA_DIR_SHARED', false),
  },
  {
    settings: ({ DATABASE_URL: url, DATABASE_POOL: poolSize }): PostgresSettings | null =>
      url === undefined ? null : { url, poolSize },
    faults: postgresFaults,
  },
)

function postgresFaults(given: GivenVariables): string[] {
  if (given.DATABASE_URL !== undefined) return []
  const faults = given.DATABASE_POOL === undefined ? [] : ['DATABASE_POOL is of use only with DATABASE_URL']
  if (given.DATA_DIR_SHARED !== 'true') return faults
  return [...faults, 'DATA_DIR_SHARED needs DATABASE_URL: with SQLite one process has the folder to itself']
}

/** Whether a text is an address of a PostgreSQL database. */
export function isPostgresAddress(text: string): boolean {
  return /^postgres(ql)?:/.test(text)
}

/** Faults of an address of a PostgreSQL database, without any value from it; empty when it is valid. */
export function addressFaults(text: string): string[] {
  const url = URL.parse(text)
  // A slash or @ in the path belongs to a password that was not encoded.
  if (!isPostgresAddress(text) || !url || !/^\/[^/@]+$/.test(url.pathname)) return [ADDRESS]
  const unknown = [...url.searchParams.keys()].filter((name) => !PARAMETERS.includes(name))
  const isModeKnown = url.searchParams.getAll('sslmode').every((mode) => SSL_MODES.includes(mode))
  return [
    ...unknown.map((name) => `has a parameter that is not known, ${name}: there are ${PARAMETERS.join(', ')}`),
    ...(isModeKnown ? [] : [`has an sslmode that is not known: it must be one of ${SSL_MODES.join(', ')}`]),
  ]
}

function readAddress(text: string, context: z.RefinementCtx): string {
  for (const fault of addressFaults(text)) context.addIssue({ code: 'custom', message: `DATABASE_URL ${fault}` })
  return text
}
