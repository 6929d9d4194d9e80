import type { Transaction } from 'kysely'
import * as z from 'zod'
import { OPEN_MAIL } from '../../../contract/messages/mail-terms.ts'
import { withAsciiDomain } from '../../../contract/wire/email-address.ts'
import { PASSWORD_RESET } from '../../../contract/wire/limits.ts'
import { lockRow } from '../../platform/database/row-locks.ts'
import type { Db, Tables } from '../../platform/database/tables.ts'
import { newMessageId, queueMails } from '../../platform/mail/mail-queue.ts'
import { defineTask, handleTask, PRIORITY, type TaskHandler } from '../../platform/outbox/task-kinds.ts'
import { findActiveAccount } from '../accounts/account-queries.ts'
import type { Services } from '../feature.ts'
import { noteRequest } from './reset-queries.ts'

const HOUR_MS = 60 * 60_000

/** Mails a link for a new password to the accounts of a name. A task, so that the request takes as long whatever the name is. */
export const requestPasswordResetTask = defineTask(
  'request-password-reset',
  z.object({ requestId: z.string(), name: z.string() }),
)

/** Handles the requests for links. */
export function requestResetHandler(
  services: Pick<Services, 'db' | 'clock' | 'config' | 'onlyCompanyAccounts'>,
): TaskHandler {
  const { db, clock, config, onlyCompanyAccounts } = services
  return handleTask(requestPasswordResetTask, async ({ requestId, name }, { share }) => {
    for (const id of await listNamed(db, name, { ownersOnly: await onlyCompanyAccounts() })) {
      const request = { reason: `password_reset:${requestId}:${id}`, share, now: clock(), publicUrl: config.publicUrl }
      await db.transaction().execute((trx) => queueMail(trx, id, request))
    }
  })
}

/**
 * The accounts with a username or an address. Addresses are the same in any case; several accounts may share one.
 * @param options.ownersOnly where a password would open nothing to others
 */
async function listNamed(db: Db, name: string, { ownersOnly }: { ownersOnly: boolean }): Promise<number[]> {
  const address = withAsciiDomain(name).toLowerCase()
  const accounts = db.selectFrom('accounts').select(['id', 'username', 'email']).where('deactivated_at', 'is', null)
  // All of them, at most some hundreds: the database knows lower case of ASCII alone.
  const mailed = await accounts
    .where('email', 'is not', null)
    .$if(ownersOnly, (all) => all.where('role', '=', 'owner'))
    .orderBy('id')
    .execute()
  return mailed
    .filter(({ username, email }) => username === name || email?.toLowerCase() === address)
    .map(({ id }) => id)
}

/**
 * Queues the mail to one account, unless one is under way, or the account has had as many as it gets. The mailbox limit of strangers
 * does not count here: with another form a stranger could use it up, and keep a person out.
 */
async function queueMail(
  trx: Transaction<Tables>,
  id: number,
  { reason, share, now, publicUrl }: { reason: string; share: string | null; now: Date; publicUrl: string },
): Promise<void> {
  await lockRow(trx, 'accounts', id)
  const account = await findActiveAccount(trx, id)
  if (!account?.email) return
  const mails = await listMails(trx, id, before(now, 24))
  const isUnderWay = mails.some(({ state }) => OPEN_MAIL.includes(state))
  if (!isUnderWay && hadEnough(mails, now)) return
  await noteRequest(trx, { ...account, email: account.email }, now)
  if (isUnderWay) return
  const mail = { kind: 'password_reset' as const, reason, account_id: id, state: 'waiting' as const, username: null }
  const place = { priority: PRIORITY.usual, share }
  await queueMails(trx, [{ ...mail, message_id: newMessageId(publicUrl) }], { now, place })
}

/** After the mails of a day one still leaves from time to time: nobody can keep a person from a reset with requests at night. */
function hadEnough(mails: readonly { created_at: string }[], now: Date): boolean {
  const within = (hours: number) => mails.filter(({ created_at }) => created_at > before(now, hours)).length
  const { mailsPerHour, mailsPerDay, hoursBeyond } = PASSWORD_RESET
  return within(1) >= mailsPerHour || (mails.length >= mailsPerDay && within(hoursBeyond) > 0)
}

function listMails(db: Db, accountId: number, since: string) {
  return db
    .selectFrom('mails')
    .select(['state', 'created_at'])
    .where('account_id', '=', accountId)
    .where('kind', '=', 'password_reset')
    .where('created_at', '>', since)
    .execute()
}

function before(now: Date, hours: number): string {
  return new Date(now.getTime() - hours * HOUR_MS).toISOString()
}
