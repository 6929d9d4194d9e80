import type { Kysely, Transaction } from 'kysely'
import type { ApplicationEvent } from '../../../contract/applications/history.ts'
import type { NewLegalHold, OwnLegalHold } from '../../../contract/personal-data/legal-holds.ts'
import { LEGAL_HOLD } from '../../../contract/personal-data/personal-data-limits.ts'
import { addDays } from '../../../contract/promise/calendar-days.ts'
import { acquireLock } from '../../platform/database/row-locks.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { TimedWork } from '../../platform/every.ts'
import { RequestError } from '../../platform/http/request-error.ts'
import { bringBack } from '../applications/changes/set-aside.ts'
import { listIdsOfPeople, lockPeople, requireEmailKey } from '../applications/stored/email-key-queries.ts'
import { type Action, type Actor, recordActions, shownName } from '../audit/audit-queries.ts'
import type { Services } from '../feature.ts'
import { findHolds, listEndedHolds } from './legal-hold-queries.ts'

const HOUR_MS = 60 * 60_000

/**
 * Holds all applications of the person of one application, or renews the hold; those that were set aside come back to the lists.
 * @param action.id of the application on whose page it is set
 * @throws {RequestError} where the last day is over, or too far away, or there are too many holds
 */
export function setHold(
  { db, today }: Pick<Services, 'db' | 'today'>,
  { by, now, id }: Action,
  { reason, endsOn }: NewLegalHold,
): Promise<OwnLegalHold> {
  requireDay(endsOn, today().date)
  return db.transaction().execute(async (trx) => {
    const { emailKey, ids } = await lockPerson(trx, id)
    const before = (await findHolds(trx, [emailKey])).get(emailKey)
    if (!before) await requireRoom(trx)
    const hold = { reason, ends_on: endsOn, application_id: id, set_by: shownName(by), set_at: now.toISOString() }
    await trx
      .insertInto('legal_holds')
      .values({ ...hold, email_key: emailKey })
      .onConflict((conflict) => conflict.column('email_key').doUpdateSet(hold))
      .execute()
    const event = { action: before ? 'hold_renewed' : 'hold_set', until: endsOn } as const
    await recordOfEach(trx, { by, now }, ids, event)
    await bringBack(trx, { by, now }, ids)
    return { hold: (await findHolds(trx, [emailKey])).get(emailKey) ?? null }
  })
}

/** Ends the hold of the person of an application; a repeated request finds none. */
export function endHold({ db }: { db: Kysely<Tables> }, { by, now, id }: Action): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { emailKey, ids } = await lockPerson(trx, id)
    const deleted = trx.deleteFrom('legal_holds').where('email_key', '=', emailKey).returning('id')
    if (!(await deleted.executeTakeFirst())) return
    await recordOfEach(trx, { by, now }, ids, { action: 'hold_ended' })
  })
}

/** Ends the holds whose last day is over. */
export function endingHolds({ db, clock, today }: Pick<Services, 'db' | 'clock' | 'today'>): TimedWork {
  const run = async () => {
    const day = today().date
    const ended = await listEndedHolds(db, day)
    for (const { id, email_key } of ended)
      await db.transaction().execute(async (trx) => {
        // It may have been renewed, or another process may have ended it.
        const over = trx.deleteFrom('legal_holds').where('id', '=', id).where('ends_on', '<', day).returning('id')
        if (!(await over.executeTakeFirst())) return
        const ids = await listIdsOfPeople(trx, [email_key])
        await recordOfEach(trx, { by: null, now: clock() }, ids, { action: 'hold_ended' })
      })
  }
  return { name: 'end-legal-holds', everyMs: HOUR_MS, isDueAtStart: true, faultLevel: 'warn', run }
}

/** A hold is of all applications of a person, so each has it in its history. */
function recordOfEach(
  trx: Transaction<Tables>,
  author: { by: Actor | null; now: Date },
  ids: readonly number[],
  event: ApplicationEvent,
): Promise<void> {
  return recordActions(
    trx,
    author,
    ids.map((id) => ({ id, subject: 'application', event })),
  )
}

/** @returns the key of the person, and the ids of all applications, which are locked */
async function lockPerson(
  trx: Transaction<Tables>,
  applicationId: number,
): Promise<{ emailKey: string; ids: number[] }> {
  const emailKey = await requireEmailKey(trx, applicationId)
  const ids = await lockPeople(trx, [emailKey])
  // It may have been erased while this waited.
  await requireEmailKey(trx, applicationId)
  return { emailKey, ids }
}

function requireDay(endsOn: string, today: string): void {
  const message =
    endsOn < today
      ? 'This day is over. Choose a day to come.'
      : endsOn > addDays(today, LEGAL_HOLD.mostDays) && 'Choose a day within ten years. A hold can be renewed.'
  if (message) throw new RequestError('invalid_request', message, { issues: [{ path: 'endsOn', message }] })
}

async function requireRoom(trx: Transaction<Tables>): Promise<void> {
  await acquireLock(trx, 'legal_holds')
  const { count } = await trx
    .selectFrom('legal_holds')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= LEGAL_HOLD.most)
    throw new RequestError(
      'invalid_request',
      `There are ${LEGAL_HOLD.most.toLocaleString('en-US')} legal holds already.`,
    )
}
