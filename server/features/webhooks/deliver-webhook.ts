import type { Transaction } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { type OutboundAnswer, OutboundFault } from '../../platform/outbound/guarded-sender.ts'
import { scheduleTask } from '../../platform/outbox/outbox-queries.ts'
import { handleTask, type TaskHandler } from '../../platform/outbox/task-kinds.ts'
import { sendWebhookTask } from '../../platform/webhooks/queue-webhooks.ts'
import type { Services } from '../feature.ts'
import { chatBody } from './chat-message.ts'
import { disableWebhook } from './disable-webhook.ts'
import { signedHeaders } from './sign-webhook.ts'
import { findDelivery } from './webhook-queries.ts'

/** How long the next attempts wait, in seconds; then LAST_DELAY, until three days are over. */
const DELAYS = [5, 30, 120, 600, 1_800, 3_600, 7_200]
const LAST_DELAY = 14_400
/** How long a delivery is tried, and after how long without any success its webhook is disabled, in milliseconds. */
const TRIED_MS = 3 * 24 * 60 * 60_000
/** The first attempt fails a little after its delivery begins. */
const SLACK_MS = 60 * 60_000
/** The receiver wants nothing more (Standard Webhooks 1.0.0). */
const GONE = 410

/** What a delivery needs. */
type Delivering = Omit<Services, 'outbox'>
type Delivery = NonNullable<Awaited<ReturnType<typeof findDelivery>>>
type Outcome = OutboundAnswer | { status: null; milliseconds: null; text: string }

/** Handles the deliveries of webhooks: those that wait for their receivers leave the workers to other tasks. */
export function webhookHandler(services: Delivering): TaskHandler {
  return handleTask(
    sendWebhookTask,
    async ({ id, taskNumber }, { letOthersRun }) => {
      const delivery = await findDelivery(services.db, id)
      // It was sent or replayed meanwhile.
      if (delivery?.task_number !== taskNumber || delivery.state !== 'waiting') return
      letOthersRun()
      await record(services, delivery, delivery.disabled_at === null ? await send(services, delivery) : DISABLED)
    },
    { atOnce: 2, waitingAtOnce: 8 },
  )
}

const DISABLED: Outcome = { status: null, milliseconds: null, text: 'Not sent: the webhook is disabled.' }

async function send(services: Delivering, delivery: Delivery): Promise<Outcome> {
  const { sealer, outbound } = services
  const url = await sealer.open(delivery.sealed_url, 'webhook-url')
  if (url === undefined) return unsent('Its address was sealed with another key. Enter it again.')
  try {
    if (delivery.format !== 'standard') return await outbound.post(url, await chatBody(services, delivery))
    const secrets = await openSecrets(services, delivery)
    if (secrets.length === 0) return unsent('Its secret was sealed with another key. Make a new one.')
    const { message_id: id, body } = delivery
    return await outbound.post(url, body, signedHeaders({ id, body, now: services.clock() }, secrets))
  } catch (error) {
    if (error instanceof OutboundFault) return unsent(error.message)
    throw error
  }
}

function unsent(text: string): Outcome {
  return { status: null, milliseconds: null, text }
}

/** The secret, and while both count that of before. */
async function openSecrets({ sealer, clock }: Delivering, delivery: Delivery): Promise<string[]> {
  const { sealed_secret, sealed_old_secret, old_secret_until } = delivery
  const isOldValid = old_secret_until !== null && old_secret_until > clock().toISOString()
  const sealed = [sealed_secret, ...(isOldValid ? [sealed_old_secret] : [])].filter((each) => each !== null)
  const opened = await Promise.all(sealed.map((each) => sealer.open(each, 'webhook-secret')))
  return opened.filter((each) => each !== undefined)
}

/** Stores what became of an attempt, with the next one or the end in one transaction. */
async function record(services: Delivering, delivery: Delivery, outcome: Outcome): Promise<void> {
  const { db, clock } = services
  const now = clock()
  const state = stateAfter(delivery, outcome, now)
  const delayMs = delayOf(delivery.attempts)
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('webhook_deliveries')
      .set((update) => ({
        ...{ state, status: outcome.status, milliseconds: outcome.milliseconds, last_at: now.toISOString() },
        // What a receiver answers to a success tells nothing, and may be personal.
        answer: state === 'delivered' ? null : outcome.text,
        attempts: update('attempts', '+', 1),
        task_number: update('task_number', '+', 1),
        next_at: state === 'waiting' ? new Date(now.getTime() + delayMs).toISOString() : null,
      }))
      .where('id', '=', delivery.delivery_id)
      .where('task_number', '=', delivery.task_number)
      .where('state', '=', 'waiting')
      .executeTakeFirst()
    // Another process had it too, after this one had lost its task; or the webhook counts no failures.
    if (numUpdatedRows === 0n || outcome === DISABLED) return
    await noteHealth(trx, delivery.id, { isDelivered: state === 'delivered', at: now.toISOString() })
    if (state === 'waiting') {
      const task = sendWebhookTask({ id: delivery.delivery_id, taskNumber: delivery.task_number + 1 })
      await scheduleTask(trx, { ...task, share: `webhook ${delivery.id}` }, now, delayMs)
    }
    const because = state === 'failed' ? reasonToDisable(delivery, outcome, now) : undefined
    if (because) await disableWebhook(trx, services, { webhook: delivery, because, now })
  })
}

function stateAfter({ begun_at }: Delivery, outcome: Outcome, now: Date): 'delivered' | 'failed' | 'waiting' {
  if (outcome.status !== null && outcome.status >= 200 && outcome.status < 300) return 'delivered'
  if (outcome === DISABLED || outcome.status === GONE) return 'failed'
  return now.getTime() - Date.parse(begun_at) >= TRIED_MS ? 'failed' : 'waiting'
}

/** Notes since when nothing has arrived at a webhook. */
async function noteHealth(
  trx: Transaction<Tables>,
  id: number,
  { isDelivered, at }: { isDelivered: boolean; at: string },
): Promise<void> {
  const own = trx.updateTable('webhooks').where('id', '=', id)
  if (isDelivered) await own.set({ failing_since: null }).where('failing_since', 'is not', null).execute()
  else await own.set({ failing_since: at }).where('failing_since', 'is', null).execute()
}

/** Why a webhook is of no use any more; undefined where it may be. */
function reasonToDisable({ failing_since }: Delivery, { status }: Outcome, now: Date): 'gone' | 'failing' | undefined {
  if (status === GONE) return 'gone'
  const isLong = failing_since !== null && now.getTime() - Date.parse(failing_since) >= TRIED_MS - SLACK_MS
  return isLong ? 'failing' : undefined
}

/** Less up to a fifth, so that what failed together is not tried again together. */
function delayOf(attempts: number): number {
  return (DELAYS[attempts] ?? LAST_DELAY) * 1_000 * (1 - Math.random() / 5)
}
