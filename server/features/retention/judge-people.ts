import type { Transaction } from 'kysely'
import type { RetentionRules } from '../../../contract/personal-data/retention-rules.ts'
import { addDays } from '../../../contract/promise/calendar-days.ts'
import type { Db, Tables } from '../../platform/database/tables.ts'
import { lockPeople } from '../applications/stored/email-key-queries.ts'
import type { Services } from '../feature.ts'
import { findHolds } from '../legal-holds/legal-hold-queries.ts'
import { readDocument } from '../settings/document-queries.ts'
import { RETENTION_RULES } from '../settings/documents.ts'
import { findNotices, type Notice, presentNotice, type Standing, standingOf } from './erasure-notice-queries.ts'
import { type FoundApplication, findPeople } from './person-queries.ts'
import { clockOf, type Due } from './retention-clock.ts'

/** A person, as the rules see one now. */
export type Judged = {
  key: string
  applications: FoundApplication[]
  /** Null where an application keeps all. */
  clock: Due | null
  isHeld: boolean
  /** Whether the rules are on and no longer keep the applications. */
  isDue: boolean
  /** Whether the rules are on and it is time to tell the person, or past that. */
  isAnnounced: boolean
  notice: Notice | undefined
  standing: Standing
  rules: RetentionRules
}

/** What tells the calendar day of the company. */
export type Judging = Pick<Services, 'today' | 'config'>

/** Judges people by the keys of their addresses. One of whom no application is left is not found. */
export async function judge(db: Db, { today, config }: Judging, keys: readonly string[]): Promise<Judged[]> {
  const { value: rules } = await readDocument(db, RETENTION_RULES)
  const [people, held] = [await findPeople(db, keys), await findHolds(db, keys)]
  const ids = [...people.values()].flat().map(({ id }) => id)
  const notices = Map.groupBy(await findNotices(db, ids), ({ applicationId }) => applicationId)
  const day = today().date
  const { timeZone } = config.company
  const { noticeDays } = rules
  return [...people].map(([key, applications]) => {
    const clock = clockOf(applications, rules, timeZone)
    const isHeld = held.has(key)
    const isKept = !rules.isOn || isHeld || clock === null
    const own = applications.flatMap(({ id }) => notices.get(id) ?? [])
    const notice = clock === null ? undefined : presentNotice(own, clock)
    return {
      ...{ key, applications, clock, isHeld, notice, rules },
      isDue: !isKept && clock.due <= day,
      isAnnounced: !isKept && noticeDays !== null && addDays(clock.due, -noticeDays) <= day,
      standing: standingOf(applications, notice, { noticeDays, today: day, timeZone }),
    }
  })
}

/** The same, with all their applications locked. */
export async function lockAndJudge(
  trx: Transaction<Tables>,
  services: Judging,
  keys: readonly string[],
): Promise<Judged[]> {
  await lockPeople(trx, keys)
  return judge(trx, services, keys)
}
