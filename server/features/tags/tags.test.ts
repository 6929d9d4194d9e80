import { beforeEach, expect, test } from 'vitest'
import type { Application } from '../../../contract/applications/application.ts'
import type { ApplicationSummary } from '../../../contract/applications/application-list.ts'
import type { HistoryEntry } from '../../../contract/applications/history.ts'
import type { Tag, Tagged } from '../../../contract/team/tags.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import type { ErrorBody } from '../../../contract/wire/error.ts'
import { TAG } from '../../../contract/wire/limits.ts'
import { pathTo, TOTAL_HEADER } from '../../../contract/wire/paths.ts'
import { type AdminClient, adminClient, signInAs } from '../../../test/admin-client.ts'
import { insertApplicant } from '../../../test/factories.ts'
import { prepareManagers } from '../../../test/managers/manager-kit.ts'
import { NOON, prepareMail } from '../../../test/smtp/mail-kit.ts'

const { app, admin } = prepareMail({ clears: ['jobs'] })

let rita: AdminClient
let kit: Awaited<ReturnType<typeof prepareManagers>>
let zoe: number
let other: number
beforeEach(async () => {
  await app().db.deleteFrom('accounts').where('id', '>', 1).execute()
  await app().db.deleteFrom('tags').execute()
  kit = await prepareManagers(app(), NOON)
  rita = adminClient(app(), await signInAs(app(), 'rita', { now: new Date(NOON), role: 'recruiter' }))
  zoe = await insertApplicant(app().db, { name: 'Zoë Ito', job_id: kit.mine })
  other = await insertApplicant(app().db, { name: 'Ben Orr', job_id: kit.other })
})

const make = (name: string, client = rita, color = 'teal') =>
  client.request<Tag & ErrorBody>('POST', ADMIN_API.tags, { name, color })
const idOf = async (name: string) => (await make(name)).body.id
const change = (id: number, body: object, client = rita) =>
  client.request<Tag & ErrorBody>('PATCH', pathTo(ADMIN_API.tag, id), { name: 'x', color: 'red', ...body })
const write = (client: AdminClient, put: number[], take: number[], ...applications: number[]) =>
  client.request<Tagged>('POST', ADMIN_API.applicationTags, { put, take, applications })
const tags = async (client = rita) =>
  (await client.request<{ tags: Tag[] }>('GET', ADMIN_API.tags)).body.tags.map(({ name, applications }) => [
    name,
    applications,
  ])
const tagsOf = async (id: number) =>
  (await admin().request<Application>('GET', pathTo(ADMIN_API.adminApplication, id))).body.tagIds
const list = async (client: AdminClient, query: string) => {
  const response = await client.send('GET', `${ADMIN_API.applications}?sort=name&${query}`)
  const names = ((await response.json()) as Application[]).map(({ name }) => name)
  expect(Number(response.headers.get(TOTAL_HEADER))).toBe(names.length)
  return names
}
const tabs = async (client: AdminClient, query: string) =>
  (await client.request<ApplicationSummary>('GET', `${ADMIN_API.applicationSummary}?${query}`)).body.tabs

test('a tag is made once, whatever the case and the Unicode form of its name, and others cannot take the name', async () => {
  const { status, body } = await make('Pipeline  Safety')
  expect([status, body]).toMatchObject([201, { name: 'Pipeline  Safety', color: 'teal', applications: 0 }])
  const unseen = ['Pipe\u00adline Safety', 'Pipeline\u2060 Safety', 'Pi\ufe0fpeline Safety']
  for (const same of ['pipeline safety', 'PIPELINE SAFETY', 'Ｐipeline Safety', ...unseen])
    expect((await make(same, admin(), 'red')).body).toEqual(body)
  const second = await idOf('Night shift')
  expect(await change(second, { name: 'PIPELINE safety' })).toMatchObject({
    status: 400,
    body: { code: 'invalid_request' },
  })
  expect(await change(second, { name: 'Nights' })).toMatchObject({
    status: 200,
    body: { name: 'Nights', color: 'red' },
  })
  expect((await make('x'.repeat(TAG.longest + 1))).status).toBe(400)
  expect((await make('​')).status).toBe(400)
  for (let made = 2; made < TAG.most; made += 1) await make(`Tag ${made}`)
  expect((await make('One too many')).body.message).toContain('There are 100 tags already')
})

