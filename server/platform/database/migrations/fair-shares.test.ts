import { expect, test } from 'vitest'
import { insertEarlierApplicant, migrationsUntil, openBefore } from '../../../../test/databases/earlier-database.ts'
import { claimTask } from '../../outbox/claim-task.ts'
import { finishTask } from '../../outbox/outbox-queries.ts'
import type { Db } from '../tables.ts'
import { bringUpToDate } from './bring-up-to-date.ts'
import type { EarlierMailTables } from './one-mail-table.ts'

const NOON = Date.parse('2026-03-02T12:00:00.000Z')
const MINUTE = 60_000
/** More than one look puts into line. */
const DUE = 250
const LATER = 3

/** Applications with a message each, as the version before has stored them, and the task of each message. */
async function fillAsBefore(db: Db): Promise<void> {
  const numbers = Array.from({ length: DUE + LATER }, (_, number) => number)
  for (const number of numbers) await insertEarlierApplicant(db, { email: `applicant-${number}@example.com` })
  const applications = await db.selectFrom('applications').select(['id', 'email']).orderBy('id').execute()
  const at = (minutes: number) => new Date(NOON + minutes * MINUTE).toISOString()
  for (const [number, { id, email }] of applications.entries()) {
    const isSent = number % 3 === 0
    const message = {
      ...{ application_id: id, kind: 'receipt' as const, reason: `receipt:${id}`, username: null, response: null },
      ...{ state: isSent ? ('sent' as const) : ('waiting' as const), attempts: isSent ? 1 : 0, task_number: 1 },
      ...{ to_name: 'Ana', to_address: email, subject: 'S', body: 'B', message_id: `<${id}@example.com>` },
      ...{ not_before: at(0), created_at: at(-60), settled_at: isSent ? at(-59) : null },
    }
    await db.withTables<EarlierMailTables>().insertInto('messages').values(message).execute()
    // The later an application has come, the earlier its task is due.
    const run_after = at(number < DUE ? -number : 10)
    const payload = JSON.stringify({ id, taskNumber: 1 })
    const task = { kind: 'send-message', payload, attempts: 0, run_after, last_error: null, created_at: at(-60) }
    await db.insertInto('outbox_tasks').values(task).execute()
  }
}

test('a database of the version before keeps every message and task, and what is due is done in the order in which it was', async () => {
  await using stack = new AsyncDisposableStack()
  const db = await openBefore(stack, '0003-fair-shares')
  await db.transaction().execute(fillAsBefore)
  const read = async () => ({
    messages: await db.withTables<EarlierMailTables>().selectFrom('messages').selectAll().orderBy('id').execute(),
    tasks: await db.selectFrom('outbox_tasks').selectAll().orderBy('id').execute(),
  })
  const stored = await read()

  await bringUpToDate(db, migrationsUntil('0003-fair-shares', true))

  const place = { priority: 1, share: null, turn: null }
  const { messages, tasks } = await read()
  expect(messages).toEqual(stored.messages)
  expect(tasks).toEqual(stored.tasks.map((task) => ({ ...task, ...place })))
  expect(await db.selectFrom('mailbox_mails').select('id').execute()).toEqual([])

  const done: number[] = []
  for (;;) {
    const claimed = await claimTask(db, new Date(NOON), { leaseMs: MINUTE })
    if (!claimed) break
    done.push(claimed.task.id)
    await finishTask(db, claimed.task)
  }
  const due = stored.tasks.slice(0, DUE).map(({ id }) => id)
  expect(done).toEqual(due.toReversed())
  expect(await db.selectFrom('outbox_tasks').select('id').execute()).toHaveLength(LATER)
})
