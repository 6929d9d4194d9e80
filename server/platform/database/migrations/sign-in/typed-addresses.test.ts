import { expect, test } from 'vitest'
import { openBefore } from '../../../../../test/databases/earlier-database.ts'
import { bringUpToDate } from '../bring-up-to-date.ts'

const AT = '2026-03-02T12:00:00.000Z'

test('an address that a person typed before the upgrade counts as typed, and one of an invitation, an owner or the operator as given', async () => {
  await using stack = new AsyncDisposableStack()
  const db = await openBefore(stack, '0034-typed-addresses')
  const people = ['typed', 'invited', 'of owner', 'of operator', 'typed over', 'given over', 'none']
  const accounts = people.map((username) => ({
    ...{ username, password_hash: 'x', created_at: AT },
    email: username === 'none' ? null : `${username.replace(' ', '.')}@example.com`,
  }))
  await db.insertInto('accounts').values(accounts).execute()
  const idOf = (username: string) => people.indexOf(username) + 1
  const change = (username: string, by: number | null) => ({
    ...{ at: AT, account_id: by, username: null, display_name: null, subject: 'account' as const, version: null },
    ...{ subject_id: idOf(username), action: 'email_changed' as const, event: '{"action":"email_changed"}' },
  })
  const owner = idOf('invited')
  await db
    .insertInto('audit_trail')
    .values([
      change('typed', idOf('typed')),
      change('of owner', owner),
      change('of operator', null),
      change('typed over', owner),
      change('typed over', idOf('typed over')),
      change('given over', idOf('given over')),
      change('given over', owner),
      change('none', idOf('none')),
    ])
    .execute()

  await bringUpToDate(db)

  const rows = await db.selectFrom('accounts').select(['username', 'is_email_given']).orderBy('id').execute()
  expect(rows.filter((row) => row.is_email_given === 0).map(({ username }) => username)).toEqual([
    'typed',
    'typed over',
  ])
})
