import type { Db } from '../../../platform/database/tables.ts'
import type { KeyedHash } from '../../../platform/http/client-address.ts'
import { findApplicationByIdempotencyKey } from '../application-queries.ts'

const ONE_DAY_MS = 24 * 60 * 60_000

/**
 * The idempotency key of a form that sends none: the same content has the same key today and tomorrow (UTC). The hash is
 * keyed, so that no other caller can take the key first.
 * @param contentHash of all fields and the file
 */
export async function contentKey(
  { db, hash, now }: { db: Db; hash: KeyedHash; now: Date },
  contentHash: string,
): Promise<string> {
  const keyOfDay = (day: Date) => hash(db, 'native-form', day.toISOString().slice(0, 10), contentHash)
  const yesterday = await keyOfDay(new Date(now.getTime() - ONE_DAY_MS))
  return (await findApplicationByIdempotencyKey(db, yesterday)) ? yesterday : keyOfDay(now)
}
