import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith'
import RssParser from 'rss-parser'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { JobCreate } from '../../../contract/jobs/job.ts'
import { postingApiSchema } from '../../../contract/jobs/posting-api.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { FEED, type FeedName } from '../../../contract/wire/feed-paths.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { type AdminClient, adminClient } from '../../../test/admin-client.ts'
import { createJob } from '../../../test/factories.ts'
import { HOSTILE, hostileRows, wordsOf } from '../../../test/search-engine/hostile-postings.ts'
import { childrenOf, readXml, textsOf } from '../../../test/search-engine/read-xml.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'
import { insertJob } from '../jobs/job-queries.ts'

const BOARD = '/posting-api/job-board/permian-edge-controls'
const ALL = [...Object.values(FEED), BOARD]
const SITE = 'https://careers.example.com'

let app: TestApp
let admin: AdminClient
beforeAll(async () => {
  app = await startTestApp({ publicUrl: SITE })
})
afterAll(() => app.stop())
beforeEach(async () => {
  app.setNow(undefined)
  admin = adminClient(app, await app.signIn())
  for (const { id } of await app.db.selectFrom('jobs').select('id').execute()) {
    await admin.send('DELETE', pathTo(ADMIN_API.adminJob, id))
  }
})

const read = async (path: string, headers: Record<string, string> = {}) => {
  const response = await app.request(path, { headers })
  return { status: response.status, headers: response.headers, body: await response.text() }
}
const readFeed = async (name: FeedName) => (await read(FEED[name])).body
const readBoard = async (query = '') => postingApiSchema.parse(JSON.parse((await read(BOARD + query)).body))

test('every feed has the open postings, and none that is filled, cancelled, deactivated, a draft or deleted', async () => {
  const ids = new Map<string, number>()
  for (const title of ['Stays open', 'Gets filled', 'Gets cancelled', 'Gets switched off', 'Gets deleted']) {
    ids.set(title, await createJob(app, { title }))
  }
  await createJob(app, { title: 'Only a draft', status: 'draft' })
  for (const path of ALL) expect((await read(path)).body, path).toContain('Gets filled')

  const change = (title: string, changes: Partial<JobCreate>) =>
    admin.send('PATCH', pathTo(ADMIN_API.adminJob, ids.get(title) ?? 0), changes)
  await change('Gets filled', { status: 'filled' })
  await change('Gets cancelled', { status: 'cancelled' })
  await change('Gets switched off', { isActive: false })
  await admin.send('DELETE', pathTo(ADMIN_API.adminJob, ids.get('Gets deleted') ?? 0))
  for (const path of ALL) {
    const { body } = await read(path)
    expect(body, path).toContain('Stays open')
    expect(body, path).not.toMatch(/Gets|Only a draft/)
  }
})

test('site map, Atom and JSON Feed say when what visitors read of a posting changed', async () => {
  const times = ['2026-03-02T09:00:00.000Z', '2026-03-02T10:00:00.000Z', '2026-03-02T11:00:00.000Z'] as const
  app.setNow(new Date(times[0]))
  admin = adminClient(app, await app.signIn())
  const id = await createJob(app)
  const dates = async () => [
    /<lastmod>(.*?)<\/lastmod>/.exec((await read('/sitemap.xml')).body)?.[1],
    parseAtomFeed(await readFeed('atom')).entries?.[0]?.updated,
    parseJsonFeed(JSON.parse(await readFeed('json'))).items?.[0]?.date_modified,
    parseAtomFeed(await readFeed('atom')).updated,
  ]
  expect(await dates()).toEqual(Array(4).fill(times[0]))
  app.setNow(new Date(times[1]))
  await admin.send('PATCH', pathTo(ADMIN_API.adminJob, id), { title: 'Another title' })
  expect(await dates()).toEqual(Array(4).fill(times[1]))
  app.setNow(new Date(times[2]))
  await admin.send('PATCH', pathTo(ADMIN_API.adminJob, id), { internalJobCode: 'INT-8' })
  expect(await dates()).toEqual(Array(4).fill(times[1]))
  const item = parseJsonFeed(JSON.parse(await readFeed('json'))).items?.[0]
  expect(item?.date_published).toBe(times[0])
  // Nobody reads between a change and its return.
  for (const title of ['A third title', 'Another title'])
    await admin.send('PATCH', pathTo(ADMIN_API.adminJob, id), { title })
  expect(await dates()).toEqual(Array(4).fill(times[2]))
})

test('no feed has the internal codes of a posting', async () => {
  await createJob(app, { internalJobCode: 'INT-7', projectCode: 'PRJ-3' })
  for (const path of ALL) expect((await read(path)).body, path).not.toMatch(/INT-7|PRJ-3/)
})

