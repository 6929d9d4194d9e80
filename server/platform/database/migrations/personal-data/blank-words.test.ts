import { expect, test } from 'vitest'
import { openBefore } from '../../../../../test/databases/earlier-database.ts'
import { bringUpToDate } from '../bring-up-to-date.ts'

test('the words about applications that were deleted before are blanked, those about others stay', async () => {
  await using stack = new AsyncDisposableStack()
  const db = await openBefore(stack, '0038-words-of-deleted')
  const entry = (subject_id: number, event: { action: string; name?: string }, event_hash: string | null = null) => ({
    ...{ at: '2026-03-02T12:00:00.000Z', account_id: 1, username: 'ana', subject: 'application' as const, subject_id },
    ...{ version: null, action: event.action, event: JSON.stringify(event), event_hash },
  })
  await db
    .insertInto('audit_trail')
    .values([
      entry(1, { action: 'tagged', name: 'Cousin of Zoë' }, 'sealed'),
      entry(1, { action: 'assigned', name: 'Bea' }),
      entry(1, { action: 'deleted' }),
      entry(2, { action: 'tagged', name: 'Night shift' }),
    ])
    .execute()

  await bringUpToDate(db)

  const rows = await db.selectFrom('audit_trail').select(['event', 'event_hash']).orderBy('id').execute()
  expect(rows).toEqual([
    { event: '', event_hash: 'sealed' },
    { event: '', event_hash: expect.stringMatching(/^[\w-]{43}$/) },
    { event: '{"action":"deleted"}', event_hash: null },
    { event: '{"action":"tagged","name":"Night shift"}', event_hash: null },
  ])
})
