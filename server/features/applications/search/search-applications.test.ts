import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { APPLICATION_SORTS, NO_JOB } from '../../../../contract/applications/application-terms.ts'
import { APPLICATION_STATUSES } from '../../../../contract/applications/status-lists.ts'
import { queryWords, wordsOf } from '../../../../contract/jobs/search/search-words.ts'
import { insertApplicant, insertApplicants, jobBody } from '../../../../test/factories.ts'
import { LONGEST_QUERY, queryOfWords } from '../../../../test/hostile-files/growing-texts.ts'
import { insertResumeText } from '../../../../test/resume-files/stored-texts.ts'
import { startTestApp, type TestApp } from '../../../../test/test-app.ts'
import type { ApplicationRow, Db } from '../../../platform/database/tables.ts'
import { searchedWords } from '../stored/application-fields.ts'
import type { ApplicationFilter, ApplicationSort, ListPosition } from '../stored/application-list-queries.ts'
import { deleteApplications, findApplication, updateApplications } from '../stored/application-queries.ts'
import { resumeWords } from '../stored/search-index-entries.ts'
import { type Search, searchApplications as searchByTerms } from './search-applications.ts'
import { countFoundTabs } from './search-counts.ts'
import { findTerms } from './search-terms.ts'

/** So small that a few rows are many: both ways of searching are taken. */
const LIMITS = { mostSorted: 20, near: 10 }

const NAMES = ['Ana Núñez', 'ана Петрова', 'Bert "Ash"', "O'Neil AND", '李小龍 Li', 'Carl_100%', '\u{1F9D1} Emma*']
const NOTES = [null, 'Ignition (SCADA)', 'C++ / a.b-c', 'NOT NEAR(x y)', 'back\\slash', 'İstanbul ﷺ', '^col: x + y']
const TEXTS = [
  'ana',
  'example',
  'nunez',
  'петро',
  '"',
  'o',
  'and',
  '小龍',
  '100%',
  '_',
  '\\',
  'zebra',
  'c++',
  'near(',
  'no one',
  'welder',
  'scada ana',
  'engineer zebra',
  'instrumentation-tech',
  'keep',
]

/** Of the postings 1 to 3. */
const TITLES = ['Lead Fitter', 'SCADA Engineer', 'Zebra Keeper 2']
const RESUMES = ['Ana knows Ignition and every zebra', 'Engineer, 李小龍', 'instrumentation-technician and welding']
const resumeTexts = new Map<number, string>()

const pick = <Value>(values: readonly Value[], index: number) => values[index % values.length] as Value

const applicantOf = (_: unknown, index: number) => ({
  name: pick(NAMES, index * 5),
  email: `p${index % 40}@example.com`,
  note: index % 31 === 0 ? 'Saw a zebra' : pick(NOTES, index * 3),
  status: index % 3 === 0 ? 'pending' : pick(APPLICATION_STATUSES, index),
  archived: pick([0, 1, 0, 0] as const, index),
  quarantined: index % 9 === 5 ? (1 as const) : (0 as const),
  job_id: pick([null, 1, null, 2, null, 3], index),
  created_at: `2026-03-0${1 + (index % 6)}T12:00:00.000Z`,
  interview_date: index % 4 === 0 ? null : `2026-05-0${1 + (index % 7)}T12:00:00.000Z`,
})
/** Divides the interviews above. */
const NOW = '2026-05-04T12:00:00.000Z'

let app: TestApp
let rows: ApplicationRow[]
beforeAll(async () => {
  app = await startTestApp()
  await insertApplicants(app.db, Array.from({ length: 170 }, applicantOf))
  // Where a list is read along, these are far down in it, and most of them are not in the list of those who wait.
  const welders = Array.from({ length: 15 }, (_, index) => ({
    name: `Welder ${index}`,
    archived: index < 12 ? (1 as const) : (0 as const),
    created_at: '2020-01-01T12:00:00.000Z',
  }))
  await insertApplicants(app.db, welders)
  await app.db.deleteFrom('applications').where('id', 'in', [3, 40, 64, 65, 169]).execute()
  rows = await app.db.selectFrom('applications').selectAll().execute()
  for (const [index, title] of TITLES.entries()) await insertTitle(index + 1, title)
  for (const { id } of rows.filter(({ id }) => id % 3 === 0)) {
    resumeTexts.set(id, pick(RESUMES, id))
    await insertResumeText(app.db, id, pick(RESUMES, id))
  }
})
afterAll(() => app.stop())

const searchApplications = async (db: Db, search: Omit<Search, 'terms'>, limits?: typeof LIMITS) =>
  searchByTerms(db, { ...search, terms: await findTerms(db, search.text) }, limits)

