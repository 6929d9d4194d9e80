import type { Kysely, Transaction } from 'kysely'
import { ALERT_LIFE } from '../../../contract/wire/limits.ts'
import { queueAlertMail } from '../../features/alerts/alert-queries.ts'
import { recordAction } from '../../features/audit/audit-queries.ts'
import type { Tables } from '../../platform/database/tables.ts'

const DAY_MS = 24 * 60 * 60_000

/**
 * How many private links, links of colleagues, calendar feeds, invitations of people, recovery codes, API tokens, job alerts and consents to
 * stay on file a restore has ended,
 * and how many company accounts, passkeys and authenticator apps stand as in the backup.
 */
export type EndedAccess = {
  links: number
  questions: number
  feeds: number
  invitations: number
  codes: number
  tokens: number
  webhooks: number
  alerts: number
  consents: number
  identities: number
  passkeys: number
  apps: number
}

/**
 * Ends all that a person may have ended after the backup, of which a restored database knows nothing: private links of
 * applicants, consents to stay on file, links by which colleagues without an account are asked, calendar feeds, recovery codes, API tokens, links for new passwords, and invitations of people, with their mails. Job alerts wait for a new confirmation, which each address is asked for once, at the rate
 * of their mails; without an answer they are deleted (`docs/decisions/0104-what-a-restore-ends.md`). Hold the mail before.
 */
export function endAccess(
  db: Kysely<Tables>,
  {
    publicUrl,
    now,
    event = 'backup_restored',
  }: { publicUrl: string; now: Date; event?: 'backup_restored' | 'export_imported' },
): Promise<EndedAccess> {
  const at = now.toISOString()
  return db.transaction().execute(async (trx) => {
    const links = await trx
      .updateTable('application_links')
      .set({ revoked_at: at })
      .where('revoked_at', 'is', null)
      .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', at)]))
      .executeTakeFirst()
    // One may be withdrawn by now. Its person is asked again: notices of before have no link any more.
    const consents = await trx
      .updateTable('consents')
      .set({ withdrawn_at: at })
      .where('withdrawn_at', 'is', null)
      .returning('application_id')
      .execute()
    const offers = await trx.deleteFrom('interview_offer_links').executeTakeFirst()
    const questions = await trx
      .updateTable('colleague_questions')
      .set({ ended_at: at })
      .where('ended_at', 'is', null)
      .where('expires_at', '>', at)
      .executeTakeFirst()
    await trx.deleteFrom('colleague_devices').execute()
    const feeds = await trx.deleteFrom('calendar_feeds').executeTakeFirst()
    const invitations = await trx.deleteFrom('invitations').executeTakeFirst()
    await trx.deleteFrom('password_resets').execute()
    // One that was revoked since the backup would work again.
    const tokens = await trx.deleteFrom('api_tokens').executeTakeFirst()
    // One that was used since the backup would work again.
    // What other systems are told would come from a copy, perhaps beside the installation itself.
    const restored = { disabled_at: at, disabled_because: 'restored' as const }
    const webhooks = await trx.updateTable('webhooks').set(restored).where('disabled_at', 'is', null).executeTakeFirst()
    const codes = await trx.deleteFrom('recovery_codes').executeTakeFirst()
    // They stay, or people without a password could not come back. The trail says so to owners.
    const entry = { by: null, now, id: 0, subject: 'account' } as const
    await recordAction(trx, { ...entry, event: { action: event } })
    const alerts = await askForConfirmation(trx, { publicUrl, now })
    return {
      links: Number(links.numUpdatedRows) + Number(offers.numDeletedRows),
      questions: Number(questions.numUpdatedRows),
      feeds: Number(feeds.numDeletedRows),
      invitations: Number(invitations.numDeletedRows),
      codes: Number(codes.numDeletedRows),
      tokens: Number(tokens.numDeletedRows),
      webhooks: Number(webhooks.numUpdatedRows),
      alerts,
      consents: consents.length,
      identities: await count(trx, 'linked_identities'),
      passkeys: await count(trx, 'passkeys'),
      apps: await count(trx, 'totp_secrets'),
    }
  })
}

async function count(trx: Transaction<Tables>, table: 'linked_identities' | 'passkeys' | 'totp_secrets') {
  const rows = trx.selectFrom(table).select(({ fn }) => fn.countAll<number | string>().as('count'))
  return Number((await rows.executeTakeFirstOrThrow()).count)
}

async function askForConfirmation(
  trx: Transaction<Tables>,
  { publicUrl, now }: { publicUrl: string; now: Date },
): Promise<number> {
  const [at, day] = [now.toISOString(), now.toISOString().slice(0, 10)]
  const alerts = await trx
    .updateTable('job_alerts')
    .set({ confirmed_at: null, ends_at: new Date(now.getTime() + ALERT_LIFE.unconfirmedDays * DAY_MS).toISOString() })
    .where('confirmed_at', 'is not', null)
    .where('stopped_at', 'is', null)
    .where('ends_at', '>', at)
    .returning('id')
    .execute()
  for (const { id } of alerts) {
    // A job alert has one confirmation a day, and the backup may be of today.
    await trx.deleteFrom('mails').where('alert_id', '=', id).where('kind', '=', 'confirmation').execute()
    await queueAlertMail(trx, { alertId: id, kind: 'confirmation', day }, { publicUrl, now })
  }
  return alerts.length
}
