import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Application } from '../../../../contract/applications/application.ts'
import { RECOVERY_MARKER } from '../../../../contract/applications/application-terms.ts'
import type { SearchResults } from '../../../../contract/search/search-results.ts'
import { apply, createJob, insertApplicant } from '../../../../test/factories.ts'
import { insertResumeText } from '../../../../test/resume-files/stored-texts.ts'
import { startTestApp, type TestApp } from '../../../../test/test-app.ts'
import { createSession } from '../../accounts/session-queries.ts'

let app: TestApp
let admin: { authorization: string }
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signIn()
  await insertApplicant(app.db, { name: 'bert Ash', status: 'hired', created_at: at(3), job_id: 7 })
  await insertApplicant(app.db, { name: 'Ana Núñez', note: 'Ignition 100% of the time', created_at: at(1) })
  await insertApplicant(app.db, { name: 'Carl_Oak', email: 'CARL@Example.org', created_at: at(2), job_id: 7 })
  await insertApplicant(app.db, { name: 'Ana Núñez', status: 'interview', created_at: at(2), archived: 1 })
  await insertApplicant(app.db, { name: 'ÁLVARO Díaz', note: null, created_at: at(2), job_id: 8 })
})
afterAll(() => app.stop())

const at = (day: number) => `2026-03-0${day}T12:00:00.000Z`
const get = (query: string, headers: Record<string, string> = admin) =>
  app.request(`/api/applications${query}`, { headers })
const idsOf = async (response: Response) => ((await response.json()) as Application[]).map(({ id }) => id)
const ids = async (query: string) => idsOf(await get(query))
const nextPage = (response: Response) =>
  /^<\/api\/applications(\?.*)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1]

/** Follows the links from the first page to the last. */
async function walk(query: string): Promise<number[][]> {
  const pages: number[][] = []
  for (let next: string | undefined = query; next !== undefined && pages.length < 10; ) {
    const response = await get(next)
    pages.push(await idsOf(response))
    next = nextPage(response)
  }
  return pages
}

test('GET /api/applications without parameters is the full list, newest first, without a page around it', async () => {
  const response = await get('')
  expect(await idsOf(response)).toEqual([1, 5, 4, 3, 2])
  expect(response.headers.get('x-total-count')).toBeNull()
  expect(response.headers.get('link')).toBeNull()
})

test.each([
  ['?status=pending', [5, 3, 2]],
  ['?archived=false', [1, 5, 3, 2]],
  ['?archived=true', [4]],
  ['?jobId=7', [1, 3]],
  ['?jobId=none', [4, 2]],
  ['?jobId=99', []],
  ['?status=pending&archived=false&jobId=7', [3]],
  ['?q=', [1, 5, 4, 3, 2]],
  ['?ids=2,4,99', [4, 2]],
  ['?ids=2,4,5&archived=false', [5, 2]],
  ['?ids=1,3,5&q=bert', [1]],
  ['?ids=2,4,5&jobId=none', [4, 2]],
])('GET /api/applications%s filters', async (query, expected) => {
  const response = await get(query)
  expect(await idsOf(response)).toEqual(expected)
  expect(response.headers.get('x-total-count')).toBe(String(expected.length))
})

test.each([
  ['núñez', [4, 2]],
  ['NÚÑEZ', [4, 2]],
  ['Nunez', [4, 2]],
  ['álvaro', [5]],
  ['carl@example.ORG', [3]],
  ['IGNITION 100', [2]],
  ['100%', [2]],
  ['%', []],
  ['_', []],
  ['carl oak', [3]],
  ['arl', []],
  ['432 555 0142', [1, 5, 4, 3, 2]],
  ['\\', []],
  ["'", []],
  ['nobody', []],
  ['\0', []],
  ['\u0301', []],
])('GET /api/applications?q=%s finds words, each from its beginning', async (q, expected) => {
  expect(await ids(`?q=${encodeURIComponent(q)}`)).toEqual(expected)
})

test.each(['ΚΩΣ', 'κως', 'κώστας', 'ΚΏΣΤΑΣ'])('GET /api/applications?q=%s finds Κώστας', async (q) => {
  const id = await insertApplicant(app.db, { name: 'Κώστας' })
  expect(await ids(`?q=${encodeURIComponent(q)}`)).toEqual([id])
  await app.db.deleteFrom('applications').where('id', '=', id).execute()
})

