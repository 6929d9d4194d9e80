import { expect, test } from 'vitest'
import { openBefore } from '../../../../test/databases/earlier-database.ts'
import { addDisplayNames } from './display-names.ts'

test('the accounts and the audit entries of before show no name of their own', async () => {
  await using stack = new AsyncDisposableStack()
  const db = await openBefore(stack, '0008-display-names')
  const at = '2026-03-02T12:00:00.000Z'
  await db.insertInto('accounts').values({ username: 'ana', password_hash: '', created_at: at }).execute()
  const entry = { at, account_id: 1, username: 'ana', subject: 'account', subject_id: 1, event: '{}' } as const
  await db
    .insertInto('audit_trail')
    .values({ ...entry, version: null } as never)
    .execute()
  await db.transaction().execute((trx) => addDisplayNames(trx))
  for (const table of ['accounts', 'audit_trail'] as const) {
    expect(await db.selectFrom(table).select(['username', 'display_name']).execute()).toEqual([
      { username: 'ana', display_name: null },
    ])
  }
})
