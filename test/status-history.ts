import type { Transaction } from 'kysely'
import type { ApplicationEvent } from '../contract/applications/history.ts'
import { recordAction } from '../server/features/audit/audit-queries.ts'
import type { Db, NewApplicationRow, Tables } from '../server/platform/database/tables.ts'
import { insertApplicant } from './factories.ts'

type Status = NewApplicationRow['status']

/** An application with the statuses that it was moved to, or that an undo put back, each with its instant. */
export type History = Partial<NewApplicationRow> & {
  created_at: string
  moves?: [at: string, to: Status, mark?: 'undone'][]
}

/** Stores applications as if an admin had moved them, with their audit entries. @returns their numbers */
export function insertHistories(db: Db, histories: History[]): Promise<number[]> {
  return db.transaction().execute(async (trx) => {
    const ids: number[] = []
    for (const history of histories) ids.push(await insertHistory(trx, history))
    return ids
  })
}

async function insertHistory(trx: Transaction<Tables>, { moves = [], ...row }: History): Promise<number> {
  const id = await insertApplicant(trx, { ...row, status: moves.at(-1)?.[1] ?? 'pending' })
  const record = (at: string, event: ApplicationEvent) =>
    recordAction(trx, { by: null, now: new Date(at), id, subject: 'application', event })
  await record(row.created_at, { action: 'received', quarantined: row.quarantined === 1 })
  let from: Status = 'pending'
  for (const [at, to, mark] of moves) {
    await record(at, { action: 'status_changed', from, to, ...(mark && { undone: true }) })
    from = to
  }
  return id
}
