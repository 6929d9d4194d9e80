import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import { RETENTION } from '../../../contract/personal-data/personal-data-limits.ts'
import { addDays } from '../../../contract/promise/calendar-days.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { TimedWork } from '../../platform/every.ts'
import { bringBack, setAside } from '../applications/changes/set-aside.ts'
import { recordAction } from '../audit/audit-queries.ts'
import { requestErasures } from '../erasure/request-erasures.ts'
import type { Services } from '../feature.ts'
import { readDocument } from '../settings/document-queries.ts'
import { RETENTION_RULES } from '../settings/documents.ts'
import { announceErasures, isToBeTold } from './announce-erasures.ts'
import { type Judged, judge, lockAndJudge } from './judge-people.ts'
import { type KeptApplication, listKeysSetAside, readPeople } from './person-queries.ts'
import { clockOf } from './retention-clock.ts'

const HOUR_MS = 60 * 60_000

/** People judged at once without a lock. */
const READ_AT_ONCE = 200

/** People in one transaction: on SQLite others wait meanwhile, some tens of milliseconds. Erasing and telling takes more statements. */
const BATCH = { setAside: 50, review: 10, tell: 10 } as const

type Applying = Pick<Services, 'db' | 'clock' | 'today' | 'config' | 'interviews' | 'messages' | 'outbox'>

/**
 * Applies the rules of retention, every hour, so that a day is begun on time and goes on after a stop. A person who soon is due is told,
 * where owners want that; one who is due is set aside, and erased 30 days later; one whom the rules keep again (a new application, a
 * consent, a legal hold, other rules, rules that are off) comes back.
 * Each transaction decides anew with the rows locked, so that two processes, or a run after a kill, do nothing twice.
 */
export function applyingRetention(services: Applying): TimedWork {
  const run = async (signal: AbortSignal) => {
    await reviewSetAside(services, signal)
    if ((await readDocument(services.db, RETENTION_RULES)).value.isOn) await actOnDue(services, signal)
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

/** Tells people whose period soon is over, where owners want that, and sets people aside whose period is over. */
async function actOnDue(services: Applying, signal: AbortSignal): Promise<void> {
  const { db, today, config } = services
  const { value: rules } = await readDocument(db, RETENTION_RULES)
  const latestDue = addDays(today().date, rules.noticeDays ?? 0)
  let keys: string[] = []
  const flush = async () => {
    const judged = await judge(db, services, keys)
    for (const batch of batchesOf(judged.filter(isToBeSetAside), BATCH.setAside)) {
      await db.transaction().execute((trx) => setAsidePeople(trx, services, batch))
      await yieldToOthers()
    }
    for (const batch of batchesOf(judged.filter(isToBeTold), BATCH.tell)) {
      if (await db.transaction().execute((trx) => announceErasures(trx, services, batch))) services.outbox.wake()
      await yieldToOthers()
    }
    keys = []
  }
  for await (const person of readPeople(db)) {
    if (signal.aborted) return
    const due = clockOf(person, rules, config.company.timeZone)?.due
    if (due === undefined || due > latestDue || person.every(({ erase_on }) => erase_on !== null)) continue
    keys.push(person[0]?.email_key ?? '')
    if (keys.length === READ_AT_ONCE) await flush()
  }
  await flush()
}

function isToBeSetAside({ isDue, standing }: Judged): boolean {
  return isDue && standing === 'over'
}

async function setAsidePeople(trx: Transaction<Tables>, services: Applying, keys: readonly string[]): Promise<void> {
  const people = (await lockAndJudge(trx, services, keys)).filter(isToBeSetAside)
  const inDays = addDays(services.today().date, RETENTION.setAsideDays)
  const byDay = Map.groupBy(people, ({ notice }) => (notice && notice.eraseOn > inDays ? notice.eraseOn : inDays))
  let applications = 0
  for (const [eraseOn, together] of byDay) {
    const ids = together.flatMap((person) => person.applications.filter(isInLists).map(({ id }) => id))
    if (ids.length > 0) await setAside(trx, ids, eraseOn)
    applications += ids.length
  }
  if (applications === 0) return
  const event = { action: 'people_set_aside', people: people.length, applications } as const
  await recordAction(trx, { by: null, now: services.clock(), id: 0, subject: 'account', event })
}

function isInLists({ erase_on }: KeptApplication): boolean {
  return erase_on === null
}

/** Whether all applications of a person are set aside until a day that has come. */
function isOver({ applications }: Judged, today: string): boolean {
  return applications.every(({ erase_on }) => erase_on !== null && erase_on <= today)
}

function batchesOf(people: readonly Judged[], size: number): string[][] {
  const keys = people.map(({ key }) => key)
  return Array.from({ length: Math.ceil(keys.length / size) }, (_, index) =>
    keys.slice(index * size, (index + 1) * size),
  )
}