test('two parsers read the same from RSS and Atom, and one reads it from JSON Feed', async () => {
  await createJob(app, { title: 'First & <second>', department: 'R&D' })
  await createJob(app, { title: 'Latest' })
  const [rss, atom, json] = [await readFeed('rss'), await readFeed('atom'), await readFeed('json')]
  const titles = ['Latest', 'First & <second>']

  const [rssFeed, atomFeed, jsonFeed] = [parseRssFeed(rss), parseAtomFeed(atom), parseJsonFeed(JSON.parse(json))]
  expect(rssFeed.title).toBe('Open positions at Permian Edge Controls')
  expect(rssFeed.items?.map(({ title }) => title)).toEqual(titles)
  expect(atomFeed.entries?.map(({ title }) => title?.value)).toEqual(titles)
  expect(jsonFeed.items?.map(({ title }) => title)).toEqual(titles)
  const html = jsonFeed.items?.[1]?.content_html
  expect(html).toMatch(/^<p>Midland, TX · Full-time · \$95,000 - \$120,000<\/p><h3>/)
  expect(html).toContain('<h3>Key Responsibilities</h3><ul><li>Build Ignition projects</li>')
  expect(rssFeed.items?.[1]?.description).toBe(html)
  expect(atomFeed.entries?.[1]?.content?.value).toBe(html)
  const terms = ['R&D', 'Full-time', 'Midland, TX']
  expect(rssFeed.items?.[1]?.categories?.map(({ name }) => name)).toEqual(terms)
  expect(atomFeed.entries?.[1]?.categories?.map(({ term }) => term)).toEqual(terms)
  expect(jsonFeed.items?.[1]?.tags).toEqual(terms)

  const parser = new RssParser()
  for (const feed of [await parser.parseString(rss), await parser.parseString(atom)]) {
    expect(feed.items.map(({ title }) => title)).toEqual(titles)
    expect(feed.items.map(({ link }) => link?.replace(/\?source=(?:rss|atom)$/, '?source=json'))).toEqual(
      jsonFeed.items?.map(({ url }) => url),
    )
    expect(feed.items[1]?.content).toBe(html)
    const dates = feed.items.map(({ isoDate }) => Math.floor(Date.parse(isoDate ?? '') / 1000))
    expect(dates).toEqual(
      jsonFeed.items?.map(({ date_published }) => Math.floor(Date.parse(`${date_published}`) / 1000)),
    )
  }
})

test('a posting without a department has no category of it', async () => {
  await createJob(app, { department: null })
  const [rss, atom] = [
    parseRssFeed(await readFeed('rss')).items?.[0],
    parseAtomFeed(await readFeed('atom')).entries?.[0],
  ]
  expect(rss?.categories?.map(({ name }) => name)).toEqual(['Full-time', 'Midland, TX'])
  expect(atom?.categories?.map(({ term }) => term)).toEqual(['Full-time', 'Midland, TX'])
  expect(parseJsonFeed(JSON.parse(await readFeed('json'))).items?.[0]?.tags).toEqual(['Full-time', 'Midland, TX'])
})

test('empty feeds are valid', async () => {
  expect(parseRssFeed(await readFeed('rss')).title).toContain('Open positions')
  expect(parseAtomFeed(await readFeed('atom')).updated).toBeTruthy()
  expect(parseJsonFeed(JSON.parse(await readFeed('json'))).feed_url).toBe(SITE + FEED.json)
  for (const name of ['indeed', 'linkedin'] as const)
    expect(childrenOf(readXml(await readFeed(name)), 'job')).toEqual([])
  expect(await readBoard('?includeCompensation=true')).toEqual({ apiVersion: '1', jobs: [] })
})

/** The words of an HTML text, whose own elements have no attributes. */
const wordsOfHtml = (html: string) =>
  wordsOf(
    html
      .replaceAll(/<\/?[a-z][a-z0-9]*>/g, ' ')
      .replaceAll(/&(?:lt|gt|quot);/g, ' ')
      .replaceAll('&amp;', '&'),
  )

test.each(HOSTILE)('a posting %s comes out of every feed whole', async (what) => {
  // Straight into the database: the contract refuses some of these texts, an earlier version may have stored them.
  const [row] = hostileRows(new Date(), [what])
  const { id, title, description, requirements, ...stored } = await insertJob(app.db, row ?? expect.fail(what))
  await createJob(app, { title: 'Its neighbour' })
  const clean = title.replaceAll('\u0008', '').replaceAll('\ufffe', '')
  const url = `${SITE}/jobs/${id}`
  const facts = wordsOf(`${stored.location} ${stored.job_type} ${stored.salary_range}`)
  const words = [
    ...wordsOf(description),
    ...wordsOf('Benefits & Perks Health insurance Requirements'),
    ...wordsOf(requirements),
  ]

  for (const name of ['indeed', 'linkedin'] as const) {
    const jobs = childrenOf(readXml(await readFeed(name)), 'job').map(textsOf)
    expect(jobs.map((job) => job.title)).toEqual(['Its neighbour', clean])
    expect(jobs[1]?.[name === 'indeed' ? 'url' : 'applyUrl']).toBe(`${url}?source=${name}`)
    expect(jobs[1]?.description).not.toContain('<script')
    expect(wordsOfHtml(jobs[1]?.description ?? '')).toEqual(words)
  }
  const rss = parseRssFeed(await readFeed('rss')).items?.[1]
  // A reader knows an item again by its name, which no source changes.
  expect([rss?.title, rss?.link, rss?.guid?.value]).toEqual([clean, `${url}?source=rss`, url])
  const atom = parseAtomFeed(await readFeed('atom')).entries?.[1]
  expect([atom?.title?.value, atom?.links?.[0]?.href, atom?.id]).toEqual([clean, `${url}?source=atom`, url])
  const item = parseJsonFeed(JSON.parse(await readFeed('json'))).items?.[1]
  expect(item).toMatchObject({ id: String(id), title, url: `${url}?source=json` })
  for (const html of [rss?.description, atom?.content?.value, item?.content_html])
    expect(wordsOfHtml(html ?? '')).toEqual([...facts, ...words])
  const posting = (await readBoard()).jobs[1]
  expect(posting).toMatchObject({ title, jobUrl: `${url}?source=api` })
  expect(wordsOfHtml(posting?.descriptionHtml ?? '')).toEqual(words)
  expect(wordsOf(posting?.descriptionPlain ?? '')).toEqual(words)
})

