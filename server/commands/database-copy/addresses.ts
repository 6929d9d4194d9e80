import { resolve } from 'node:path'
import { addressFaults, isPostgresAddress } from '../../platform/database/postgres/postgres-settings.ts'
import { CommandFault } from '../../platform/operator-faults.ts'

/** Both ends of a copy: always a data folder with SQLite and a PostgreSQL database, so they are never the same. */
export type Addresses = { folder: string; url: string; isToPostgres: boolean }

/**
 * Reads both addresses from the command line.
 * @throws {CommandFault} with every fault; never with an address, which may contain a password
 */
export function parseAddresses(from: string, to: string): Addresses {
  const faults = [...faultsOf('--from', from), ...faultsOf('--to', to)]
  if (faults.length > 0) throw new CommandFault(faults.join('\n'))
  const isToPostgres = isPostgresAddress(to)
  if (isToPostgres === isPostgresAddress(from)) {
    throw new CommandFault(
      'One address must be SQLite and the other PostgreSQL. From folder to folder use npm run backup and npm run restore,\n' +
        'from PostgreSQL to PostgreSQL its own pg_dump and pg_restore.',
    )
  }
  const [url, folder] = isToPostgres ? [to, from] : [from, to]
  return { url, folder: resolve(folder.slice('sqlite:'.length)), isToPostgres }
}

function faultsOf(option: string, text: string): string[] {
  if (isPostgresAddress(text)) return addressFaults(text).map((fault) => `${option} ${fault}.`)
  // Two slashes would turn the first part of the path into a host.
  if (/^sqlite:(?!\/\/[^/])./.test(text)) return []
  return [`${option} must be sqlite:FOLDER or postgres://user:password@host:5432/database.`]
}
