import type { Kysely } from 'kysely'
import type { Db, Tables } from '../../../platform/database/tables.ts'
import type { TimedWork } from '../../../platform/every.ts'
import { localTimeOf } from '../../../platform/local-time.ts'
import { newMessageId, queueMails } from '../../../platform/mail/mail-queue.ts'
import { PRIORITY } from '../../../platform/outbox/task-kinds.ts'
import { seenBy, type Viewer } from '../../accounts/seen-by.ts'
import type { Services } from '../../feature.ts'
import { readDocument } from '../../settings/document-queries.ts'
import { SETTINGS } from '../../settings/documents.ts'
import { readDigest } from './digest-text.ts'

const MINUTE_MS = 60_000
/** A digest stays this long. In milliseconds. */
const KEPT_MS = 30 * 24 * 60 * MINUTE_MS

/**
 * Plans the digests of the day once its time has come: one for each admin with an address, whichever process is first. A
 * day without anything to say is done too; of a hiring manager it is one on which nothing waits in the own postings. After a late
 * start the digest of the day comes late.
 * @param planning.timeZone IANA name of the company's zone, for the day and its time
 * @returns how many are to be sent
 */
export async function planDigests(planning: {
  db: Kysely<Tables>
  publicUrl: string
  now: Date
  timeZone: string
}): Promise<number> {
  const { db, publicUrl, now, timeZone } = planning
  const settings = (await readDocument(db, SETTINGS)).value
  const { date: day, time } = localTimeOf(now, timeZone)
  if (!settings.digest.isOn || time < settings.digest.time) return 0
  const waiting = await listWithoutDigest(db, day)
  if (waiting.length === 0) return 0
  const reported = await findReported(db, waiting, { now, timeZone, publicUrl, changesSettings: true })
  return db.transaction().execute(async (trx) => {
    const mails = waiting.map(({ id: account_id }) => ({
      ...{ kind: 'digest' as const, reason: `digest:${account_id}:${day}`, account_id, day },
      state: reported.has(account_id) ? ('waiting' as const) : ('nothing' as const),
      message_id: newMessageId(publicUrl),
    }))
    const planned = await queueMails(trx, mails, { now, place: { priority: PRIORITY.usual, share: null } })
    const old = new Date(now.getTime() - KEPT_MS).toISOString()
    await trx
      .deleteFrom('mails')
      .where('application_id', 'is', null)
      .where('kind', '=', 'digest')
      .where('created_at', '<', old)
      .execute()
    return planned.filter(({ state }) => state === 'waiting').length
  })
}

/** Those of some accounts for which there is something to say. */
async function findReported(
  db: Kysely<Tables>,
  accounts: readonly Viewer[],
  context: Parameters<typeof readDigest>[1],
): Promise<Set<number>> {
  const reported = new Set<number>()
  const managers = accounts.filter(({ role }) => role === 'hiring_manager')
  for (const each of managers) if ((await readDigest(seenBy(db, each), context)) !== undefined) reported.add(each.id)
  // All others read the same.
  const others = accounts.filter(({ role }) => role !== 'hiring_manager')
  if (others.length > 0 && (await readDigest(db, context)) !== undefined) for (const { id } of others) reported.add(id)
  return reported
}

/** Admins who may sign in, have an address, and have no digest of the day yet. */
function listWithoutDigest(db: Db, day: string): Promise<Viewer[]> {
  return db
    .selectFrom('accounts')
    .select(['id', 'role'])
    .where('email', 'is not', null)
    .where('deactivated_at', 'is', null)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('mails').select('mails.id').whereRef('account_id', '=', 'accounts.id').where('day', '=', day),
        ),
      ),
    )
    .execute()
}

/** Looks every minute whether digests are due. Null without a mail server. */
export function planningDigests({
  db,
  clock,
  outbox,
  config,
  mail,
}: Pick<Services, 'db' | 'clock' | 'outbox' | 'config' | 'mail'>): TimedWork | null {
  if (!mail) return null
  const { publicUrl, company } = config
  const run = async () => {
    const planned = await planDigests({ db, publicUrl, timeZone: company.timeZone, now: clock() })
    if (planned > 0) outbox.wake()
  }
  return { name: 'plan-digests', everyMs: MINUTE_MS, isDueAtStart: false, faultLevel: 'warn', run }
}