const optional = <Value>(values: readonly Value[]) => fc.option(fc.constantFrom(...values), { nil: undefined })
const searches = fc.record({
  text: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...TEXTS) }, fc.string({ unit: 'grapheme', maxLength: 4 })),
  sort: fc.constantFrom(...APPLICATION_SORTS),
  limit: fc.constantFrom(1, 4, 25),
  filter: fc.record({
    status: optional(APPLICATION_STATUSES),
    archived: optional(['true', 'false'] as const),
    quarantined: optional(['true', 'false'] as const),
    jobId: optional([NO_JOB, 1, 2, 7] as const),
  }),
})
type AnySearch = typeof searches extends fc.Arbitrary<infer Value> ? Value : never

/** Follows a search from its first page to its last. */
async function walk({ text, sort, limit, filter }: AnySearch) {
  const ids: number[] = []
  const totals: Array<{ total: number; isExact: boolean }> = []
  for (let after: ListPosition | undefined; ; ) {
    const search = { text, sort, limit, filter: definedOf(filter), now: NOW, ...(after && { after }) }
    const page = await searchApplications(app.db, search, LIMITS)
    expect(page.positions.length).toBeLessThanOrEqual(limit)
    ids.push(...page.positions.map(({ id }) => id))
    totals.push(page)
    if (!page.next) return { ids, totals }
    after = page.next
  }
}

function definedOf(filter: AnySearch['filter']): ApplicationFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))
}

/** The same by going through all rows. */
function plainSearch({ text, sort, filter }: AnySearch): number[] {
  const terms = queryWords(text)
  const column = ({ name: 'name_key', date: 'created_at', status: 'status' } as const)[sort.replace('-', '') as 'name']
  const found = rows
    .filter((row) => terms.length > 0 && terms.every((term) => wordsOfRow(row).some((word) => word.startsWith(term))))
    .filter((row) => isInList(row, filter))
  if (sort === 'interview') {
    const ascending = found.toSorted(
      (one, other) => interviewOf(one).localeCompare(interviewOf(other)) || one.id - other.id,
    )
    const [upcoming, past] = [true, false].map((is) => ascending.filter((row) => interviewOf(row) >= NOW === is))
    return [...(upcoming ?? []), ...(past ?? []).reverse()].map(({ id }) => id)
  }
  const sorted = found
    .sort((one, other) => Buffer.compare(Buffer.from(one[column]), Buffer.from(other[column])) || one.id - other.id)
    .map(({ id }) => id)
  return isDescending(sort) ? sorted.reverse() : sorted
}

const interviewOf = (row: ApplicationRow) => row.interview_date ?? ''

const wordsById = new Map<number, string[]>()
function wordsOfRow(row: ApplicationRow): string[] {
  const known = wordsById.get(row.id)
  if (known) return known
  const title = row.job_id === null ? '' : (TITLES[row.job_id - 1] ?? '')
  const words = [...searchedWords(row), ...resumeWords(resumeTexts.get(row.id) ?? ''), ...wordsOf(title)]
  wordsById.set(row.id, words)
  return words
}

async function insertTitle(id: number, title: string): Promise<void> {
  const { jobType, location, description, requirements } = jobBody()
  await app.db
    .insertInto('jobs')
    .values({
      ...{ id, title, job_type: jobType, location, description, requirements, status: 'active', is_active: 1 },
      ...{ created_at: '2026-01-01T00:00:00.000Z', content_hash: '' },
    })
    .execute()
}

function isInList(
  row: ApplicationRow,
  { status, archived, quarantined = 'false', jobId }: AnySearch['filter'],
): boolean {
  const wanted = [
    [status, row.status],
    [archived, row.archived === 1 ? 'true' : 'false'],
    [quarantined, row.quarantined === 1 ? 'true' : 'false'],
    [jobId, row.job_id ?? NO_JOB],
  ]
  return wanted.every(([value, actual]) => value === undefined || value === actual)
}

const isDescending = (sort: ApplicationSort) => sort.startsWith('-')

test('every search finds what going through all rows finds, in that order, whichever way it takes', async () => {
  await fc.assert(
    fc.asyncProperty(searches, async (query) => {
      const { ids, totals } = await walk(query)
      const expected = plainSearch(query)
      expect(ids).toEqual(expected)
      for (const { total, isExact } of totals) {
        if (isExact) expect(total).toBe(expected.length)
        else expect(total).toBeLessThanOrEqual(expected.length)
      }
    }),
    { numRuns: 60 },
  )
})

