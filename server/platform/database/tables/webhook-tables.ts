import type { Generated } from 'kysely'
import type { WebhookEvent } from '../../../../contract/webhooks/webhook-events.ts'
import type { WebhookFormat } from '../../../../contract/webhooks/webhooks.ts'
import type { Flag, Instant } from './column-types.ts'

/** Addresses of other systems that are told what happens. */
type WebhooksTable = {
  id: Generated<number>
  name: string
  format: WebhookFormat
  /** Sealed by a key outside the database, like the secrets: of a chat it is one. */
  sealed_url: string
  /** What owners read of it. */
  shown_address: string
  /** What its receiver verifies with; null for a chat. */
  sealed_secret: string | null
  /** The secret of before, and until when bodies are signed with it too. */
  sealed_old_secret: Generated<string | null>
  old_secret_until: Generated<Instant | null>
  /** The events that it has chosen, as JSON. */
  events: string
  /** Whether a chat reads the names of applicants. */
  shows_names: Generated<Flag>
  created_at: Instant
  /** The first failure since it last worked. */
  failing_since: Generated<Instant | null>
  disabled_at: Generated<Instant | null>
  disabled_because: Generated<'disabled' | 'failing' | 'gone' | 'restored' | null>
}

/** What was or is to be sent to a webhook; deleted after 30 days. */
type WebhookDeliveriesTable = {
  id: Generated<number>
  webhook_id: number
  /** By which the receiver knows it again: the same for every attempt. */
  message_id: string
  event: WebhookEvent
  /** JSON with numbers alone. */
  body: string
  state: 'waiting' | 'delivered' | 'failed'
  /** One more with each task: an earlier task does nothing. */
  task_number: Generated<number>
  created_at: Instant
  /** When its attempts began: at first, or when it was replayed. */
  begun_at: Instant
  attempts: Generated<number>
  last_at: Generated<Instant | null>
  next_at: Instant | null
  status: Generated<number | null>
  milliseconds: Generated<number | null>
  answer: Generated<string | null>
}

/** What other systems are told. */
export type WebhookTables = { webhooks: WebhooksTable; webhook_deliveries: WebhookDeliveriesTable }
