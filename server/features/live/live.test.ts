import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { API, pathTo } from '../../../contract/wire/paths.ts'
import { SIGN_IN_API } from '../../../contract/wire/sign-in-paths.ts'
import { type AdminClient, adminClient, signInAs } from '../../../test/admin-client.ts'
import { apply, createJob, insertApplicant } from '../../../test/factories.ts'
import { type LiveStream, openLive } from '../../../test/requests/live-stream.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'
import { announce } from '../../platform/database/announcements.ts'

let app: TestApp
let owner: AdminClient
let ownerHeaders: { authorization: string }
let mine: number
let other: number
let count = 0
const opened: LiveStream[] = []

beforeAll(async () => {
  app = await startTestApp()
  ownerHeaders = await app.signIn()
  owner = adminClient(app, ownerHeaders)
  mine = await createJob(app, { title: 'Controls Technician' })
  other = await createJob(app, { title: 'Project Lead' })
})
afterEach(() => {
  for (const stream of opened.splice(0)) stream.close()
})
afterAll(() => app.stop())

const open = async (headers: { authorization: string }) => {
  const stream = await openLive(app.url, headers)
  opened.push(stream)
  return stream
}
const signIn = async (role: 'owner' | 'recruiter' | 'hiring_manager', jobIds: number[] = []) => {
  count += 1
  const assignments = jobIds.map((jobId) => ({ jobId, decides: true }))
  const headers = await signInAs(app, `person${count}`, { role, assignments })
  const { body } = await adminClient(app, headers).request<{ id: number }>('GET', API.me)
  return { headers, id: body.id }
}
const decide = (id: number, status = 'reviewing') =>
  owner.request('PATCH', pathTo(ADMIN_API.application, id), { status })
const applicant = (jobId: number | null = mine) => insertApplicant(app.db, { job_id: jobId })

test('a change of a status, a comment, a posting and a new application come to all who read them, with no more than what changed', async () => {
  const stream = await open((await signIn('recruiter')).headers)
  expect(stream.response.headers.get('content-type')).toContain('text/event-stream')
  expect(stream.response.headers.get('x-accel-buffering')).toBe('no')
  expect(stream.response.headers.get('cache-control')).toContain('no-store')
  const [one, two] = [await applicant(), await applicant(null)]
  await decide(one)
  await stream.receivesOf(one)
  await owner.request('POST', pathTo(ADMIN_API.comments, two), { text: 'Knows Ignition.', mentions: [] })
  await stream.receivesOf(two)
  await owner.request('PATCH', pathTo(ADMIN_API.adminJob, other), { title: 'Project Lead Automation' })
  await stream.receives({ postings: true })
  const submitted = await apply(app)
  await stream.receivesOf(submitted)
  expect(stream.text()).not.toMatch(/reviewing|Ignition|Automation/)
})

test('a hiring manager hears of the own postings alone, by the assignments of that moment', async () => {
  const paul = await signIn('hiring_manager', [mine])
  const stream = await open(paul.headers)
  const watching = await open(ownerHeaders)
  const [own, hidden, general, quarantined] = [
    await applicant(mine),
    await applicant(other),
    await applicant(null),
    await insertApplicant(app.db, { job_id: mine, quarantined: 1 }),
  ]
  for (const id of [hidden, general]) {
    await decide(id)
    await watching.receivesOf(id)
  }
  await owner.request('POST', pathTo(ADMIN_API.comments, quarantined), { text: 'Spam?', mentions: [] })
  await watching.receivesOf(quarantined)
  await owner.request('PATCH', pathTo(ADMIN_API.adminJob, other), { title: 'Another title' })
  await watching.receives({ postings: true })
  await decide(own)
  await stream.receivesOf(own)
  expect(stream.events(), 'nothing else came').toEqual([{ applications: [own] }])

  const assign = (jobId: number) =>
    owner.request('PATCH', pathTo(ADMIN_API.person, paul.id), { assignments: [{ jobId, decides: false }] })
  expect((await assign(other)).status).toBe(200)
  const before = watching.events().length
  await decide(own, 'interview')
  await expect.poll(() => watching.events().length).toBeGreaterThan(before)
  await decide(hidden, 'interview')
  await stream.receivesOf(hidden)
  expect(stream.events(), 'nothing of the posting that was taken away').toEqual([
    { applications: [own] },
    { applications: [hidden] },
  ])
})

test('an application that is deleted comes to the managers of its posting too', async () => {
  const stream = await open((await signIn('hiring_manager', [mine])).headers)
  const id = await applicant(mine)
  expect((await owner.send('POST', ADMIN_API.deleteApplications, { applications: [{ id }] })).status).toBeLessThan(300)
  await stream.receivesOf(id)
})

test('many changes at once are one event, and a change that is rolled back is none', async () => {
  const stream = await open(ownerHeaders)
  const ids: number[] = []
  for (let index = 0; index < 60; index += 1) ids.push(await applicant())
  const rolledBack = app.db.transaction().execute(async (trx) => {
    await announce(trx, [{ of: 'application', id: Number(ids[0]) }])
    throw new Error('Rolled back')
  })
  await expect(rolledBack).rejects.toThrow('Rolled back')
  await owner.request('POST', ADMIN_API.applicationChanges, {
    change: { status: 'reviewing' },
    applications: ids.map((id) => ({ id })),
  })
  await stream.receives({ applications: 'many' })
  expect(stream.events()).toEqual([{ applications: 'many' }])
})

