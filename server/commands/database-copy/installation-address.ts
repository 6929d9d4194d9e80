import { resolve } from 'node:path'
import { nameOf } from '../../platform/database/postgres/postgres-names.ts'
import { addressFaults, isPostgresAddress } from '../../platform/database/postgres/postgres-settings.ts'
import { refusal } from './faults.ts'

/** Where the rows of an installation are. */
export type InstallationAddress =
  | { engine: 'sqlite'; folder: string; name: string }
  | { engine: 'postgres'; url: string; name: string }

/** The two ends of a copy: never of the same engine, and so never the same. */
export type Ends = { from: InstallationAddress; to: InstallationAddress }

const FORMS = 'sqlite:FOLDER or postgres://user:password@host:5432/database'

/** An address as an operator types it; `name` in the result is without user and password. */
function parseAddress(text: string): InstallationAddress | undefined {
  if (isPostgresAddress(text) && addressFaults(text).length === 0)
    return { engine: 'postgres', url: text, name: nameOf(text) }
  const [, path] = /^sqlite:(.+)$/.exec(text) ?? []
  // Two slashes would make a host of the first part of the path.
  if (path === undefined || /^\/\/[^/]/.test(path)) return undefined
  const folder = resolve(path)
  return { engine: 'sqlite', folder, name: folder }
}

/**
 * Reads both ends from the command line.
 * @throws {CommandFault} with every fault; an address is never repeated in it, since a password may be in it
 */
export function parseEnds(fromText: string, toText: string): Ends {
  const from = parseAddress(fromText)
  const to = parseAddress(toText)
  if (!from || !to) {
    throw refusal([...(from ? [] : faultsOf('--from', fromText)), ...(to ? [] : faultsOf('--to', toText))])
  }
  if (from.engine !== to.engine) return { from, to }
  throw refusal([
    'One end must be SQLite and the other PostgreSQL. From folder to folder use npm run backup and npm run restore,\n' +
      'from PostgreSQL to PostgreSQL its own pg_dump and pg_restore.',
  ])
}

function faultsOf(end: string, text: string): string[] {
  if (isPostgresAddress(text)) return addressFaults(text).map((fault) => `${end} ${fault}.`)
  return [`${end} is not understood: it must be ${FORMS}.`]
}
