import { isIP } from 'node:net'
import type { Transaction } from 'kysely'
import type { AccountEvent } from '../../../../contract/accounts/account-event.ts'
import { ACCOUNT_MENU } from '../../../../contract/accounts/account-menu.ts'
import type { AccountRow, Db, Tables } from '../../../platform/database/tables.ts'
import { isolateDirection } from '../../../platform/mail/isolate-direction.ts'
import { DECIDED, newMessageId, queueMails } from '../../../platform/mail/mail-queue.ts'
import { formatMoment } from '../../../platform/written-times.ts'
import { type Actor, recordAction } from '../../audit/audit-queries.ts'
import type { Services } from '../../feature.ts'
import { type Device, nameDevice } from '../devices/session-device.ts'

/** Mails that an account gets within a day: a thief who makes more of them has given the alarm already. */
const MOST_IN_A_DAY = 20
const DAY_MS = 24 * 60 * 60_000

const SIGNED_IN = `If not, somebody else is signed in to your account, or knows how to: choose a new password, which ends every session, remove what you do not know under ${ACCOUNT_MENU.signIn} in the menu, and tell an owner of the site. An owner can deactivate the account at once.`
const BY_LINK = `If not, somebody else reads your mail: secure your mailbox first, and tell an owner of the site, who can deactivate the account at once.`
const MAIL_GOES_ELSEWHERE = `If not, tell an owner of the site at once: links for a new password go to the other address now. An owner can deactivate the account.`
const FACTORS_GONE = `If not, tell an owner of the site. Set a second factor up again under ${ACCOUNT_MENU.signIn} in the menu.`

/** Of which changes a person is told, in what words, and what to do about one that was not wanted. */
const MAILS = {
  passkey_added: { what: 'a passkey was added', advice: SIGNED_IN },
  passkey_removed: { what: 'a passkey was removed', advice: SIGNED_IN },
  totp_added: { what: 'an authenticator app was set up', advice: SIGNED_IN },
  totp_removed: { what: 'the authenticator app was removed', advice: SIGNED_IN },
  recovery_codes_made: { what: 'new recovery codes were made', advice: SIGNED_IN },
  identity_linked: { what: 'a company account was linked', advice: SIGNED_IN },
  identity_unlinked: { what: 'a company account was unlinked', advice: SIGNED_IN },
  api_token_made: { what: 'an API token was made, by which a program can act for you', advice: SIGNED_IN },
  password_changed: { what: 'the password was changed', advice: SIGNED_IN },
  password_reset_by_mail: { what: 'the password was changed by a link that went to this address', advice: BY_LINK },
  email_changed: { what: 'the email address was changed or removed', advice: MAIL_GOES_ELSEWHERE },
  second_factors_removed: { what: 'every second factor was removed', advice: FACTORS_GONE },
} as const satisfies Partial<Record<AccountEvent['action'], { what: string; advice: string }>>

/** A change of which a person is told. */
type MailedAction = keyof typeof MAILS

/** What a mail is about. */
type Change = {
  account: Pick<AccountRow, 'id' | 'username' | 'display_name' | 'email'>
  action: MailedAction
  /** From where the person did it; null where an owner did. */
  device: Device | null
  now: Date
}

/** A change that a person has made to the own account, in a request. */
export type OwnChange = { by: Actor; device: Device; now: Date }

/** Records a change of how the own account is opened, and tells its person by mail, in the transaction of the change. */
export async function recordAndMail(
  trx: Transaction<Tables>,
  services: SecurityMailServices,
  { by, device, now }: OwnChange,
  action: Exclude<MailedAction, 'api_token_made'>,
): Promise<void> {
  await recordAction(trx, { by, now, id: by.id, subject: 'account', event: { action } })
  const account = await trx.selectFrom('accounts').selectAll().where('id', '=', by.id).executeTakeFirstOrThrow()
  await queueSecurityMail(trx, services, { account, action, device, now })
}

/** What queues these mails; without a mail server there are none. */
export type SecurityMailServices = Pick<Services, 'config' | 'mail' | 'today'>

/**
 * Queues the mail that tells a person of a change, in the transaction of that. Wake the outbox afterwards.
 * @param services null for the operator's commands, which send no mail
 * @param change.account with the address to which it goes: of before, where that has changed
 */
export async function queueSecurityMail(
  trx: Transaction<Tables>,
  services: SecurityMailServices | null,
  { account, action, device, now }: Change,
): Promise<void> {
  const { id, username, display_name, email } = account
  if (!services?.mail || email === null || (await countMails(trx, id, now)) >= MOST_IN_A_DAY) return
  const { today } = services
  const { publicUrl, company } = services.config
  const { what, advice } = MAILS[action]
  const message_id = newMessageId(publicUrl)
  const when = formatMoment(now.toISOString(), { timeZone: company.timeZone, today: today().date })
  const text = {
    subject: `Your account for ${company.name}: ${what}`,
    body: `Hello,

of the account ${isolateDirection(username)} at the hiring site of ${company.name}, ${what}.

When: ${when}
From: ${placeOf(device)}

If you expected this, there is nothing to do. ${advice}

Kind regards
${company.name}
`,
  }
  const mail = {
    ...({ kind: 'security_notice', reason: `security_notice:${message_id}`, state: 'waiting' } as const),
    ...{ account_id: id, username, to_name: display_name ?? username, to_address: email, message_id, ...text },
  }
  await queueMails(trx, [mail], { now, place: DECIDED })
}

async function countMails(db: Db, accountId: number, now: Date): Promise<number> {
  const mails = db.selectFrom('mails').select('id').where('account_id', '=', accountId)
  const since = new Date(now.getTime() - DAY_MS).toISOString()
  const ofDay = mails.where('kind', '=', 'security_notice').where('created_at', '>', since)
  return (await ofDay.limit(MOST_IN_A_DAY).execute()).length
}

/** Names of our own for browser and system, and an address only where it is one: no caller writes into our mail. */
function placeOf(device: Device | null): string {
  if (!device) return 'an owner of the site'
  const { userAgent, address } = device
  return [nameDevice(userAgent), ...(address !== null && isIP(address) !== 0 ? [address] : [])].join(', ')
}
