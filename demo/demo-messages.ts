import type { Kysely, Transaction } from 'kysely'
import type { ApplicationStatus } from '../contract/applications/application-statuses.ts'
import { STATUSES_WITH_MESSAGE } from '../contract/applications/status-lists.ts'
import type { TemplateKind } from '../contract/messages/message-kinds.ts'
import type { MessageState } from '../contract/messages/message-states.ts'
import { fillTemplate } from '../contract/messages/message-template.ts'
import { formatAnswerDay } from '../contract/promise/answer-clock.ts'
import { UNDO_TIME_MS } from '../contract/wire/limits.ts'
import { formatReference } from '../contract/wire/reference.ts'
import { insertChange } from '../server/features/applications/changes/application-change-queries.ts'
import { insertMessages } from '../server/features/messages/message-queries.ts'
import { DEFAULT_TEMPLATES } from '../server/features/messages/templates/default-templates.ts'
import { dropEmptyFacts } from '../server/features/messages/templates/fill-texts.ts'
import type { Tables } from '../server/platform/database/tables.ts'

/** What became of a message, and what the mail server said. */
type Outcome = { state: MessageState; response?: string }

/** What became of the newest messages to those who have no answer yet, newest first; the others were sent. */
const OUTCOMES: readonly Outcome[] = [
  { state: 'draft' },
  { state: 'draft' },
  { state: 'waiting' },
  { state: 'sent' },
  { state: 'failed', response: '550 5.1.1 No such user' },
  { state: 'sent' },
  { state: 'perhaps_sent', response: 'The program was stopped while the mail server took the message.' },
  { state: 'not_sent', response: 'No mail server is configured (SMTP_URL).' },
  { state: 'sent' },
  { state: 'answered' },
  { state: 'cancelled' },
]

/** What became of the other messages. */
export const SENT = { state: 'sent', response: '250 2.0.0 Ok: queued as 4C3F21' } as const satisfies Outcome
/** Who sends the messages of the demo. */
export const COMPANY = 'Permian Edge Controls'

/** Adds the messages that the newest applications would have caused, some in each state. */
export async function loadMessages(
  db: Kysely<Tables>,
  { sender, now, count }: { sender: string; now: Date; count: number },
): Promise<void> {
  const applications = await db
    .selectFrom('applications')
    .leftJoin('jobs', 'jobs.id', 'applications.job_id')
    .select([
      'applications.id',
      'name',
      'email',
      'applications.status',
      'applications.created_at',
      'title',
      'answer_by',
      'answered_at',
    ])
    .where('quarantined', '=', 0)
    .orderBy('applications.created_at', 'desc')
    .limit(count)
    .execute()
  const decided = applications.flatMap((row) => {
    const kind = STATUSES_WITH_MESSAGE.find((status) => status === row.status)
    return kind ? [{ row, kind }] : []
  })
  const outcomes = [...OUTCOMES]
  const messages = [
    ...applications.map((row) => ({ row, kind: 'receipt' as const, outcome: SENT })),
    ...decided.map((one) => ({ ...one, outcome: one.row.answered_at === null ? (outcomes.shift() ?? SENT) : SENT })),
  ]
  for (const { row, kind, outcome } of messages.toReversed()) {
    const by = kind === 'receipt' ? null : sender
    const cause = kind === 'receipt' ? row.created_at : row.answered_at
    const age = cause === null ? 5 * 60_000 : now.getTime() - Date.parse(cause)
    const written = new Date(now.getTime() - (outcome.state === 'sent' ? Math.max(age, 60 * 60_000) : age))
    await db.transaction().execute(async (trx) => {
      const waits = outcome.state === 'waiting' ? 'waiting' : 'draft'
      const text = textOf(kind, row, by)
      // Without its decision a message could not be taken back.
      const change_id = kind === 'receipt' ? null : await insertDecision(trx, row, written)
      const [stored] = await insertMessages(
        trx,
        [{ ...text, kind, reason: `demo:${kind}:${row.id}`, change_id, username: by, state: waits }],
        { now: written, delayMs: UNDO_TIME_MS },
      )
      if (!stored || outcome.state === waits) return
      await trx
        .updateTable('mails')
        .set({ ...endOf(outcome, written.toISOString()), attempts: 1 })
        .where('id', '=', stored.id)
        .execute()
    })
  }
}

/** What the row of a message says of its end. */
function endOf({ state, response }: Outcome, at: string) {
  return { state, response: response ?? null, settled_at: at, perhaps_sent_at: state === 'perhaps_sent' ? at : null }
}

/** @returns the id of the change that moved an application to its status */
function insertDecision(trx: Transaction<Tables>, { id, status }: DemoApplication, now: Date): Promise<number> {
  const before = { status: status === 'reviewing' ? 'pending' : 'reviewing' } as const
  return insertChange(trx, { change: { status }, applications: [{ id, before }], now })
}

type DemoApplication = {
  id: number
  status: ApplicationStatus
  name: string
  email: string
  title: string | null
  answer_by: string
}

function textOf(kind: TemplateKind, { id, name, email, title, answer_by }: DemoApplication, sender: string | null) {
  const values = {
    ...{ first_name: name.split(' ')[0] ?? '', name, job: title ?? 'a position', company: COMPANY },
    ...{ reference: formatReference('APP', id), interview: '', sender: sender ?? COMPANY },
    answer_by: formatAnswerDay(answer_by, answer_by),
  }
  const { subject, body } = DEFAULT_TEMPLATES[kind]
  return {
    application_id: id,
    to_name: name,
    to_address: email,
    subject: fillTemplate(subject, values),
    body: fillTemplate(dropEmptyFacts(body, { ...values, job: title ?? '' }), values),
    message_id: `<${kind}-${id}@demo.example.com>`,
  }
}
