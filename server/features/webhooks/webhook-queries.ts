import type { Transaction } from 'kysely'
import type { Webhook, WebhookDelivery } from '../../../contract/webhooks/webhooks.ts'
import type { Db, Tables } from '../../platform/database/tables.ts'

/** Days for which deliveries are kept, and how many of one webhook at most. */
const KEPT = { days: 30, ofWebhook: 20_000 } as const
const DAY_MS = 24 * 60 * 60_000
/** Rows that one statement deletes, so that requests wait for none long. */
const DELETED_AT_ONCE = 1_000

/** A stored webhook. */
export type WebhookRow = Awaited<ReturnType<typeof listWebhookRows>>[number]

/** Every webhook, the oldest first. */
export function listWebhookRows(db: Db) {
  return db.selectFrom('webhooks').selectAll().orderBy('id').execute()
}

/** One webhook. */
export function findWebhook(db: Db, id: number): Promise<WebhookRow | undefined> {
  return db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst()
}

/** A delivery that a task is about, with its webhook. */
export function findDelivery(db: Db, id: number) {
  return db
    .selectFrom('webhook_deliveries')
    .innerJoin('webhooks', 'webhooks.id', 'webhook_deliveries.webhook_id')
    .selectAll('webhooks')
    .select(['webhook_deliveries.id as delivery_id', 'message_id', 'event', 'body', 'state', 'task_number'])
    .select(['begun_at', 'attempts'])
    .where('webhook_deliveries.id', '=', id)
    .executeTakeFirst()
}

/** Webhooks as owners read them. */
export async function presentWebhooks(db: Db, rows: readonly WebhookRow[]): Promise<Webhook[]> {
  const counts = await db
    .selectFrom('webhook_deliveries')
    .select(({ fn }) => ['webhook_id', 'state', fn.countAll<number | string>().as('count')])
    .where('state', '!=', 'delivered')
    .groupBy(['webhook_id', 'state'])
    .execute()
  const countOf = (id: number, state: string) =>
    Number(counts.find((each) => each.webhook_id === id && each.state === state)?.count ?? 0)
  return rows.map((row) => ({
    ...{ id: row.id, name: row.name, address: row.shown_address, format: row.format },
    events: JSON.parse(row.events) as Webhook['events'],
    showsNames: row.shows_names === 1,
    state: row.disabled_at === null ? 'enabled' : (row.disabled_because ?? 'disabled'),
    ...{ createdAt: row.created_at, failingSince: row.failing_since, oldSecretUntil: row.old_secret_until },
    ...{ waiting: countOf(row.id, 'waiting'), failed: countOf(row.id, 'failed') },
  }))
}

/** A page of the deliveries of a webhook, newest first, and whether there are older ones. */
export async function listDeliveries(
  db: Db,
  webhookId: number,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<{ deliveries: WebhookDelivery[]; more: boolean }> {
  let rows = db.selectFrom('webhook_deliveries').selectAll().where('webhook_id', '=', webhookId)
  if (before !== undefined) rows = rows.where('id', '<', before)
  const found = await rows
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const deliveries = found.slice(0, limit).map((row) => ({
    ...{ id: row.id, messageId: row.message_id, event: row.event, createdAt: row.created_at, state: row.state },
    ...{ attempts: row.attempts, lastAttemptAt: row.last_at, nextAttemptAt: row.next_at },
    ...{ status: row.status, milliseconds: row.milliseconds, answer: row.answer },
  }))
  return { deliveries, more: found.length > limit }
}

/** Deliveries of a webhook that were given up, the oldest first. */
export function listFailed(trx: Transaction<Tables>, webhookId: number, since: string, limit: number) {
  return trx
    .selectFrom('webhook_deliveries')
    .select(['id', 'webhook_id'])
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'failed')
    .where('created_at', '>=', since)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Deletes deliveries that are older than 30 days, and of each webhook all but the newest. */
export async function forgetDeliveries(db: Db, now: Date): Promise<void> {
  const last = new Date(now.getTime() - KEPT.days * DAY_MS).toISOString()
  const old = () => db.selectFrom('webhook_deliveries').select('id').where('created_at', '<', last)
  while ((await deleteSome(db, old)) === DELETED_AT_ONCE);
  for (const { id } of await db.selectFrom('webhooks').select('id').execute()) {
    const own = () => db.selectFrom('webhook_deliveries').select('id').where('webhook_id', '=', id)
    const newest = own().orderBy('id', 'desc').offset(KEPT.ofWebhook).limit(1)
    const from = (await newest.executeTakeFirst())?.id
    const beyond = () => own().where('state', '!=', 'waiting')
    if (from !== undefined) while ((await deleteSome(db, () => beyond().where('id', '<=', from))) === DELETED_AT_ONCE);
  }
}

type SomeIds = ReturnType<ReturnType<typeof idsOf>['where']>
function idsOf(db: Db) {
  return db.selectFrom('webhook_deliveries').select('id')
}

async function deleteSome(db: Db, some: () => SomeIds): Promise<number> {
  const ids = await some().limit(DELETED_AT_ONCE).execute()
  if (ids.length === 0) return 0
  const deleted = db.deleteFrom('webhook_deliveries').where(
    'id',
    'in',
    ids.map(({ id }) => id),
  )
  return Number((await deleted.executeTakeFirst()).numDeletedRows)
}
