import type { Transaction } from 'kysely'
import { WEBHOOK } from '../../../contract/webhooks/webhook-limits.ts'
import type { MadeWebhook, NewWebhook, Replayed, Webhook, WebhookChange } from '../../../contract/webhooks/webhooks.ts'
import { countRows } from '../../platform/database/count-rows.ts'
import { acquireLock, lockRow } from '../../platform/database/row-locks.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { notFound, RequestError } from '../../platform/http/request-error.ts'
import { OutboundFault } from '../../platform/outbound/guarded-sender.ts'
import { scheduleTasks } from '../../platform/outbox/outbox-queries.ts'
import { queueDeliveries, sendWebhookTask } from '../../platform/webhooks/queue-webhooks.ts'
import { type Action, type Actor, recordAction } from '../audit/audit-queries.ts'
import type { Services } from '../feature.ts'
import { newWebhookSecret } from './sign-webhook.ts'
import { findWebhook, listFailed, presentWebhooks, type WebhookRow } from './webhook-queries.ts'

/** How long bodies are signed with the old secret too, in milliseconds. */
const BOTH_SECRETS_MS = 24 * 60 * 60_000

/** Serialises the making of webhooks: there are only so many. */
const WEBHOOKS_LOCK = 'webhooks'

type Changing = Pick<Services, 'db' | 'sealer' | 'outbound'>

/**
 * Makes a webhook.
 * @throws {RequestError} `invalid_request` for an address to which nothing is sent, and where there are as many as there can be
 */
export async function makeWebhook(
  { db, sealer, outbound }: Changing,
  { by, now }: { by: Actor; now: Date },
  { name, url, format, events, showsNames }: NewWebhook,
): Promise<MadeWebhook> {
  const address = await addressColumns({ sealer, outbound }, url, format)
  const secret = format === 'standard' ? newWebhookSecret() : null
  const sealed_secret = secret === null ? null : await sealer.seal(secret, 'webhook-secret')
  return db.transaction().execute(async (trx) => {
    await acquireLock(trx, WEBHOOKS_LOCK)
    if ((await countRows(trx.selectFrom('webhooks'))) >= WEBHOOK.most)
      throw refused('name', `There are ${WEBHOOK.most} webhooks already. Delete one that is not used any more.`)
    const row = await trx
      .insertInto('webhooks')
      .values({
        ...{ name, format, sealed_secret, ...address, shows_names: showsNames && secret === null ? 1 : 0 },
        ...{ events: JSON.stringify(events), created_at: now.toISOString() },
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordAction(trx, { by, now, id: 0, subject: 'account', event: { action: 'webhook_made', name } })
    return { webhook: await presentOne(trx, row), secret }
  })
}

/** Changes a webhook, or enables or disables it. @throws {RequestError} `not_found`, `invalid_request` as {@link makeWebhook} */
export async function changeWebhook(
  { db, sealer, outbound }: Changing,
  { by, id, now }: Action,
  { url, ...change }: WebhookChange,
): Promise<Webhook> {
  const { format } = await requireWebhook(findWebhook(db, id))
  const address = url === undefined ? {} : await addressColumns({ sealer, outbound }, url, format)
  return db.transaction().execute(async (trx) => {
    const before = await lockWebhook(trx, id)
    const columns = { ...address, ...changedColumns(before, change), ...switchColumns(before, change, now) }
    if (Object.keys(columns).length === 0) return presentOne(trx, before)
    const changed = trx.updateTable('webhooks').set(columns).where('id', '=', id).returningAll()
    const after = await changed.executeTakeFirstOrThrow()
    const event = { action: 'webhook_changed', name: after.name } as const
    await recordAction(trx, { by, now, id: 0, subject: 'account', event })
    return presentOne(trx, after)
  })
}

function changedColumns({ format }: WebhookRow, { name, events, showsNames }: WebhookChange) {
  const isShown = showsNames && format !== 'standard' ? (1 as const) : (0 as const)
  return {
    ...(name !== undefined && { name }),
    ...(events && { events: JSON.stringify(events) }),
    ...(showsNames !== undefined && { shows_names: isShown }),
  }
}

function switchColumns({ disabled_at }: WebhookRow, { isEnabled }: WebhookChange, now: Date) {
  if (isEnabled === undefined || isEnabled === (disabled_at === null)) return {}
  const because = { disabled_at: now.toISOString(), disabled_because: 'disabled' as const }
  return { failing_since: null, ...(isEnabled ? { disabled_at: null, disabled_because: null } : because) }
}

/** Gives a webhook a new secret; for a day bodies are signed with both. @throws {RequestError} `not_found`, also for a chat, which has none */
export async function renewSecret({ db, sealer }: Changing, { by, id, now }: Action): Promise<MadeWebhook> {
  const secret = newWebhookSecret()
  const sealed_secret = await sealer.seal(secret, 'webhook-secret')
  return db.transaction().execute(async (trx) => {
    const before = await lockWebhook(trx, id)
    if (before.sealed_secret === null) throw notFound('This webhook has no secret.')
    const after = await trx
      .updateTable('webhooks')
      .set({
        ...{ sealed_secret, sealed_old_secret: before.sealed_secret },
        old_secret_until: new Date(now.getTime() + BOTH_SECRETS_MS).toISOString(),
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const event = { action: 'webhook_secret_renewed', name: after.name } as const
    await recordAction(trx, { by, now, id: 0, subject: 'account', event })
    return { webhook: await presentOne(trx, after), secret }
  })
}

/** Deletes a webhook with its log. Deleting twice succeeds. */
export function deleteWebhook({ db }: Pick<Services, 'db'>, { by, id, now }: Action): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const deleted = await trx.deleteFrom('webhooks').where('id', '=', id).returning('name').executeTakeFirst()
    if (!deleted) return
    const event = { action: 'webhook_deleted', name: deleted.name } as const
    await recordAction(trx, { by, now, id: 0, subject: 'account', event })
  })
}

/** Queues a test for a webhook. @throws {RequestError} `not_found`, and `invalid_request` for one that is disabled */
export function testWebhook({ db }: Pick<Services, 'db'>, id: number, now: Date): Promise<void> {
  return db.transaction().execute(async (trx) => {
    requireEnabled(await lockWebhook(trx, id))
    await queueDeliveries(trx, [{ id, occurrence: { type: 'webhook.test', data: {} } }], now)
  })
}

/** Tries again what failed from an instant on, with the ids of before. @throws {RequestError} as {@link testWebhook} */
export function replayFailed(
  { db }: Pick<Services, 'db'>,
  { id, since, now }: { id: number; since: string; now: Date },
): Promise<Replayed> {
  return db.transaction().execute(async (trx) => {
    requireEnabled(await lockWebhook(trx, id))
    const failed = await listFailed(trx, id, new Date(since).toISOString(), WEBHOOK.replayed)
    await replay(trx, failed, now)
    return { replayed: failed.length }
  })
}

/** Tries a delivery again, with the id of before. @throws {RequestError} as {@link testWebhook} */
export function replayDelivery({ db }: Pick<Services, 'db'>, id: number, now: Date): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const delivery = await trx
      .selectFrom('webhook_deliveries')
      .select(['id', 'webhook_id'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!delivery) throw notFound('There is no such delivery.')
    requireEnabled(await lockWebhook(trx, delivery.webhook_id))
    await replay(trx, [delivery], now)
  })
}

