import { resolve } from 'node:path'
import { addressFaults, isPostgresAddress } from '../../platform/database/postgres/postgres-settings.ts'
import { CommandFault } from '../../platform/operator-faults.ts'

/** A data folder with SQLite, or a PostgreSQL database. */
export type Address = { engine: 'sqlite'; folder: string } | { engine: 'postgres'; url: string }

/** Source and target of a copy: always one of each engine, so they are never the same. */
export type Addresses = { from: Address; to: Address }

/**
 * Reads both addresses from the command line.
 * @throws {CommandFault} with every fault; never with an address, which may contain a password
 */
export function parseAddresses(fromText: string, toText: string): Addresses {
  const [from, to] = [parseAddress(fromText), parseAddress(toText)]
  if (!from || !to) {
    const faults = [...(from ? [] : faultsOf('--from', fromText)), ...(to ? [] : faultsOf('--to', toText))]
    throw new CommandFault(faults.join('\n'))
  }
  if (from.engine !== to.engine) return { from, to }
  throw new CommandFault(
    'One address must be SQLite and the other PostgreSQL. From folder to folder use npm run backup and npm run restore,\n' +
      'from PostgreSQL to PostgreSQL its own pg_dump and pg_restore.',
  )
}

function parseAddress(text: string): Address | undefined {
  if (isPostgresAddress(text) && addressFaults(text).length === 0) return { engine: 'postgres', url: text }
  const [, path] = /^sqlite:(.+)$/.exec(text) ?? []
  // Two slashes would turn the first part of the path into a host.
  return path === undefined || /^\/\/[^/]/.test(path) ? undefined : { engine: 'sqlite', folder: resolve(path) }
}

function faultsOf(option: string, text: string): string[] {
  if (isPostgresAddress(text)) return addressFaults(text).map((fault) => `${option} ${fault}.`)
  return [`${option} must be sqlite:FOLDER or postgres://user:password@host:5432/database.`]
}