test('tags are put on applications and taken off, up to ten, and the history has their names', async () => {
  const [safe, night] = [await idOf('Safety'), await idOf('Night shift')]
  expect((await write(rita, [night, safe], [], zoe, other)).body).toMatchObject({
    changed: [{ tagIds: [safe, night] }, { tagIds: [safe, night] }],
    refused: [],
  })
  expect((await write(admin(), [safe], [], zoe)).body).toMatchObject({ changed: [], unchanged: [zoe] })
  expect((await write(admin(), [], [night], zoe)).body.changed[0]?.tagIds).toEqual([safe])
  const { body } = await admin().request<HistoryEntry[]>('GET', pathTo(ADMIN_API.applicationHistory, zoe))
  expect(body.map(({ event }) => event)).toEqual([
    { action: 'untagged', name: 'Night shift' },
    { action: 'tagged', name: 'Safety' },
    { action: 'tagged', name: 'Night shift' },
  ])
  const ten: number[] = []
  for (let made = 0; made < 10; made += 1) ten.push(await idOf(`Tag ${made}`))
  expect((await write(rita, ten, [], zoe)).body.refused).toEqual([
    { id: zoe, name: 'Zoë Ito', reason: 'too_many_tags' },
  ])
  expect((await write(rita, ten, [safe], zoe)).body.changed[0]?.tagIds).toEqual(ten)
  expect((await write(rita, [9_999], [], zoe)).status).toBe(404)
})

test('a hiring manager puts the tags that there are on applications of her postings, and counts those alone', async () => {
  const safe = await idOf('Safety')
  expect((await make('Mine', kit.deciding)).status).toBe(403)
  expect((await change(safe, { name: 'Mine' }, kit.deciding)).status).toBe(403)
  expect((await kit.deciding.request('DELETE', pathTo(ADMIN_API.tag, safe))).status).toBe(403)
  await write(rita, [safe], [], other)
  expect((await write(kit.plain, [safe], [], zoe, other)).body).toMatchObject({
    changed: [{ id: zoe }],
    refused: [{ id: other, name: null, reason: 'not_found' }],
  })
  expect(await tags()).toEqual([['Safety', 2]])
  expect(await tags(kit.plain)).toEqual([['Safety', 1]])
  expect(await list(kit.plain, `tags=${safe}`)).toEqual(['Zoë Ito'])
})

test('the list and its counts have those with all tags that are asked for, also in a search', async () => {
  const [safe, night] = [await idOf('Safety'), await idOf('Night shift')]
  const third = await insertApplicant(app().db, { name: 'Zoë Lind', job_id: kit.mine, status: 'reviewing' })
  await write(rita, [safe], [], zoe, other, third)
  await write(rita, [night], [], zoe, third)
  expect(await list(rita, `tags=${safe}`)).toEqual(['Ben Orr', 'Zoë Ito', 'Zoë Lind'])
  expect(await list(rita, `tags=${safe},${night}&status=pending&archived=false`)).toEqual(['Zoë Ito'])
  expect(await list(rita, `tags=${night}&q=lind`)).toEqual(['Zoë Lind'])
  expect(await list(rita, `tags=${safe},9999`)).toEqual([])
  expect(await tabs(rita, `tags=${safe}`)).toMatchObject({ pending: 2, reviewing: 1 })
  expect(await tabs(rita, `tags=${night},${safe}&q=ito`)).toMatchObject({ pending: 1, reviewing: 0 })
  const page = await rita.send('GET', `${ADMIN_API.applications}?tags=${safe}&sort=name&limit=2`)
  const next = /<([^>]+)>/.exec(page.headers.get('Link') ?? '')?.[1] ?? ''
  expect((await rita.request<Application[]>('GET', next)).body.map(({ name }) => name)).toEqual(['Zoë Lind'])
  expect((await rita.request('GET', `${ADMIN_API.applications}?tags=`)).status).toBe(400)
})

test('a merged tag leaves its applications the other one, and a deleted one leaves them', async () => {
  const [safe, safety] = [await idOf('Safe'), await idOf('Safety')]
  await write(rita, [safe], [], zoe, other)
  await write(rita, [safety], [], zoe)
  expect((await change(safe, { mergesInto: safety })).body).toMatchObject({ id: safety, applications: 2 })
  expect([await tagsOf(zoe), await tagsOf(other)]).toEqual([[safety], [safety]])
  expect((await change(safety, { mergesInto: safety })).status).toBe(404)
  expect((await rita.send('DELETE', pathTo(ADMIN_API.tag, safety))).status).toBe(204)
  expect((await rita.send('DELETE', pathTo(ADMIN_API.tag, safety))).status).toBe(204)
  expect([await tags(), await tagsOf(zoe)]).toEqual([[], []])
})
