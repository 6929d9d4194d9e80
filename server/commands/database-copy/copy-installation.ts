import { isDamage } from '../../platform/database/sqlite/integrity-check.ts'
import { CommandFault, StartFault } from '../../platform/operator-faults.ts'
import type { Addresses } from './addresses.ts'
import type { TableName } from './copied-tables.ts'
import { copySequences } from './copy-sequences.ts'
import { copyTables } from './copy-tables.ts'
import { openSource, type Source } from './open-source.ts'
import { openTarget, type Target } from './open-target.ts'

/** Both databases, with no server on either. */
export type Connections = { source: Source; target: Target }

/**
 * Opens source and target.
 * @param opened closes both again when it is disposed of
 * @throws {CommandFault} with what is wrong at both ends
 */
export async function openConnections({ from, to }: Addresses, opened: AsyncDisposableStack): Promise<Connections> {
  const faults: string[] = []
  const source = await openSource(from, opened).catch(addTo(faults))
  const target = await openTarget(to, { opened, hasSource: source !== undefined }).catch(addTo(faults))
  if (!source || !target) throw new CommandFault(`Nothing was copied.\n- ${faults.join('\n- ')}`)
  return { source, target }
}

function addTo(faults: string[]): (error: unknown) => undefined {
  return (error) => {
    if (!(error instanceof CommandFault || error instanceof StartFault || isDamage(error))) throw error
    faults.push(error.message)
  }
}

/**
 * Copies all rows and commits them once counts and checksums agree. Sets the source aside before the commit, so that at
 * no moment servers can start on both.
 * @returns the number of rows of each table
 * @throws {CommandFault} when the target lacks anything; it is then empty
 */
export async function copyInstallation(
  { source, target }: Connections,
  signal: AbortSignal,
): Promise<Map<TableName, number>> {
  const databases = { from: source.db, to: target.db }
  const counts = await copyTables(databases, signal)
  await copySequences(databases)
  await source.setAside()
  await target.commit().catch((error) => {
    throw new CommandFault(
      `The last step of the copy was not confirmed: ${error.message}.\n` +
        'Run the command again with the same addresses. It says whether the target has all rows, and what to do.',
    )
  })
  return counts
}
