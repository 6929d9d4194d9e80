import * as z from 'zod'
import { emailSchema } from '../wire/email-address.ts'
import { MAX_CHANGED_TOGETHER, MAXIMUM, PAGE_SIZE } from '../wire/limits.ts'
import {
  idSchema,
  idTextSchema,
  instantSchema,
  numberTextSchema,
  requiredLine,
  requiredText,
} from '../wire/validation.ts'
import { MESSAGE_KINDS, MESSAGE_RULES, TEMPLATE_KINDS } from './message-kinds.ts'
import { MESSAGE_ACTIONS, MESSAGE_STATES, MESSAGE_TABS } from './message-states.ts'
import { countVariables, hasPrivateLink, nearVariable, unknownVariables } from './message-template.ts'

/** Variables that one refusal names. */
const MOST_NAMED = 5

/** Describes `sendsMail`. */
const MAILED = 'Whether a mail server is configured; without one no message leaves'

const hasKnownVariables = (text: string) => unknownVariables(text).length === 0
const unknown = ({ input }: { input?: unknown }) => {
  const unknowns = unknownVariables(String(input)).map((name) => (name.length > 40 ? `${name.slice(0, 40)}…` : name))
  const named = unknowns.slice(0, MOST_NAMED)
  const others = unknowns.length > MOST_NAMED ? ` and ${unknowns.length - MOST_NAMED} more` : ''
  const verb = unknowns.length === 1 ? 'is no variable' : 'are no variables'
  const [meant] = named.flatMap((name) => nearVariable(name) ?? [])
  const fault = `${named.map((name) => `{${name}}`).join(', ')}${others} ${verb} of messages`
  return meant ? `${fault}. Did you mean {${meant}}?` : fault
}

/** Subject and body as a person writes them, with variables. */
export const messageTextSchema = z.strictObject({
  subject: requiredLine('Subject is required', MAXIMUM.messageSubject)
    .refine(hasKnownVariables, { error: unknown })
    .refine((text) => !hasPrivateLink(text), '{status_link} can only stand in the message, not in its subject'),
  body: requiredText('Message is required', MAXIMUM.messageBody)
    .refine(hasKnownVariables, { error: unknown })
    .refine(
      (text) => countVariables(text) <= MAXIMUM.messageVariables,
      `A message can have at most ${MAXIMUM.messageVariables} variables`,
    ),
})

/** What a decision tells those it is about, in place of what settings and template say. */
export const decisionMessageSchema = z.strictObject({
  rule: z
    .enum(MESSAGE_RULES)
    .describe('never: nothing; ask: once an admin confirms it; always: when the change can no longer be undone'),
  text: messageTextSchema.optional().describe('In place of the template'),
})

/** A message as an admin reads it. */
export const messageSchema = z.strictObject({
  id: idSchema,
  applicationId: idSchema,
  jobId: idSchema.nullable().describe('The posting of the application: who may decide about it may act; null for none'),
  kind: z.enum(MESSAGE_KINDS),
  state: z.enum(MESSAGE_STATES),
  toName: z.string(),
  toAddress: z.string(),
  isToInterviewer: z.boolean().describe('Whether it goes to an interviewer, and not to the applicant'),
  subject: z.string(),
  body: z.string().describe('The private link of its recipient is only in the message that leaves'),
  receipt: z
    .string()
    .nullable()
    .describe(
      'The signed receipt that goes along as a file, as the fragment of a link to `/recovery` has it; null without one',
    ),
  createdAt: instantSchema,
  by: z
    .string()
    .nullable()
    .describe('Name of the admin who caused it, or username without one; null for what the program wrote'),
  notBefore: instantSchema.describe('When it is sent, if it waits'),
  attempts: z.int(),
  settledAt: instantSchema.nullable().describe('When it was sent, failed, cancelled or answered'),
  response: z.string().nullable().describe('What the mail server said last'),
  isByHand: z.boolean().describe('Whether a person has written it, also where it tells a decision'),
  canBeTakenBack: z.boolean().describe('Whether it waits and is about a decision, so that take_back makes it a draft'),
})

const tab = z.enum(MESSAGE_TABS)

/** Query of `GET /api/admin/messages`. */
export const messageListQuerySchema = z.strictObject({
  tab: tab.optional(),
  applicationId: idTextSchema.optional(),
  before: idTextSchema.optional().describe('The id of the last message of the page before'),
  limit: numberTextSchema(PAGE_SIZE.most).default(PAGE_SIZE.usual),
})

/** Response of `GET /api/admin/messages`: newest first. */
export const messageListSchema = z.strictObject({
  messages: z.array(messageSchema),
  more: z.boolean().describe('Whether there are older ones'),
  counts: z.record(tab, z.int()).describe('Messages of every tab, of all applications or of the named one'),
})

/** Body of `POST /api/admin/messages/actions`. */
export const messageActionSchema = z
  .strictObject({
    action: z
      .enum(MESSAGE_ACTIONS)
      .describe(
        'send: at once, also one that failed, but a draft after ten minutes; take_back: a message about a decision that waits ' +
          'becomes a draft; cancel: before it leaves, or one that could not be sent; one that was perhaps sent is dismissed, as it may have arrived, also after it was sent again in vain; restore: what an admin has cancelled is as it was, or waits again; ' +
          'answered: it was sent by hand',
      ),
    ids: z.array(idSchema).min(1).max(MAX_CHANGED_TOGETHER).optional(),
    draftsUpTo: idSchema
      .optional()
      .describe(
        'Instead of ids, to send or cancel: the oldest 100 of all drafts up to this id. Repeat it while there are more',
      ),
  })
  .refine(
    ({ action, ids, draftsUpTo }) =>
      ids ? draftsUpTo === undefined : draftsUpTo !== undefined && (action === 'send' || action === 'cancel'),
    { path: ['ids'], error: 'Name the messages by ids, or those to send or cancel by draftsUpTo' },
  )