test.each([
  ['?q=APP-0003', [3]],
  ['?q=app-3', [3]],
  ['?q=App-0000000000003', [3]],
  ['?q=APP-0003&archived=true', []],
  ['?q=APP-0003&jobId=7', [3]],
  ['?q=APP-0004&archived=true', [4]],
  ['?q=APP-00', []],
  ['?q=APP-99', []],
  ['?q=APP-99999999999', []],
  ['?q=APP-3x', []],
])('GET /api/applications%s finds the application that the reference names', async (query, expected) => {
  const response = await get(query)
  expect(await idsOf(response)).toEqual(expected)
  expect(response.headers.get('x-total-count')).toBe(String(expected.length))
  expect(response.headers.get('x-total-count-exact')).toBeNull()
})

test.each([
  ['-date', 1],
  ['name', 1],
  ['date', 2],
  ['-name', 3],
  ['status', 4],
])('by %s the application of a reference is before all who mention it, on pages of %d', async (sort, limit) => {
  const mentions = [1, 2, 3].map((day) => ({ note: `A friend of app-0005 (${day})`, created_at: at(day) }))
  const inserted: number[] = []
  for (const mention of mentions) inserted.push(await insertApplicant(app.db, mention))
  const pages = await walk(`?q=APP-0005&sort=${sort}&limit=${limit}`)
  expect(pages[0]?.[0]).toBe(5)
  expect(pages.flat().toSorted()).toEqual([5, ...inserted].toSorted())
  expect((await get(`?q=APP-0005&limit=${limit}`)).headers.get('x-total-count')).toBe('4')
  await app.db.deleteFrom('applications').where('id', 'in', inserted).execute()
})

test.each([
  ['name', [5, 2, 4, 1, 3]],
  ['-name', [3, 1, 4, 2, 5]],
  ['date', [2, 3, 4, 5, 1]],
  ['-date', [1, 5, 4, 3, 2]],
  ['status', [1, 4, 2, 3, 5]],
  ['-status', [5, 3, 2, 4, 1]],
])('GET /api/applications?sort=%s orders, equal ones by number, and its pages fit together', async (sort, expected) => {
  expect(await ids(`?sort=${sort}`)).toEqual(expected)
  const pages = await walk(`?sort=${sort}&limit=2`)
  expect(pages.map((page) => page.length)).toEqual([2, 2, 1])
  expect(pages.flat()).toEqual(expected)
})

test('by interview: upcoming ones, the soonest first, then past ones, the latest first, then those without a date', async () => {
  await setNow(new Date(at(5)))
  const inserted = await insertInterviews([3, 7, 5, null, 4, 6, null, 7])
  const [third, seventh, fifth, none, fourth, sixth, noneLater, seventhLater] = inserted
  const expected = [fifth, sixth, seventh, seventhLater, fourth, third, noneLater, none]
  for (const search of ['', '&q=nunez']) {
    for (const limit of [1, 2, 3, 8]) {
      const pages = await walk(`?status=interview&archived=false&sort=interview&limit=${limit}${search}`)
      expect(pages.flat()).toEqual(expected)
    }
  }
  await app.db.deleteFrom('applications').where('job_id', '=', 9).execute()
  await setNow(undefined)
})

test('no page by interview misses one that takes place while the pages are read', async () => {
  const query = '?status=interview&archived=false&sort=interview&limit=2'
  const inserted = await insertInterviews([4, 5, 6, 7, 8, null])
  const [fourth, fifth, sixth, seventh, eighth, none] = inserted
  await setNow(new Date(at(5)))
  const first = await get(query)
  expect(await idsOf(first)).toEqual([fifth, sixth])
  await setNow(new Date(at(8)))
  expect((await walk(nextPage(first) ?? '')).flat()).toEqual([eighth, seventh, sixth, fifth, fourth, none])
  await app.db.deleteFrom('applications').where('job_id', '=', 9).execute()
  await setNow(undefined)
})

/** Stops the clock, which would end the session. */
async function setNow(instant: Date | undefined): Promise<void> {
  app.setNow(instant)
  admin = await app.signIn()
}

