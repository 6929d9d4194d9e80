import { type RetentionPreview, RETENTION_RULES as RULES } from '../../../contract/personal-data/retention-rules.ts'
import { RETENTION } from '../../../contract/wire/limits.ts'
import type { Db } from '../../platform/database/tables.ts'
import type { Services } from '../feature.ts'
import { findHolds } from '../legal-holds/legal-hold-queries.ts'
import { readDocument } from '../settings/document-queries.ts'
import { RETENTION_RULES } from '../settings/documents.ts'
import { findNames, type KeptApplication, readPeople } from './person-queries.ts'
import { clockOf } from './retention-clock.ts'

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
  const over: DuePerson[] = []
  for await (const person of readPeople(db)) {
    const clock = clockOf(person, rules, config.company.timeZone)
    if (clock && clock.due <= today().date && person.every(({ erase_on }) => erase_on === null))
      over.push({ ...clock, ...describe(person) })
  }
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