/** Response of `POST /api/admin/messages/actions`. */
export const messageActionResultSchema = z.strictObject({
  changed: z.array(messageSchema),
  refused: z
    .array(idSchema)
    .describe(
      'Their state does not allow the action any more. To send or restore: or they are about an interview or a decision that ' +
        'has changed since, or to an applicant who has withdrawn; send the newest message about the present decision instead',
    ),
  more: z.boolean().describe('Whether there are more drafts up to `draftsUpTo`'),
  sendsMail: z.boolean().describe(MAILED),
})

/** Body of `PATCH /api/admin/messages/{id}`: another text of a message that waits to be confirmed. */
export const editedMessageSchema = z.strictObject({
  ...messageTextSchema.shape,
  seen: z
    .strictObject({ subject: z.string(), body: z.string() })
    .describe('The text that was read; when another one is stored, nothing changes'),
})

/** Response of `GET /api/admin/messages/counts`: what waits for an admin. */
export const messageCountsSchema = z.strictObject({
  drafts: z.int().describe('Messages to confirm'),
  problems: z.int().describe('Messages that have failed or came back, or were perhaps sent and not dismissed'),
})

/** Body of `POST /api/admin/messages`: one message to each applicant. */
export const newMessagesSchema = z.strictObject({
  applications: z.array(idSchema).min(1).max(MAX_CHANGED_TOGETHER),
  ...messageTextSchema.shape,
})

/** Response of `POST /api/admin/messages`. */
export const queuedMessagesSchema = z.strictObject({
  messages: z.array(messageSchema),
  refused: z.array(idSchema).describe('Applications that do not exist any more'),
  sendsMail: z.boolean().describe(MAILED),
})

/** Body of `POST /api/admin/messages/preview`. */
export const messagePreviewSchema = z.strictObject({
  applicationId: idSchema,
  ...messageTextSchema.shape,
  decision: z.enum(TEMPLATE_KINDS).optional().describe('The decision that the message is to tell'),
})

/** The text of a message to an applicant, filled in. */
export const filledMessageSchema = z.strictObject({
  toAddress: z.string(),
  subject: z.string(),
  body: z.string(),
  oneMail: z
    .enum(['by_hand', 'decision'])
    .nullable()
    .describe(
      'by_hand: a message of a person waits for this applicant, and its text, which is given here, tells the refusal; ' +
        'decision: the text tells the refusal in place of the message about it, which has not left',
    ),
})

/** Response of `GET /api/admin/message-templates`. */
export const messageTemplatesSchema = z.array(
  z.strictObject({
    kind: z.enum(TEMPLATE_KINDS),
    subject: z.string(),
    body: z.string(),
    isDefault: z.boolean(),
    default: z.strictObject({ subject: z.string(), body: z.string() }),
  }),
)

/** Whether and how mail leaves: response of `GET /api/admin/mail`. */
export const mailStatusSchema = z.strictObject({
  isConfigured: z.boolean(),
  server: z.string().nullable().describe('Host and port'),
  from: z.string().nullable(),
  outage: z
    .strictObject({
      since: instantSchema,
      reason: z.string().describe('What to do about it, and what the mail server said'),
      waiting: z.int().describe('Mails that would have left by now'),
      nextAttempt: instantSchema.nullable().describe('When mail is tried again; null where each mail has its own time'),
    })
    .nullable()
    .describe('Null while mail leaves'),
})

/** Body of `POST /api/admin/mail/test`. */
export const testMailSchema = z.strictObject({ to: emailSchema })

/** Response of `POST /api/admin/mail/test`: what the server said. */
export const testMailResultSchema = z.strictObject({ isSent: z.boolean(), response: z.string() })

/** Whether mail leaves, and from where. */
export type MailStatus = z.output<typeof mailStatusSchema>
/** That mail does not leave. */
export type MailOutage = NonNullable<z.output<typeof mailStatusSchema>['outage']>
/** Which messages to list. */
export type MessageListQuery = z.output<typeof messageListQuerySchema>
/** What a decision tells those it is about. */
export type DecisionMessage = z.output<typeof decisionMessageSchema>
/** The text of a message to an applicant, filled in. */
export type FilledMessage = z.output<typeof filledMessageSchema>
/** A message as an admin reads it. */
export type Message = z.output<typeof messageSchema>
/** Subject and body of a message. */
export type MessageText = z.output<typeof messageTextSchema>
/** One page of messages. */
export type MessageList = z.output<typeof messageListSchema>
/** Another text of a message, and the one that was read. */
export type EditedMessage = z.output<typeof editedMessageSchema>
/** How many messages wait for an admin. */
export type MessageCounts = z.output<typeof messageCountsSchema>
/** Body of `POST /api/admin/messages/actions`. */
export type MessageActionBody = z.output<typeof messageActionSchema>
/** What became of the messages of an action. */
export type MessageActionResult = z.output<typeof messageActionResultSchema>
