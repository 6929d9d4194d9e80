import type { Kysely } from 'kysely'
import { OPEN_MAIL } from '../../../contract/messages/mail-terms.ts'
import { requestAlertTask } from '../../features/alerts/request-alert.ts'
import { recordActions } from '../../features/audit/audit-queries.ts'
import { sendLinksTask } from '../../features/my-application/link-tasks.ts'
import { requestPasswordResetTask } from '../../features/password-reset/request-reset.ts'
import type { MessageRow, Tables } from '../../platform/database/tables.ts'

/**
 * Keeps all mail of a restored database from leaving by itself: what waited may have been sent after the backup. Messages,
 * digests and mails about job alerts become not sent, and no task of theirs does anything; requests for private links, for
 * new passwords and for job alerts are dropped.
 * @param from what the database was made from, which stands beside each message that waited
 * @returns how many messages are now not sent
 */
export function holdMail(db: Kysely<Tables>, now: Date, from: 'a backup' | 'an export' = 'a backup'): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const held = await trx
      .updateTable('mails')
      .set((update) => ({
        state: 'not_sent',
        // Only the task with this number would send it.
        task_number: update('task_number', '+', 1),
        superseded_by: null,
        settled_at: now.toISOString(),
        response: `Restored from ${from}: it may have been sent since.`,
      }))
      .where('state', 'in', OPEN_MAIL)
      .returning(['application_id', 'kind'])
      .execute()
    const messages = held.filter((mail) => mail.application_id !== null) as Pick<
      MessageRow,
      'application_id' | 'kind'
    >[]
    const occurrences = messages.map(({ application_id, kind }) => ({
      ...{ id: application_id, subject: 'application' as const },
      event: { action: 'message', kind, state: 'not_sent' } as const,
    }))
    await recordActions(trx, { by: null, now }, occurrences)
    // The mails that left after the backup are unknown, so what they may have named is not named again.
    await trx.updateTable('job_alerts').set({ seen_until: now.toISOString() }).execute()
    const requests = [sendLinksTask.kind, requestAlertTask.kind, requestPasswordResetTask.kind]
    await trx.deleteFrom('outbox_tasks').where('kind', 'in', requests).execute()
    return messages.length
  })
}