test('new notices come to their reader alone', async () => {
  const reader = await signIn('recruiter')
  const [stream, colleague] = [await open(reader.headers), await open(ownerHeaders)]
  await app.db.transaction().execute((trx) => announce(trx, [{ of: 'notices', id: reader.id }]))
  await stream.receives({ notices: true })
  const id = await applicant()
  await decide(id)
  await colleague.receivesOf(id)
  expect(colleague.events()).toEqual([{ applications: [id] }])
})

test('a tag that is made, renamed, merged or deleted comes to everybody, and the applications that it changes to those who see them', async () => {
  const manager = await signIn('hiring_manager', [mine])
  const streams = [await open((await signIn('recruiter')).headers), await open(manager.headers)]
  const make = async (name: string) =>
    (await owner.request<{ id: number }>('POST', ADMIN_API.tags, { name, color: 'teal' })).body.id
  const [from, into] = [await make('Nights'), await make('Night shift')]
  for (const stream of streams) await stream.receives({ tags: true })
  const received = () => streams.map((stream) => stream.events().filter(({ tags }) => tags).length)
  const [seen, hidden] = [await applicant(mine), await applicant(other)]
  const rows = [seen, hidden].map((application_id) => ({ application_id, tag_id: from }))
  await app.db.insertInto('application_tags').values(rows).execute()
  const change = async (body: object) => {
    const [before = 0] = received()
    await owner.request('PATCH', pathTo(ADMIN_API.tag, from), { name: 'Nights', color: 'teal', ...body })
    await expect.poll(() => Math.min(...received())).toBeGreaterThan(before)
  }
  await change({ name: 'Late' })
  expect(streams.map((stream) => stream.named())).toEqual([[], []])
  await change({ mergesInto: into })
  for (const stream of streams) await stream.receivesOf(seen)
  await streams[0]?.receivesOf(hidden)
  expect(streams[1]?.named()).toEqual([seen])
  const gone = await applicant(mine)
  await app.db.insertInto('application_tags').values({ application_id: gone, tag_id: into }).execute()
  await owner.send('DELETE', pathTo(ADMIN_API.tag, into))
  for (const stream of streams) await stream.receivesOf(gone)
})

test('a stream that ends behind another one on its connection leaves the others as they are', async () => {
  const [eve, again] = [await signIn('recruiter'), await signIn('recruiter')]
  const watching = await open(ownerHeaders)
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
  for (const { headers } of [eve, again])
    socket.write(
      `GET ${ADMIN_API.live} HTTP/1.1\r\nHost: ${new URL(app.url).host}\r\nAccept: text/event-stream\r\nAuthorization: ${headers.authorization}\r\n\r\n`,
    )
  await once(socket, 'data')
  await adminClient(app, again.headers).send('POST', API.logout)
  for (let time = 0; time < 3; time += 1) {
    await app.runWork('check-streams')
    const id = await applicant()
    await decide(id)
    await watching.receivesOf(id)
  }
  socket.destroy()
})

test('a stream ends with its session: signed out, deactivated, another role, or too old', async () => {
  const [leaving, gone, moved] = [await signIn('recruiter'), await signIn('recruiter'), await signIn('recruiter')]
  const staying = await open(ownerHeaders)
  const streams = [await open(leaving.headers), await open(gone.headers), await open(moved.headers)] as const
  await adminClient(app, leaving.headers).send('POST', API.logout)
  await app.runWork('check-streams')
  await streams[0].ends()
  expect((await owner.request('PATCH', pathTo(ADMIN_API.person, moved.id), { role: 'owner' })).status).toBe(200)
  await streams[2].ends()
  expect((await owner.send('POST', pathTo(SIGN_IN_API.deactivatePerson, gone.id))).status).toBeLessThan(300)
  await streams[1].ends()
  expect(staying.isOpen()).toBe(true)
  app.setNow(new Date(Date.now() + 25 * 3_600_000))
  await app.runWork('check-streams')
  await staying.ends()
  app.setNow(undefined)
})

test('a person has at most ten streams, is told so, and one that was closed makes room', async () => {
  const { headers } = await signIn('recruiter')
  const streams = []
  for (let index = 0; index < 10; index += 1) streams.push(await open(headers))
  const eleventh = await app.request(ADMIN_API.live, { headers: { ...headers, accept: 'text/event-stream' } })
  expect(eleventh.status).toBe(429)
  expect(eleventh.headers.get('retry-after')).toBe('60')
  streams[0]?.close()
  await expect.poll(async () => (await open(headers)).response.status).toBe(200)
})

test('a heartbeat keeps a silent stream, and a shutdown ends it at once with the time to come back', async () => {
  const closing = await startTestApp()
  const stream = await openLive(closing.url, await closing.signIn())
  for (let round = 0; round < 4; round += 1) await closing.runWork('check-streams')
  await expect.poll(() => stream.text()).toMatch(/^:\n\n$/m)
  await closing.stop()
  await stream.ends()
  expect(stream.text()).toContain('retry: 1000\n\n')
})
