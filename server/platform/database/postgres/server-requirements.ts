import type pg from 'pg'
import { StartFault } from '../../operator-faults.ts'
import { creationOf } from './postgres-names.ts'
import type { PostgresSettings } from './postgres-settings.ts'

/** The oldest PostgreSQL that its makers still maintain. */
const OLDEST_VERSION = 14

const FACTS = `
  select current_setting('server_version_num')::integer / 10000 as version, getdatabaseencoding() as encoding,
    current_setting('fsync') as fsync, pg_is_in_recovery() as is_standby`

/**
 * Refuses a PostgreSQL that cannot store what Wellhead writes, or whose settings are unsafe: it would lose what was
 * acknowledged.
 * @throws {StartFault} which says what to do
 */
export async function requireServer(client: pg.Client, { url }: PostgresSettings): Promise<void> {
  const { rows } = await client.query(FACTS)
  const { version, encoding, fsync, is_standby } = rows[0]
  if (version < OLDEST_VERSION) {
    throw new StartFault(`PostgreSQL ${version} is too old: Wellhead needs ${OLDEST_VERSION} or newer.`)
  }
  if (encoding !== 'UTF8') {
    throw new StartFault(
      `The database has the encoding ${encoding}, in which not every name can be written.\n` +
        `Make another one, and name it in DATABASE_URL: ${creationOf(url, '_utf8')}.`,
    )
  }
  if (fsync === 'off') {
    throw new StartFault(
      'PostgreSQL runs with fsync = off: a power cut would lose what was acknowledged. Set it to on in postgresql.conf.',
    )
  }
  if (is_standby) throw new StartFault('DATABASE_URL names a standby, which takes no writes: name the primary.')
}
