import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { openBefore } from '../../../../../test/databases/earlier-database.ts'
import { insertApplicant } from '../../../../../test/factories.ts'
import type { Tables } from '../../tables.ts'
import { bringUpToDate } from '../bring-up-to-date.ts'

const DAYS = ['2026-03-01T12:00:00.000Z', '2026-03-02T12:00:00.000Z', '2026-03-03T12:00:00.000Z'] as const

test('applications of before have moved when their trail says so: by a status, a withdrawal, or the archive while they were open', async () => {
  await using stack = new AsyncDisposableStack()
  const db = await openBefore(stack, '0039-retention')
  const record = await recorder(db)
  const refused = await record({ status: 'rejected', archived: 1 }, 'status_changed', 'status_changed', 'archived')
  const archived = await record({ status: 'pending', archived: 1 }, 'status_changed', 'feedback_changed', 'archived')
  const withdrawn = await record({ status: 'pending', archived: 1 }, 'withdrawn', 'note_added')
  const untouched = await record({ status: 'pending' }, 'received')

  await bringUpToDate(db)

  const moves = await db.selectFrom('applications').select(['id', 'moved_at']).orderBy('id').execute()
  expect(moves).toEqual([
    { id: refused, moved_at: DAYS[1] },
    { id: archived, moved_at: DAYS[2] },
    { id: withdrawn, moved_at: DAYS[0] },
    { id: untouched, moved_at: null },
  ])
})

/** Inserts an application, and an event of its trail on each day. */
async function recorder(db: Kysely<Tables>) {
  return async (application: Parameters<typeof insertApplicant>[1], ...actions: string[]) => {
    const id = await insertApplicant(db, application)
    const entries = actions.map((action, index) => ({
      ...{ at: DAYS[index] ?? '', subject: 'application' as const, subject_id: id, action },
      event: JSON.stringify({ action }),
    }))
    await db.insertInto('audit_trail').values(entries).execute()
    return id
  }
}
