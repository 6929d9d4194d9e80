import type { Transaction } from 'kysely'
import type { Db, Tables } from '../../platform/database/tables.ts'
import { RequestError } from '../../platform/http/request-error.ts'
import { countAttempt, type FactorAttempt } from '../accounts/attempts/failed-attempts.ts'
import type { Services } from '../feature.ts'

/** A right code of an authenticator app; it counts once it is used. */
export type RightCode = { accountId: number; sealed: string; step: number }

/** What the secret of an account is sealed for: that of another account does not open in its place. */
function sealedFor(accountId: number): string {
  return `totp of account ${accountId}`
}

/** The stored form of a secret. */
export function sealTotpSecret({ sealer }: Pick<Services, 'sealer'>, accountId: number, secret: string) {
  return sealer.seal(secret, sealedFor(accountId))
}

/**
 * Checks a code of an authenticator app within the limits of guessing. It counts as failed before it is checked, until
 * {@link forgetAttempts} once it is used.
 * @returns undefined for a wrong code, and where the account has no app
 * @throws {RequestError} `too_many_requests`; `unavailable` where the key outside the database is not that of the secret
 */
export async function checkTotpCode(
  services: Pick<Services, 'db' | 'clock' | 'hash' | 'log' | 'sealer'>,
  { code, ...attempt }: FactorAttempt & { code: string },
): Promise<RightCode | undefined> {
  const { accountId } = attempt
  const sealed = await findSealedSecret(services.db, accountId)
  const secret = sealed === undefined ? undefined : await openSecret(services, accountId, sealed)
  await countAttempt(services, attempt)
  if (sealed === undefined || secret === undefined) return undefined
  const { stepOfCode } = await import('./totp.ts')
  const step = await stepOfCode(secret, code, services.clock())
  return step === undefined ? undefined : { accountId, sealed, step }
}

/**
 * Uses a right code up, in the transaction of what it proves.
 * @returns false when it or a later one was used before, and when the account has another app now, or none
 */
export async function spendTotpCode(
  trx: Transaction<Tables>,
  { accountId, sealed, step }: RightCode,
): Promise<boolean> {
  const used = await trx
    .updateTable('totp_secrets')
    .set({ last_step: step })
    .where('account_id', '=', accountId)
    .where('sealed_secret', '=', sealed)
    .where(({ or, eb }) => or([eb('last_step', 'is', null), eb('last_step', '<', step)]))
    .executeTakeFirst()
  return used.numUpdatedRows > 0n
}

/** The refusal of a code, with an issue for its field. */
export function wrongCode(field: 'code' | 'recoveryCode'): RequestError {
  const message =
    field === 'code'
      ? 'This code is not right, or was used before. Enter the one that the app shows now.'
      : 'This recovery code is not right, or was used before. Each works once.'
  return new RequestError('code_wrong', message, { issues: [{ path: field, message }] })
}

/** How many accounts have an authenticator app, and the usernames of those whose codes cannot be checked with this key. */
export async function checkSecrets({
  db,
  sealer,
}: Pick<Services, 'db' | 'sealer'>): Promise<{ apps: number; unopened: string[] }> {
  const rows = await db
    .selectFrom('totp_secrets')
    .innerJoin('accounts', 'accounts.id', 'totp_secrets.account_id')
    .select(['accounts.id', 'accounts.username', 'totp_secrets.sealed_secret'])
    .orderBy('accounts.id')
    .execute()
  const unopened: string[] = []
  for (const { id, username, sealed_secret } of rows)
    if ((await sealer.open(sealed_secret, sealedFor(id))) === undefined) unopened.push(username)
  return { apps: rows.length, unopened }
}

async function findSealedSecret(db: Db, accountId: number): Promise<string | undefined> {
  const confirmed = db.selectFrom('totp_secrets').select('sealed_secret').where('confirmed_at', 'is not', null)
  return (await confirmed.where('account_id', '=', accountId).executeTakeFirst())?.sealed_secret
}

async function openSecret(
  { log, sealer }: Pick<Services, 'log' | 'sealer'>,
  accountId: number,
  sealed: string,
): Promise<string> {
  const secret = await sealer.open(sealed, sealedFor(accountId))
  if (secret !== undefined) return secret
  const advice = 'put the former SECRET_KEY or sealing.key back, or remove the second factors of the account'
  log.error({ account: accountId, advice }, 'codes of an authenticator app cannot be checked: its secret does not open')
  const message =
    'Codes cannot be checked right now. Use a passkey or a recovery code, and tell the person who runs this site.'
  throw new RequestError('unavailable', message)
}