/** Stores an application in the stage of interviews for each day, or without a date, and returns their ids. */
async function insertInterviews(days: (number | null)[]): Promise<number[]> {
  const inserted: number[] = []
  for (const day of days) {
    const interview_date = day === null ? null : at(day)
    inserted.push(await insertApplicant(app.db, { status: 'interview', job_id: 9, interview_date }))
  }
  return inserted
}

test('GET /api/applications links to the next page with the same query, and counts the full list on each', async () => {
  const first = await get('?q=e&archived=false&limit=3')
  expect(first.headers.get('x-total-count')).toBe('4')
  const query = new URLSearchParams(nextPage(first))
  expect(Object.fromEntries(query)).toMatchObject({ q: 'e', archived: 'false', limit: '3' })
  expect(query.get('cursor')).toMatch(/^[\w-]+$/)
  const last = await get(`?${query}`)
  expect(last.headers.get('x-total-count')).toBe('4')
  expect(last.headers.get('link')).toBeNull()
  expect(await idsOf(last)).toEqual([2])
})

test('a page starts where the one before ended, also when rows came or went in between', async () => {
  const moving = [
    await insertApplicant(app.db, { name: 'First moves', created_at: at(5) }),
    await insertApplicant(app.db, { name: 'Second moves', created_at: at(6) }),
    await insertApplicant(app.db, { name: 'Third moves', created_at: at(7) }),
  ]
  const first = await get('?sort=date&limit=2&q=moves')
  await app.db.deleteFrom('applications').where('id', 'in', moving.slice(0, 2)).execute()
  expect(await ids(nextPage(first) ?? '')).toEqual(moving.slice(2))
  await app.db.deleteFrom('applications').where('id', 'in', moving).execute()
})

test('a cursor survives the longest and strangest name', async () => {
  for (const name of ['\u0001'.repeat(200), '\u{1F9D1}'.repeat(100), 'ﷺ'.repeat(200)]) {
    const twice = [await insertApplicant(app.db, { name }), await insertApplicant(app.db, { name })]
    const pages = await walk(`?sort=name&limit=1&jobId=none&status=pending`)
    expect(pages.flat()).toEqual(expect.arrayContaining(twice))
    await app.db.deleteFrom('applications').where('id', 'in', twice).execute()
  }
})

test.each([
  'status=new',
  'archived=1',
  'jobId=0',
  'jobId=null',
  'sort=email',
  'limit=0',
  'limit=201',
  'limit=ten',
  'ids=',
  'ids=1,x',
  `ids=${Array.from({ length: 201 }, (_, index) => index + 1)}`,
  'page=2',
  'status=pending&status=hired',
  'cursor=',
  'cursor=nonsense',
  `cursor=${Buffer.from('[1,2]').toString('base64url')}`,
  `cursor=${Buffer.from('["name","ana",1]').toString('base64url')}`,
])('GET /api/applications?%s is refused with 400', async (query) => {
  const response = await get(`?${query}`)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ code: 'invalid_request' })
})

test('GET /api/applications links to no page behind a last one that is full', async () => {
  expect(await walk('?limit=5')).toEqual([[1, 5, 4, 3, 2]])
})

test('GET /api/applications refuses a wrong query also with If-None-Match: *', async () => {
  const response = await get('?limit=0', { ...admin, 'if-none-match': '*' })
  expect([response.status, response.headers.get('etag')]).toEqual([400, null])
})

test('the applications cookie reads pages and the full list; no other client reads either', async () => {
  const { cookie } = await createSession(app.db, 1, new Date())
  const headers = { cookie: `wellhead-applications=${cookie}` }
  expect((await get('?status=pending', headers)).status).toBe(200)
  expect((await get('?status=pending', {})).status).toBe(401)
})