test('a feed has an ETag, yields 304 while nothing changes, and may be read by the pages of any site', async () => {
  await createJob(app)
  for (const path of ALL) {
    const first = await read(path, { origin: 'https://www.example.com' })
    expect([path, first.status]).toEqual([path, 200])
    expect(first.headers.get('access-control-allow-origin')).toBe('*')
    expect(first.headers.get('access-control-allow-credentials')).toBeNull()
    expect(first.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(first.headers.get('cache-control')).toBe('no-cache')
    const etag = first.headers.get('etag') ?? ''
    expect((await read(path, { 'if-none-match': etag })).status).toBe(304)
    expect((await app.request(path, { method: 'HEAD' })).status).toBe(200)
    expect((await app.request(path, { method: 'POST' })).status).toBe(404)
  }
})

test('a feed is the same for callers that read gzip or brotli and for those that read nothing compressed', async () => {
  await createJob(app, { description: 'Long '.repeat(3_500) })
  for (const path of [...ALL, '/sitemap.xml']) {
    const readPacked = async (encoding: string) => {
      // Not `fetch`, which would unpack the body.
      const request = get(app.url + path, { headers: { 'accept-encoding': encoding } })
      const [response] = (await once(request, 'response')) as [IncomingMessage]
      const { 'content-encoding': used, 'content-length': length } = response.headers
      return { head: [used, length], body: await buffer(response) }
    }
    const [plain, packed, brotli] = [
      await readPacked('identity'),
      await readPacked('gzip'),
      await readPacked('br, gzip'),
    ]
    expect(plain.head, path).toEqual([undefined, String(plain.body.length)])
    expect(packed.head, path).toEqual(['gzip', String(packed.body.length)])
    expect(gunzipSync(packed.body).equals(plain.body), path).toBe(true)
    expect(brotli.head, path).toEqual(['br', String(brotli.body.length)])
    expect(brotliDecompressSync(brotli.body).equals(plain.body), path).toBe(true)
  }
})

test("the posting API has Ashby's shape, and the pay only when it is asked for", async () => {
  const id = await createJob(app, { title: 'Edge Engineer', jobType: 'Internship' })
  const [posting] = (await readBoard()).jobs
  expect(posting).toMatchObject({
    ...{ id: String(id), title: 'Edge Engineer', department: 'Engineering', employmentType: 'Intern' },
    ...{ location: 'Midland, TX', secondaryLocations: [], isListed: true, isRemote: null },
    ...{ jobUrl: `${SITE}/jobs/${id}?source=api`, applyUrl: `${SITE}/apply?job=${id}&source=api` },
  })
  expect(posting?.descriptionHtml).toContain('<h3>Requirements</h3><ul><li>Two years with Ignition</li></ul>')
  expect(posting?.descriptionPlain).toContain('Requirements\n\n- Two years with Ignition')
  expect(posting).not.toHaveProperty('compensation')
  expect(posting).not.toHaveProperty('shouldDisplayCompensationOnJobPostings')
  const [paid] = (await readBoard('?includeCompensation=true')).jobs
  expect(paid?.compensation?.compensationTierSummary).toBe('$95,000 - $120,000')
})

test('a page of another site may ask in advance, and only to read', async () => {
  const headers = {
    origin: 'https://www.example.com',
    'access-control-request-method': 'GET',
    'access-control-request-headers': 'content-type,if-none-match',
  }
  for (const path of ALL) {
    const preflight = await app.request(path, { method: 'OPTIONS', headers })
    expect([path, preflight.status]).toEqual([path, 204])
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
    expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, HEAD')
    expect(preflight.headers.get('access-control-allow-headers')).toBe('content-type, if-none-match')
  }
})

test('another name is 404, and an unknown parameter 400, both readable by the page that asked', async () => {
  for (const [path, status] of [
    ['/posting-api/job-board/another-company', 404],
    [`${BOARD}?include=true`, 400],
  ] as const) {
    const { headers, ...response } = await read(path)
    expect([path, response.status]).toEqual([path, status])
    expect(headers.get('access-control-allow-origin')).toBe('*')
  }
  expect((await read(BOARD.replace('permian', 'Permian'))).status).toBe(200)
})
