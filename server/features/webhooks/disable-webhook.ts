import type { Transaction } from 'kysely'
import { ADMIN_PAGE } from '../../../contract/wire/admin-paths.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { newMessageId, queueMails } from '../../platform/mail/mail-queue.ts'
import { PRIORITY } from '../../platform/outbox/task-kinds.ts'
import { recordAction } from '../audit/audit-queries.ts'
import type { Services } from '../feature.ts'

const REASONS = {
  failing: 'Nothing has arrived there for three days',
  gone: 'Its receiver has answered that it wants nothing more (410)',
} as const

/** Disables a webhook that is of no use any more, and tells owners by mail and in the audit trail. */
export async function disableWebhook(
  trx: Transaction<Tables>,
  { config, mail }: Pick<Services, 'config' | 'mail'>,
  {
    webhook: { id, name },
    because,
    now,
  }: { webhook: { id: number; name: string }; because: keyof typeof REASONS; now: Date },
): Promise<void> {
  const at = now.toISOString()
  const disabled = await trx
    .updateTable('webhooks')
    .set({ disabled_at: at, disabled_because: because })
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  if (disabled.numUpdatedRows === 0n) return
  await recordAction(trx, { by: null, now, id: 0, subject: 'account', event: { action: 'webhook_disabled', name } })
  if (!mail) return
  const owners = await trx
    .selectFrom('accounts')
    .select(['id', 'username', 'display_name', 'email'])
    .where('role', '=', 'owner')
    .where('deactivated_at', 'is', null)
    .where('email', 'is not', null)
    .execute()
  const mails = owners.map((owner) => ({
    ...({ kind: 'webhook_disabled', reason: `webhook_disabled:${id}:${at}:${owner.id}`, state: 'waiting' } as const),
    ...{ account_id: owner.id, username: owner.username, to_name: owner.display_name ?? owner.username },
    ...{ to_address: owner.email, message_id: newMessageId(config.publicUrl) },
    subject: `Webhook disabled: ${name}`,
    body: `Hello,

the webhook “${name}” was disabled. ${REASONS[because]}, so the other system has missed what happened here.

Once its receiver works again, enable the webhook and replay what failed:
${config.publicUrl}${ADMIN_PAGE.webhooks}

Kind regards
${config.company.name}
`,
  }))
  if (mails.length > 0) await queueMails(trx, mails, { now, place: { priority: PRIORITY.usual, share: null } })
}
