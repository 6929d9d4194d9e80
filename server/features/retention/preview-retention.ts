import { RETENTION } from '../../../contract/personal-data/personal-data-limits.ts'
import {
  type RetentionPeriods,
  type RetentionPreview,
  type RetentionRules,
  RETENTION_RULES as RULES,
} from '../../../contract/personal-data/retention-rules.ts'
import { addDays } from '../../../contract/promise/calendar-days.ts'
import type { Db } from '../../platform/database/tables.ts'
import type { Services } from '../feature.ts'
import { findHolds } from '../legal-holds/legal-hold-queries.ts'
import { readDocument } from '../settings/document-queries.ts'
import { RETENTION_RULES } from '../settings/documents.ts'
import { type Judged, type Judging, judge } from './judge-people.ts'
import { findNames, type KeptApplication, readPeople } from './person-queries.ts'
import { clockOf, type Due } from './retention-clock.ts'

type DuePerson = { emailKey: string; newest: number; oldestAt: string } & Pick<
  RetentionPreview['list'][number],
  'applications' | 'rule' | 'due'
>

/** People asked about at once. */
const ASKED_AT_ONCE = 500

/** What the rules would do now, switched on or not: whom they would set aside. @param page of the list of people */
export async function previewRetention(
  { db, today, config }: Pick<Services, 'db' | 'today' | 'config'>,
  page: number,
): Promise<RetentionPreview> {
  const { value: rules, version } = await readDocument(db, RETENTION_RULES)
  const { over, announced, consented } = await sortPeople(db, rules, {
    day: today().date,
    timeZone: config.company.timeZone,
  })
  const held = await findHeld(db, over)
  const due = over.filter(({ emailKey }) => !held.has(emailKey))
  due.sort((one, other) => (one.due < other.due ? -1 : one.due > other.due ? 1 : one.newest - other.newest))
  const list = due.slice((page - 1) * RETENTION.page, page * RETENTION.page)
  const names = await findNames(
    db,
    list.map(({ newest }) => newest),
  )
  return {
    version,
    ...countOf(due),
    oldest: due.map(({ oldestAt }) => oldestAt).reduce<string | null>(earlier, null),
    byRule: RULES.map((rule) => ({ rule, ...countOf(due.filter((each) => each.rule === rule)) })),
    held: over.length - due.length,
    consented,
    notices: rules.noticeDays === null ? null : await countNotices(db, { today, config }, announced),
    list: list.map(({ newest, applications, rule, due: day }) => ({
      ...{ applicationId: newest, name: names.get(newest) ?? '', applications, rule, due: day },
    })),
  }
}

function describe(person: readonly KeptApplication[]) {
  const [{ email_key }] = person as [KeptApplication]
  return {
    emailKey: email_key,
    newest: Math.max(...person.map(({ id }) => id)),
    applications: person.length,
    oldestAt: person.map(({ created_at }) => created_at).reduce(earlier, null) ?? '',
  }
}

function countOf(people: readonly DuePerson[]) {
  return { people: people.length, applications: people.reduce((sum, { applications }) => sum + applications, 0) }
}

/** Who is due, how many would be without their consent, and who is told before: the keys of those who are due, or soon are. */
async function sortPeople(db: Db, rules: RetentionRules, { day, timeZone }: { day: string; timeZone: string }) {
  const latestDue = addDays(day, rules.noticeDays ?? 0)
  const sorted = { over: [] as DuePerson[], announced: [] as string[], consented: 0 }
  for await (const person of readPeople(db)) {
    const clock = clockInLists(person, rules, timeZone)
    if (!clock) continue
    if (clock.due <= day) sorted.over.push({ ...clock, ...describe(person) })
    else if (isDueWithoutConsent(person, rules, { day, timeZone })) sorted.consented += 1
    if (rules.noticeDays !== null && clock.due <= latestDue) sorted.announced.push(person[0]?.email_key ?? '')
  }
  return sorted
}

/** Null where the person is kept, or set aside already. */
function clockInLists(person: readonly KeptApplication[], rules: RetentionRules, timeZone: string): Due | null {
  return person.every(({ erase_on }) => erase_on !== null) ? null : clockOf(person, rules, timeZone)
}

function isDueWithoutConsent(
  person: readonly KeptApplication[],
  rules: RetentionPeriods,
  { day, timeZone }: { day: string; timeZone: string },
): boolean {
  if (person.every(({ consented_at }) => consented_at === null)) return false
  const without = person.map((application) => ({ ...application, consented_at: null }))
  return (clockOf(without, rules, timeZone)?.due ?? day) <= day
}

/** How far people are with their notices who are due, or soon are. */
async function countNotices(
  db: Db,
  judging: Judging,
  keys: readonly string[],
): Promise<NonNullable<RetentionPreview['notices']>> {
  const counts = { toSend: 0, unsent: 0, told: 0, over: 0 }
  const day = judging.today().date
  for (let start = 0; start < keys.length; start += ASKED_AT_ONCE) {
    for (const judged of await judge(db, judging, keys.slice(start, start + ASKED_AT_ONCE)))
      if (!judged.isHeld) counts[countedAs(judged, day)] += 1
  }
  return counts
}

function countedAs({ standing, clock }: Judged, day: string): keyof NonNullable<RetentionPreview['notices']> {
  if (standing === 'missing' || standing === 'waiting') return 'toSend'
  return standing === 'over' && clock !== null && clock.due > day ? 'told' : standing
}

async function findHeld(db: Db, people: readonly DuePerson[]): Promise<ReadonlySet<string>> {
  const held = new Set<string>()
  for (let start = 0; start < people.length; start += ASKED_AT_ONCE) {
    const keys = people.slice(start, start + ASKED_AT_ONCE).map(({ emailKey }) => emailKey)
    for (const key of (await findHolds(db, keys)).keys()) held.add(key)
  }
  return held
}

function earlier(one: string | null, other: string): string {
  return one === null || other < one ? other : one
}
