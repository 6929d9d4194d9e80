import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import { addDays } from '../../../contract/promise/calendar-days.ts'
import { RETENTION } from '../../../contract/wire/limits.ts'
import type { Db, Tables } from '../../platform/database/tables.ts'
import type { TimedWork } from '../../platform/every.ts'
import { bringBack, setAside } from '../applications/changes/set-aside.ts'
import { lockPeople } from '../applications/stored/email-key-queries.ts'
import { recordAction } from '../audit/audit-queries.ts'
import { requestErasures } from '../erasure/request-erasures.ts'
import type { Services } from '../feature.ts'
import { findHolds } from '../legal-holds/legal-hold-queries.ts'
import { readDocument } from '../settings/document-queries.ts'
import { RETENTION_RULES } from '../settings/documents.ts'
import { findPeople, type KeptApplication, listKeysSetAside, readPeople } from './person-queries.ts'
import { clockOf } from './retention-clock.ts'

const HOUR_MS = 60 * 60_000

/** People judged at once without a lock. */
const READ_AT_ONCE = 200

/** People in one transaction: on SQLite others wait meanwhile, some tens of milliseconds. Erasing takes more statements. */
const BATCH = { setAside: 50, review: 10 } as const

type Applying = Pick<Services, 'db' | 'clock' | 'today' | 'config' | 'interviews' | 'outbox'>

/**
 * Applies the rules of retention, every hour, so that a day is begun on time and goes on after a stop. A person who is due is set aside,
 * and erased 30 days later; one whom the rules keep again (a new application, a legal hold, other rules, rules that are off) comes back.
 * Each transaction decides anew with the rows locked, so that two processes, or a run after a kill, do nothing twice.
 */
export function applyingRetention(services: Applying): TimedWork {
  const run = async (signal: AbortSignal) => {
    await reviewSetAside(services, signal)
    if ((await readDocument(services.db, RETENTION_RULES)).value.isOn) await setAsideDue(services, signal)
  }
  return { name: 'apply-retention', everyMs: HOUR_MS, isDueAtStart: true, faultLevel: 'error', run }
}

/** Erases those whose 30 days are over, and brings back those whom the rules keep again. */
async function reviewSetAside(services: Applying, signal: AbortSignal): Promise<void> {
  for (let after = ''; !signal.aborted; ) {
    const keys = await listKeysSetAside(services.db, { after, limit: READ_AT_ONCE })
    if (keys.length === 0) return
    const judged = await judge(services.db, services, keys)
    const ended = judged.filter((each) => !each.isDue || isOver(each, services.today().date))
    for (const batch of batchesOf(ended, BATCH.review)) {
      if (await services.db.transaction().execute((trx) => review(trx, services, batch))) services.outbox.wake()
      await yieldToOthers()
    }
    after = keys.at(-1) ?? ''
  }
}

/** @returns whether erasures were requested */
async function review(trx: Transaction<Tables>, services: Applying, keys: readonly string[]): Promise<boolean> {
  const now = services.clock()
  let hasErased = false
  for (const judged of await lockAndJudge(trx, services, keys)) {
    const ids = judged.applications.map(({ id }) => id)
    if (!judged.isDue) await bringBack(trx, { by: null, now }, ids)
    else if (isOver(judged, services.today().date)) {
      await requestErasures(trx, services, ids, { by: null, now, cause: 'retention' })
      // What is set aside without a day is being erased: nothing brings it back. Spam stays spam, or the figures would count it.
      await trx
        .updateTable('applications')
        .set({ quarantined: 2, erase_on: null })
        .where('id', 'in', ids)
        .where('quarantined', '!=', 1)
        .execute()
      hasErased = true
    }
  }
  return hasErased
}

/** Sets people aside whose period is over. */
async function setAsideDue(services: Applying, signal: AbortSignal): Promise<void> {
  const { db, today, config } = services
  const { value: rules } = await readDocument(db, RETENTION_RULES)
  let keys: string[] = []
  const flush = async () => {
    const due = (await judge(db, services, keys)).filter(({ isDue }) => isDue)
    for (const batch of batchesOf(due, BATCH.setAside)) {
      await db.transaction().execute((trx) => setAsidePeople(trx, services, batch))
      await yieldToOthers()
    }
    keys = []
  }
  for await (const person of readPeople(db)) {
    if (signal.aborted) return
    const due = clockOf(person, rules, config.company.timeZone)?.due
    if (due === undefined || due > today().date || person.every(({ erase_on }) => erase_on !== null)) continue
    keys.push(person[0]?.email_key ?? '')
    if (keys.length === READ_AT_ONCE) await flush()
  }
  await flush()
}

async function setAsidePeople(trx: Transaction<Tables>, services: Applying, keys: readonly string[]): Promise<void> {
  const eraseOn = addDays(services.today().date, RETENTION.setAsideDays)
  const people = (await lockAndJudge(trx, services, keys)).filter(({ isDue }) => isDue)
  const ids = people.flatMap(({ applications }) => applications.filter(isInLists).map(({ id }) => id))
  if (ids.length === 0) return
  await setAside(trx, ids, eraseOn)
  const event = { action: 'people_set_aside', people: people.length, applications: ids.length } as const
  await recordAction(trx, { by: null, now: services.clock(), id: 0, subject: 'account', event })
}

function isInLists({ erase_on }: KeptApplication): boolean {
  return erase_on === null
}

/** A person, and whether the rules as they are now no longer keep the applications. */
type Judged = { key: string; applications: KeptApplication[]; isDue: boolean }

/** Whether all applications of a person are set aside until a day that has come. */
function isOver({ applications }: Judged, today: string): boolean {
  return applications.every(({ erase_on }) => erase_on !== null && erase_on <= today)
}

async function judge(
  db: Db,
  { today, config }: Pick<Services, 'today' | 'config'>,
  keys: readonly string[],
): Promise<Judged[]> {
  const { value: rules } = await readDocument(db, RETENTION_RULES)
  const [people, held] = [await findPeople(db, keys), await findHolds(db, keys)]
  return [...people].map(([key, applications]) => {
    const due = clockOf(applications, rules, config.company.timeZone)?.due
    return { key, applications, isDue: rules.isOn && !held.has(key) && due !== undefined && due <= today().date }
  })
}

async function lockAndJudge(
  trx: Transaction<Tables>,
  services: Pick<Services, 'today' | 'config'>,
  keys: readonly string[],
): Promise<Judged[]> {
  await lockPeople(trx, keys)
  return judge(trx, services, keys)
}

function batchesOf(people: readonly Judged[], size: number): string[][] {
  const keys = people.map(({ key }) => key)
  return Array.from({ length: Math.ceil(keys.length / size) }, (_, index) =>
    keys.slice(index * size, (index + 1) * size),
  )
}