async function replay(
  trx: Transaction<Tables>,
  deliveries: readonly { id: number; webhook_id: number }[],
  now: Date,
): Promise<void> {
  if (deliveries.length === 0) return
  const at = now.toISOString()
  const ids = deliveries.map(({ id }) => id)
  const rows = await trx
    .updateTable('webhook_deliveries')
    .set((update) => ({
      ...{ state: 'waiting', begun_at: at, next_at: at, attempts: 0 },
      task_number: update('task_number', '+', 1),
    }))
    .where('id', 'in', ids)
    .returning(['id', 'webhook_id', 'task_number'])
    .execute()
  const tasks = rows.map((row) => ({
    ...sendWebhookTask({ id: row.id, taskNumber: row.task_number }),
    share: `webhook ${row.webhook_id}`,
  }))
  await scheduleTasks(trx, tasks, now)
}

async function addressColumns({ sealer, outbound }: Omit<Changing, 'db'>, url: string, format: Webhook['format']) {
  try {
    await outbound.check(url)
  } catch (error) {
    if (error instanceof OutboundFault) throw refused('url', error.message)
    throw error
  }
  const { host, href } = new URL(url)
  return { sealed_url: await sealer.seal(href, 'webhook-url'), shown_address: format === 'standard' ? href : host }
}

async function lockWebhook(trx: Transaction<Tables>, id: number): Promise<WebhookRow> {
  await lockRow(trx, 'webhooks', id)
  return requireWebhook(findWebhook(trx, id))
}

async function requireWebhook(found: Promise<WebhookRow | undefined>): Promise<WebhookRow> {
  const webhook = await found
  if (!webhook) throw notFound('There is no such webhook.')
  return webhook
}

function requireEnabled({ disabled_at }: WebhookRow): void {
  if (disabled_at !== null) throw refused('isEnabled', 'This webhook is disabled. Enable it first.')
}

async function presentOne(trx: Transaction<Tables>, row: WebhookRow): Promise<Webhook> {
  const [webhook] = await presentWebhooks(trx, [row])
  return webhook as Webhook
}

function refused(path: string, message: string): RequestError {
  return new RequestError('invalid_request', message, { issues: [{ path, message }] })
}
