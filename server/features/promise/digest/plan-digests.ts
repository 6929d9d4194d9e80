import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, Tables } from '../../../platform/database/tables.ts'
import { localTimeOf } from '../../../platform/local-time.ts'
import type { Outbox } from '../../../platform/outbox/outbox.ts'
import { scheduleTask } from '../../../platform/outbox/outbox-queries.ts'
import { readDocument } from '../../settings/document-queries.ts'
import { SETTINGS } from '../../settings/documents.ts'
import { sendDigestTask } from './digest-tasks.ts'
import { readDigest } from './digest-text.ts'

const MINUTE_MS = 60_000
/** A digest stays this long. In milliseconds. */
const KEPT_MS = 30 * 24 * 60 * MINUTE_MS

type Planning = {
  db: Kysely<Tables>
  publicUrl: string
  now: Date
  /** IANA name of the company's zone, for the day and its time. */
  timeZone: string
}

/**
 * Plans the digests of the day once its time has come: one for each admin with an address, whichever process is first. A
 * day without anything to say is done too. After a late start the digest of the day comes late.
 * @returns how many are to be sent
 */
export async function planDigests({ db, publicUrl, now, timeZone }: Planning): Promise<number> {
  const settings = (await readDocument(db, SETTINGS)).value
  const { date: day, time } = localTimeOf(now, timeZone)
  if (!settings.digest.isOn || time < settings.digest.time) return 0
  const waiting = await listWithoutDigest(db, day)
  if (waiting.length === 0) return 0
  const hasContent = (await readDigest(db, { settings, now, publicUrl })) !== undefined
  const { hostname } = new URL(publicUrl)
  return db.transaction().execute(async (trx) => {
    const rows = waiting.map((account_id) => ({
      ...{ account_id, day, attempts: 0, created_at: now.toISOString() },
      state: hasContent ? ('waiting' as const) : ('nothing' as const),
      message_id: `<${randomUUID()}@${hostname}>`,
    }))
    const planned = await trx
      .insertInto('digests')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['account_id', 'day']).doNothing())
      .returning(['id', 'state'])
      .execute()
    const sent = planned.filter(({ state }) => state === 'waiting')
    for (const { id } of sent) await scheduleTask(trx, sendDigestTask({ id, taskNumber: 1 }), now)
    const old = new Date(now.getTime() - KEPT_MS).toISOString()
    await trx.deleteFrom('digests').where('created_at', '<', old).execute()
    return sent.length
  })
}

/** Admins with an address who have no digest of the day yet. */
async function listWithoutDigest(db: Db, day: string): Promise<number[]> {
  const rows = await db
    .selectFrom('accounts')
    .leftJoin('digests', (join) => join.onRef('digests.account_id', '=', 'accounts.id').on('digests.day', '=', day))
    .select('accounts.id')
    .where('accounts.email', 'is not', null)
    .where('digests.id', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** Looks every minute whether digests are due. */
export function startDigests(
  parts: Omit<Planning, 'now'> & {
    clock: Clock
    log: FastifyBaseLogger
    outbox: Pick<Outbox, 'wake'>
    isPaused(): boolean
  },
) {
  const { clock, log, outbox, isPaused, ...planning } = parts
  let underWay = Promise.resolve()
  const plan = async () => {
    if (isPaused()) return
    try {
      if ((await planDigests({ ...planning, now: clock() })) > 0) outbox.wake()
    } catch (error) {
      log.warn({ err: error }, 'digests not planned')
    }
  }
  const timer = setInterval(() => {
    underWay = underWay.then(plan)
  }, MINUTE_MS).unref()
  return {
    stop: () => {
      clearInterval(timer)
      return underWay
    },
  }
}