test.each([
  ['few in the list among many elsewhere', { status: 'pending', archived: 'false' } as const, 3],
  ['many at the end of a list', { archived: 'true' } as const, 12],
])('the first page of a search shows what is found: %s', async (_, filter, total) => {
  const search = { text: 'welder', sort: '-date', limit: 25, filter } as const
  for (const mostSorted of [5, 1_000]) {
    const page = await searchApplications(app.db, search, { mostSorted, near: 10 })
    expect(page).toMatchObject({ total, isExact: true, next: undefined })
    expect(page.positions).toHaveLength(total)
  }
})

test.each(['phone', 'feedback'] as const)('an application is found by its current %s', async (field) => {
  const found = async (text: string) => {
    const search = { text, sort: 'date', limit: 25, filter: {} } as const
    return (await searchApplications(app.db, search)).positions.map(({ id }) => id)
  }
  const id = await insertApplicant(app.db, { phone: '(915) 867-5309', feedback: 'Knows every wellhead' })
  expect(await found(field === 'phone' ? '867 5309' : 'wellh every')).toEqual([id])
  const before = await findApplication(app.db, id)
  await app.db.transaction().execute((trx) => updateApplications(trx, [before ?? raise()], { feedback: 'Left' }))
  expect(await found('wellhead')).toEqual([])
  expect(await found('915-867-5309 ')).toEqual([id])
  const after = await findApplication(app.db, id)
  await app.db.transaction().execute((trx) => deleteApplications(trx, [after ?? raise()]))
  expect(await found('8675309')).toEqual([])
})

test('a posting that is renamed is searched by its new title at once', async () => {
  const search = { text: 'bert horticult', sort: 'date', limit: 25, filter: {} } as const
  const titled = (title: string) => app.db.updateTable('jobs').set({ title }).where('id', '=', 2).execute()
  expect((await searchApplications(app.db, search)).total).toBe(0)
  await titled('Horticulturist')
  expect((await searchApplications(app.db, search)).total).toBeGreaterThan(0)
  await titled('SCADA Engineer')
  expect((await searchApplications(app.db, search)).total).toBe(0)
})

test('the counts of the tabs follow a search, and say when they are lower bounds', async () => {
  for (const text of ['zebra', 'fitter', 'welder', 'engineer', 'app-0005', '"']) {
    for (const jobId of [undefined, 1, NO_JOB] as const) {
      const inTab = (tab: Pick<ApplicationFilter, 'status' | 'archived'>) => {
        const filter = { status: undefined, archived: undefined, quarantined: undefined, jobId, ...tab }
        const found = plainSearch({ text, sort: 'date', limit: 1, filter })
        return new Set([...found, ...(text === 'app-0005' ? namedIn(filter) : [])]).size
      }
      const expected = Object.fromEntries([
        ...APPLICATION_STATUSES.map((status) => [status, inTab({ status, archived: 'false' })]),
        ['archived', inTab({ archived: 'true' })],
      ])
      const counted = await countFoundTabs(app.db, text, { jobId })
      expect(counted).toEqual({ tabs: expected })
      const capped = await countFoundTabs(app.db, text, { jobId }, 3)
      if (capped.areTabsExact === false) {
        for (const [tab, count] of Object.entries(capped.tabs)) expect(count).toBeLessThanOrEqual(expected[tab])
      } else expect(capped.tabs).toEqual(expected)
    }
  }
})

const namedIn = (filter: AnySearch['filter']) =>
  rows.filter((row) => row.id === 5 && isInList(row, filter)).map(({ id }) => id)

test.each([
  ...['"', '""', '*', '"*', "'", "a'b", 'a"b', 'a*b', 'NOT', 'OR ana', 'NEAR(a b, 2)', 'words:ana', '^', '-ana', '{a}'],
  ...[
    'a & b',
    '!a',
    'a | b',
    "'a':*",
    ':*',
    '\\',
    '\0',
    'a\0b',
    '\ud800',
    '%',
    '_',
    '()',
    ')',
    '<->',
    '; drop table jobs',
  ],
  ...['a '.repeat(5_000), '"'.repeat(10_000), 'x'.repeat(10_000), '\u0301'.repeat(10_000)],
])('the hostile query %j is no error', async (text) => {
  for (const mostSorted of [0, 1_000]) {
    const search = { text, sort: 'name', limit: 5, filter: {} } as const
    const page = await searchApplications(app.db, search, { mostSorted, near: 10 })
    expect(page.positions.length).toBeLessThanOrEqual(5)
  }
})

test('of a query with thousands of words no more than twelve are searched', async () => {
  const text = queryOfWords(LONGEST_QUERY)
  expect(text.split(' ')).toHaveLength(5_000)
  expect(await findTerms(app.db, text)).toHaveLength(12)
  const search = { text, sort: 'name', limit: 5, filter: {} } as const
  expect(await searchApplications(app.db, search)).toMatchObject({ positions: [], total: 0 })
})

function raise(): never {
  throw new Error('There is no such application.')
}