test.each(['', '?status=pending', '?limit=2&sort=name'])(
  'GET /api/applications%s sends 304 to a client that has it already, and 200 after a change',
  async (query) => {
    const first = await get(query)
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[\w-]+"$/)
    for (const known of [etag, `"other", ${etag}`, `W/${etag}`]) {
      const again = await get(query, { ...admin, 'if-none-match': known })
      expect([again.status, await again.text()]).toEqual([304, ''])
      for (const name of ['etag', 'cache-control']) {
        expect(again.headers.get(name), name).toBe(first.headers.get(name))
      }
      for (const name of ['x-total-count', 'link']) expect(again.headers.get(name), name).toBeNull()
    }
    const id = await insertApplicant(app.db, { name: 'Zoe Later' })
    expect((await get(query, { ...admin, 'if-none-match': etag })).status).toBe(200)
    await app.db.deleteFrom('applications').where('id', '=', id).execute()
    expect((await get(query, { ...admin, 'if-none-match': etag })).status).toBe(304)
  },
)

test('an application that came in through the form is found, sorted and marked as recovered or not', async () => {
  const id = await apply(app, { name: 'Ýmir Form', note: `It says ${RECOVERY_MARKER} somewhere` })
  expect(await ids('?q=ymir')).toEqual([id])
  const { name_key, is_recovery } = await app.db
    .selectFrom('applications')
    .select(['name_key', 'is_recovery'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect([name_key, is_recovery]).toEqual(['ymir form', 1])
  await app.db.deleteFrom('applications').where('id', '=', id).execute()
})

test('GET /api/admin/search finds people and postings in every status, and shows each word where it was found', async () => {
  const search = async (q: string) => {
    const response = await app.request(`/api/admin/search?${new URLSearchParams({ q })}`, { headers: admin })
    expect(response.headers.get('cache-control')).toBe('no-store')
    return (await response.json()) as SearchResults
  }
  const marked = ({ text, ranges }: { text: string; ranges: [number, number][] }) =>
    ranges.map(([begin, end]) => text.slice(begin, end))
  const jobId = await createJob(app, {
    title: 'Wellsite Núcleo Lead',
    location: 'Odessa, TX',
    internalJobCode: 'NU-77',
  })
  const mention = { name: 'Mia Archived', archived: 1, status: 'rejected', job_id: jobId } as const
  const mia = await insertApplicant(app.db, {
    ...mention,
    note: `${'Long ago. '.repeat(40)}I know Odessa well`,
    phone: '(915) 867-5309',
    created_at: at(9),
  })
  await insertResumeText(app.db, mia, `${'Worked on site.\n'.repeat(60)}Sparkplug and more`)
  const odessa = await insertApplicant(app.db, { name: 'Odessa Núñez', note: null, created_at: at(1) })
  const bot = await insertApplicant(app.db, { name: 'Odessa Bot', quarantined: 1 })

  const both = await search('odessa')
  expect(both.people.map(({ id }) => id)).toEqual([odessa, mia])
  expect(both).toMatchObject({ peopleTotal: 2, arePeopleExact: true, postingsTotal: 1 })
  expect(both.people[0]).toMatchObject({ position: null, hasJob: false, status: 'pending', excerpts: [] })
  expect(both.people.map(({ name }) => marked(name))).toEqual([['Odessa'], []])
  const [excerpt = expect.fail()] = both.people[1]?.excerpts ?? []
  expect([excerpt.source, marked(excerpt), excerpt.text.length < 170]).toEqual(['note', ['Odessa'], true])
  expect(both.postings[0]).toMatchObject({ id: jobId, status: 'active', isActive: true })
  expect(marked(both.postings[0]?.facts ?? expect.fail())).toEqual(['Odessa'])

  const [found = expect.fail()] = (await search('nucleo sparkpl odes 8675309 mia')).people
  expect(found).toMatchObject({ id: mia, status: 'rejected', archived: true })
  expect(marked(found.position ?? expect.fail())).toEqual(['Núcleo'])
  expect(found.excerpts.map(({ source }) => source).toSorted()).toEqual(['note', 'phone', 'resume'])

  expect(await search('nu 77')).toMatchObject({ postings: [{ id: jobId }], people: [] })
  expect((await search(`app-000${mia}`)).people.map(({ id }) => id)).toEqual([mia])
  for (const nothing of ['', '   ', '"', 'zzzz'])
    expect(await search(nothing), nothing).toMatchObject({ people: [], postings: [], peopleTotal: 0, postingsTotal: 0 })
  expect((await app.request('/api/admin/search?q=odessa')).status).toBe(401)
  for (const id of [mia, odessa, bot]) await app.db.deleteFrom('applications').where('id', '=', id).execute()
})
