import { StartFault } from '../../operator-faults.ts'

/** The oldest PostgreSQL that is still kept up by its makers. */
const OLDEST_VERSION = 14

/** What a PostgreSQL says about itself when it is asked with {@link ASK_SERVER}. */
export type AskedServer = { version: number; encoding: string; fsync: string; is_standby: boolean }

/** Asks what decides whether Wellhead can work on a PostgreSQL. */
export const ASK_SERVER = `
  select current_setting('server_version_num')::integer / 10000 as version, getdatabaseencoding() as encoding,
    current_setting('fsync') as fsync, pg_is_in_recovery() as is_standby`

/**
 * Refuses a PostgreSQL that cannot take what Wellhead writes, or would not keep what it acknowledges.
 * @param makeAnother the statement that makes a database of the right encoding
 * @throws {StartFault} which says what to do
 */
export function requireFit({ version, encoding, fsync, is_standby }: AskedServer, makeAnother: string): void {
  if (version < OLDEST_VERSION) {
    throw new StartFault(`PostgreSQL ${version} is too old: Wellhead needs ${OLDEST_VERSION} or newer.`)
  }
  if (encoding !== 'UTF8') {
    throw new StartFault(
      `The database has the encoding ${encoding}, in which not every name can be written.\n` +
        `Make another one, and name it in DATABASE_URL: ${makeAnother}.`,
    )
  }
  if (fsync === 'off') {
    throw new StartFault(
      'PostgreSQL runs with fsync = off: a power cut would lose what was acknowledged. Set it to on in postgresql.conf.',
    )
  }
  if (is_standby) throw new StartFault('DATABASE_URL names a standby, which takes no writes: name the primary.')
}
