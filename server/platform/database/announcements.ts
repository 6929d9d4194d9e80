import type { DialectAdapter, Transaction } from 'kysely'
import { afterCommit } from './after-commit.ts'
import type { Db, Tables } from './tables.ts'

/**
 * A change that people who have a page open should see at once.
 * - `application`, `job`, `account`: the row with that id; `recordActions` announces them
 * - `notices`: those of the account with that id
 * - `tags`: which there are, their names and colors
 */
export type Announcement =
  | { of: 'tags' }
  | { of: 'job' | 'account' | 'notices'; id: number }
  /** @property jobId the posting of an application that is deleted with the change; null for none, or while in quarantine */
  | { of: 'application'; id: number; jobId?: number | null }

type Listener = (announced: readonly Announcement[]) => void

/** Who listens to the changes of a database, by what all its transactions share. */
const listeners = new WeakMap<DialectAdapter, Listener>()

/** Announces changes once the transaction is committed (`docs/decisions/0142-live.md`). */
export async function announce(trx: Transaction<Tables>, announced: readonly Announcement[]): Promise<void> {
  const { adapter } = trx.getExecutor()
  if (announced.length > 0 && listeners.has(adapter)) await afterCommit(trx, () => listeners.get(adapter)?.(announced))
}

/** Sets who hears of the changes that this process commits. */
export function listenToAnnouncements(db: Pick<Db, 'getExecutor'>, listener: Listener): void {
  listeners.set(db.getExecutor().adapter, listener)
}
