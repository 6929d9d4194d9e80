import { randomUUID } from 'node:crypto'
import type { DialectAdapter, Transaction } from 'kysely'
import * as z from 'zod'
import type { WebhookOccurrence } from '../../../contract/webhooks/webhook-events.ts'
import { idSchema } from '../../../contract/wire/validation.ts'
import { afterCommit } from '../database/after-commit.ts'
import type { Db, Tables } from '../database/tables.ts'
import { scheduleTasks } from '../outbox/outbox-queries.ts'
import { defineTask } from '../outbox/task-kinds.ts'

/** Sends a delivery, if it is the last task of that delivery. */
export const sendWebhookTask = defineTask('send-webhook', z.strictObject({ id: idSchema, taskNumber: z.int() }))

/** Rows that one statement inserts: SQLite takes 32,766 parameters. */
const INSERTED_AT_ONCE = 500

/** Who wakes the outbox of a database, by what all its transactions share. */
const wakers = new WeakMap<DialectAdapter, () => void>()

/** Sets what begins to send after a commit of this process. */
export function wakeForWebhooks(db: Pick<Db, 'getExecutor'>, wake: () => void): void {
  wakers.set(db.getExecutor().adapter, wake)
}

/**
 * Queues what other systems are told, in the transaction of its cause: a delivery and its task for each enabled webhook that has
 * chosen the event. All webhooks are queued here; what must tell nobody, such as an import, does not call it.
 */
export async function queueWebhooks(
  trx: Transaction<Tables>,
  occurrences: readonly WebhookOccurrence[],
  now: Date,
): Promise<void> {
  if (occurrences.length === 0) return
  const webhooks = await trx.selectFrom('webhooks').select(['id', 'events']).where('disabled_at', 'is', null).execute()
  const queued = webhooks.flatMap(({ id, events }) => {
    const chosen = JSON.parse(events) as string[]
    return occurrences.filter(({ type }) => chosen.includes(type)).map((occurrence) => ({ id, occurrence }))
  })
  for (let start = 0; start < queued.length; start += INSERTED_AT_ONCE)
    await queueDeliveries(trx, queued.slice(start, start + INSERTED_AT_ONCE), now)
}

/** Queues deliveries for certain webhooks, at least one. */
export async function queueDeliveries(
  trx: Transaction<Tables>,
  deliveries: readonly { id: number; occurrence: WebhookOccurrence }[],
  now: Date,
): Promise<void> {
  const at = now.toISOString()
  const rows = await trx
    .insertInto('webhook_deliveries')
    .values(
      deliveries.map(({ id, occurrence: { type, data } }) => ({
        ...{ webhook_id: id, message_id: `msg_${randomUUID()}`, event: type, created_at: at, begun_at: at },
        body: JSON.stringify({ type, timestamp: at, data }),
        state: 'waiting' as const,
        next_at: at,
      })),
    )
    .returning(['id', 'webhook_id', 'task_number'])
    .execute()
  // In turns, so that one webhook with very many deliveries delays no other one.
  const tasks = rows.map((row) => ({
    ...sendWebhookTask({ id: row.id, taskNumber: row.task_number }),
    share: `webhook ${row.webhook_id}`,
  }))
  await scheduleTasks(trx, tasks, now)
  await afterCommit(trx, () => wakers.get(trx.getExecutor().adapter)?.())
}
