import * as z from 'zod'

/** Which PostgreSQL keeps the rows, and how much of it one process may take. */
export type PostgresSettings = {
  /** With the password in it: never to be printed. */
  url: string
  /** Connections that one process has at most, beside the one it listens on. */
  poolSize: number
}

const ADDRESS = 'DATABASE_URL must be an address such as postgres://user:password@host:5432/database'
const POOL = { name: 'DATABASE_POOL', minimum: 2, maximum: 200 }

/** The PostgreSQL part of the environment. */
export const postgresEnvironment = {
  DATABASE_URL: z.string().refine(isPostgresAddress, ADDRESS).optional(),
  DATABASE_POOL: z
    .string()
    .refine(
      (text) => /^\d{1,3}$/.test(text) && Number(text) >= POOL.minimum && Number(text) <= POOL.maximum,
      `${POOL.name} must be a whole number between ${POOL.minimum} and ${POOL.maximum}`,
    )
    .transform(Number)
    .default(10),
  DATA_DIR_SHARED: z
    .enum(['true', 'false'], 'DATA_DIR_SHARED must be true or false')
    .default('false')
    .transform((text) => text === 'true'),
}

type PostgresEnvironment = z.output<z.ZodObject<typeof postgresEnvironment>>

/** The settings of PostgreSQL; null where SQLite keeps the rows. */
export function postgresSettings({ DATABASE_URL, DATABASE_POOL }: PostgresEnvironment): PostgresSettings | null {
  return DATABASE_URL === undefined ? null : { url: DATABASE_URL, poolSize: DATABASE_POOL }
}

/** What is wrong with settings that are each right by themselves. */
export function postgresFaults(given: Record<string, string | undefined>): string[] {
  if (given.DATABASE_URL !== undefined) return []
  const faults = given.DATABASE_POOL === undefined ? [] : ['DATABASE_POOL is of use only with DATABASE_URL']
  if (given.DATA_DIR_SHARED !== 'true') return faults
  return [...faults, 'DATA_DIR_SHARED needs DATABASE_URL: with SQLite one process has the folder to itself']
}

/** Whether a text is an address of a PostgreSQL database. */
export function isPostgresAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^postgres(ql)?:$/.test(url.protocol) && url.pathname.length > 1
}
