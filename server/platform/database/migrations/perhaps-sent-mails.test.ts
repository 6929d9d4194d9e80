import { expect, test } from 'vitest'
import { openBefore } from '../../../../test/databases/earlier-database.ts'
import { insertApplicant } from '../../../../test/factories.ts'
import type { NewMailRow } from '../tables.ts'
import { bringUpToDate } from './bring-up-to-date.ts'

const AT = '2026-03-02T12:00:00.000Z'
const LATER = '2026-03-02T12:01:00.000Z'

test('mails that were perhaps sent before the column keep that, and those sent again forget that they were discarded', async () => {
  await using stack = new AsyncDisposableStack()
  const db = await openBefore(stack, '0013-perhaps-sent-mails')
  const application_id = await insertApplicant(db)
  const mails: Pick<NewMailRow, 'state' | 'settled_at' | 'superseded_state' | 'superseded_by'>[] = [
    { state: 'perhaps_sent', settled_at: AT },
    { state: 'dismissed', settled_at: AT, superseded_state: 'perhaps_sent' },
    { state: 'cancelled', settled_at: AT, superseded_state: 'failed' },
    { state: 'waiting', superseded_state: 'failed' },
    { state: 'sending', superseded_state: 'waiting', superseded_by: 7 },
  ]
  for (const [index, mail] of mails.entries()) {
    const named = { reason: `r${index}`, message_id: `<m${index}@example.com>` }
    const row = { application_id, kind: 'personal' as const, not_before: LATER, created_at: AT, ...named, ...mail }
    await db.insertInto('mails').values(row).execute()
  }
  await bringUpToDate(db)
  const stored = db.selectFrom('mails').select(['state', 'perhaps_sent_at', 'superseded_state']).orderBy('id')
  expect(await stored.execute()).toEqual([
    { state: 'perhaps_sent', perhaps_sent_at: AT, superseded_state: null },
    { state: 'dismissed', perhaps_sent_at: AT, superseded_state: 'perhaps_sent' },
    { state: 'cancelled', perhaps_sent_at: null, superseded_state: 'failed' },
    { state: 'waiting', perhaps_sent_at: null, superseded_state: null },
    { state: 'sending', perhaps_sent_at: null, superseded_state: 'waiting' },
  ])
})
