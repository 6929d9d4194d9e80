import * as z from 'zod'
import { keysOf } from '../wire/records.ts'
import { idSchema, idTextSchema, instantSchema, numberTextSchema, requiredLine } from '../wire/validation.ts'
import { CHOSEN_WEBHOOK_EVENTS, WEBHOOK_EVENTS } from './webhook-events.ts'
import { WEBHOOK } from './webhook-limits.ts'

/** What a webhook sends: our own signed events, or what a chat shows. */
export const WEBHOOK_FORMATS = {
  standard: 'Another program (Standard Webhooks)',
  slack: 'Slack',
  teams: 'Microsoft Teams',
} as const

/** What a webhook sends. */
export type WebhookFormat = keyof typeof WEBHOOK_FORMATS

const name = requiredLine('Name is required', WEBHOOK.name)
const events = z
  .array(z.enum(CHOSEN_WEBHOOK_EVENTS))
  .min(1, 'Choose at least one')
  .max(CHOSEN_WEBHOOK_EVENTS.length)
  .readonly()
const url = requiredLine('Address is required', WEBHOOK.address)
const showsNames = z.boolean().describe('Whether a chat reads the name of the applicant; never in a standard webhook')

/** Body of `POST /api/admin/webhooks`. */
export const newWebhookSchema = z.strictObject({
  name,
  url,
  format: z.enum(keysOf(WEBHOOK_FORMATS)).default('standard'),
  events,
  showsNames: showsNames.default(false),
})

/** Body of `PATCH /api/admin/webhooks/{id}`. */
export const webhookChangeSchema = z
  .strictObject({ name, url, events, showsNames, isEnabled: z.boolean() })
  .partial()
  .refine((change) => Object.keys(change).length > 0, { error: 'Name a field to change' })

const webhookSchema = z.strictObject({
  id: idSchema,
  name: z.string(),
  address: z.string().describe('Where it sends to; of a chat the host alone, because the rest is a secret'),
  format: z.enum(keysOf(WEBHOOK_FORMATS)),
  events,
  showsNames,
  state: z
    .enum(['enabled', 'disabled', 'failing', 'gone', 'restored'])
    .describe('failing: disabled after three days of failures; gone: its receiver said so; restored: with a backup'),
  createdAt: instantSchema,
  failingSince: instantSchema.nullable().describe('The first failure since it last worked'),
  oldSecretUntil: instantSchema
    .nullable()
    .describe('Until when bodies have a second signature, by the secret of before'),
  waiting: z.int().describe('Deliveries that are still tried'),
  failed: z.int().describe('Deliveries that were given up, of the last 30 days'),
})

/** A webhook, without its secret. */
export type Webhook = z.output<typeof webhookSchema>

/** Response of `GET /api/admin/webhooks`. */
export const webhooksSchema = z.strictObject({ webhooks: z.array(webhookSchema).readonly() })

/** Every webhook. */
export type Webhooks = z.output<typeof webhooksSchema>

/** Response of making a webhook or its new secret: the only ones that have it. */
export const madeWebhookSchema = z.strictObject({
  webhook: webhookSchema,
  secret: z.string().nullable().describe('What its receiver verifies signatures with; null for a chat'),
})

/** A webhook with its secret. */
export type MadeWebhook = z.output<typeof madeWebhookSchema>

/** Response of a change of a webhook. */
export const changedWebhookSchema = webhookSchema

const deliverySchema = z.strictObject({
  id: idSchema,
  messageId: z.string().describe('What the receiver reads as webhook-id: the same for every attempt'),
  event: z.enum(keysOf(WEBHOOK_EVENTS)),
  createdAt: instantSchema,
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.int(),
  lastAttemptAt: instantSchema.nullable(),
  nextAttemptAt: instantSchema.nullable(),
  status: z.int().nullable().describe('Of the last response; null where none came'),
  milliseconds: z.int().nullable(),
  answer: z.string().nullable().describe('The beginning of the last refusal, or why no response came'),
})

/** A delivery. */
export type WebhookDelivery = z.output<typeof deliverySchema>

/** Query of `GET /api/admin/webhooks/{id}/deliveries`. */
export const deliveryQuerySchema = z.strictObject({
  before: idTextSchema.optional().describe('The id of the last delivery of the page before'),
  limit: numberTextSchema(WEBHOOK.deliveries).default(WEBHOOK.deliveries),
})

/** Response of `GET /api/admin/webhooks/{id}/deliveries`: newest first. */
export const webhookDeliveriesSchema = z.strictObject({
  deliveries: z.array(deliverySchema).readonly(),
  more: z.boolean(),
})

/** A page of the delivery log. */
export type WebhookDeliveries = z.output<typeof webhookDeliveriesSchema>

/** Body of `POST /api/admin/webhooks/{id}/replay`. */
export const replaySchema = z.strictObject({ since: instantSchema.describe('Failed deliveries from then on') })

/** Response of it. */
export const replayedSchema = z.strictObject({
  replayed: z.int().describe('At most 1,000: ask again while it is'),
})

/** How many deliveries are tried again. */
export type Replayed = z.output<typeof replayedSchema>
/** What makes a webhook. */
export type NewWebhook = z.output<typeof newWebhookSchema>
/** What changes a webhook. */
export type WebhookChange = z.output<typeof webhookChangeSchema>
