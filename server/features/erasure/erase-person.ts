import { MOST_OF_PERSON } from '../../../contract/personal-data/person-erasure.ts'
import { RequestError } from '../../platform/http/request-error.ts'
import { deleteAddress } from '../alerts/alert-queries.ts'
import { requireEmailKey } from '../applications/stored/email-key-queries.ts'
import type { Action } from '../audit/audit-queries.ts'
import type { Services } from '../feature.ts'
import { forgetPerson } from '../imports/run/import-queries.ts'
import { listOfPerson } from './erasure-queries.ts'
import { requestErasures } from './request-erasures.ts'

/**
 * Has everything about the person of an application erased: the applications with the same address, and its job alerts. A repeated
 * request succeeds while the erasure goes on.
 * @param seen ids of the applications that the owner was shown
 * @throws {RequestError} `not_found`; `changed_meanwhile` where others are stored, so that nothing is erased unseen
 */
export async function erasePerson(
  { db, interviews, outbox }: Pick<Services, 'db' | 'interviews' | 'outbox'>,
  { by, id, now }: Action,
  seen: readonly number[],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const key = await requireEmailKey(trx, id)
    const stored = (await listOfPerson(trx, key)).slice(0, MOST_OF_PERSON).map((row) => row.id)
    if (stored.length !== new Set(seen).size || stored.some((each) => !seen.includes(each))) throw othersMeanwhile()
    await requestErasures(trx, { interviews }, stored, { by, now, cause: 'owner' })
    await deleteAddress(trx, key, now)
    await forgetPerson(trx, key)
  })
  outbox.wake()
}

function othersMeanwhile(): RequestError {
  return new RequestError(
    'changed_meanwhile',
    'The applications of this person are not those that you were shown, so nothing was erased. Look at them and try again.',
  )
}
