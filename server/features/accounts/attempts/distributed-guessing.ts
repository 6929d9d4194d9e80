import { clientNetwork } from '../../../platform/http/client-address.ts'
import type { Services } from '../../feature.ts'

/** How long the failed networks of an account are counted after the latest new one, in milliseconds. */
const COUNTED_MS = 24 * 60 * 60_000

/** Networks that raise the alarm; each doubling raises it again. */
const ALARMING = 10

/** Stands for all usernames without an account, so that these cost the same work. */
const NO_ACCOUNT = 0

/**
 * Counts the network of a failed sign-in for an account, once a day. It refuses no sign-in: that would lock the owner out.
 * @param account id of the account; undefined where none has the username
 * @returns the number of networks when it raises the alarm; undefined otherwise
 */
export async function countGuessingNetwork(
  { db, clock, hash }: Pick<Services, 'db' | 'clock' | 'hash'>,
  account: number | undefined,
  address: string,
): Promise<number | undefined> {
  const name = String(account ?? NO_ACCOUNT)
  const accountHash = await hash(db, 'guessed-account', name)
  const networkHash = await hash(db, 'guessed-account', name, clientNetwork(address))
  const expires_at = new Date(clock().getTime() + COUNTED_MS).toISOString()
  const networks = await db.transaction().execute(async (trx) => {
    const isNew = await trx
      .insertInto('sign_in_failures')
      .values({ key_hash: networkHash, count: 1, expires_at })
      .onConflict((conflict) => conflict.doNothing())
      .returning('count')
      .executeTakeFirst()
    if (!isNew) return undefined
    const row = await trx
      .insertInto('sign_in_failures')
      .values({ key_hash: accountHash, count: 1, expires_at })
      .onConflict((conflict) =>
        conflict
          .column('key_hash')
          .doUpdateSet((update) => ({ count: update('sign_in_failures.count', '+', 1), expires_at })),
      )
      .returning('count')
      .executeTakeFirstOrThrow()
    return row.count
  })
  return account !== undefined && networks !== undefined && isAlarming(networks) ? networks : undefined
}

function isAlarming(networks: number): boolean {
  return networks >= ALARMING && Number.isInteger(Math.log2(networks / ALARMING))
}
