import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { ADMIN_API, STREAM_HEADER } from '../../../contract/wire/admin-paths.ts'
import { API, pathTo } from '../../../contract/wire/paths.ts'
import { SIGN_IN_API } from '../../../contract/wire/sign-in-paths.ts'
import { adminClient, signInAs } from '../../../test/admin-client.ts'
import { createJob, insertApplicant } from '../../../test/factories.ts'
import { type LiveStream, openLive } from '../../../test/requests/live-stream.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'

let app: TestApp
let mine: number
let other: number
const opened: LiveStream[] = []

beforeAll(async () => {
  app = await startTestApp()
  mine = await createJob(app)
  other = await createJob(app)
})
afterEach(() => {
  for (const stream of opened.splice(0)) stream.close()
})
afterAll(() => app.stop())

const signIn = async (name: string, jobIds?: number[]) => {
  const assignments = jobIds?.map((jobId) => ({ jobId, decides: false }))
  const headers = await signInAs(app, `${name}-${randomUUID().slice(0, 8)}`, {
    role: assignments ? 'hiring_manager' : 'recruiter',
    ...(assignments && { assignments }),
  })
  const client = adminClient(app, headers)
  expect((await client.send('PUT', ADMIN_API.ownDisplayName, { displayName: name })).status).toBeLessThan(300)
  const { body } = await client.request<{ id: number }>('GET', API.me)
  return { headers, client, id: body.id }
}
const open = async ({ headers, client }: Pick<Awaited<ReturnType<typeof signIn>>, 'headers' | 'client'>) => {
  const stream = await openLive(app.url, headers)
  const id = stream.response.headers.get(STREAM_HEADER) ?? ''
  const say = async (application: number, isReading = true, streamId = id) =>
    (await client.send('PUT', pathTo(ADMIN_API.reading, application), { stream: streamId, isReading })).status
  const heard = () => stream.events().flatMap(({ readers }) => readers ?? [])
  opened.push(stream)
  return {
    stream,
    say,
    heard,
    /** Waits until this is what the page has heard last. */
    hears: (application: number, names: string[], others = 0) =>
      vi.waitFor(() => expect(heard().at(-1)).toEqual({ application, names, others }), { timeout: 10_000 }),
  }
}
const applicant = (jobId: number | null = mine) => insertApplicant(app.db, { job_id: jobId })

test('those who have the same application open hear of each other, until one leaves it, closes the page or steps on', async () => {
  const [priya, tom] = [await signIn('Priya'), await signIn('Tom')]
  const [one, two] = [await applicant(), await applicant()]
  const [first, second, elsewhere] = [await open(priya), await open(tom), await open(await signIn('Ruth'))]
  expect(await first.say(one)).toBe(204)
  expect(await elsewhere.say(two)).toBe(204)
  expect(await second.say(one)).toBe(204)
  await first.hears(one, ['Tom'])
  await second.hears(one, ['Priya'])
  await second.say(one, false)
  await first.hears(one, [])
  await second.say(one)
  await first.hears(one, ['Tom'])
  await second.say(two)
  await first.hears(one, [])
  await second.hears(two, ['Ruth'])
  second.stream.close()
  await elsewhere.hears(two, [])
  expect(first.heard().map(({ names }) => names)).toEqual([['Tom'], [], ['Tom'], []])
  expect(elsewhere.heard().map(({ names }) => names)).toEqual([['Tom'], []])
})

test('a person’s other pages are nobody else, and of many readers two are named', async () => {
  const priya = await signIn('Priya')
  const id = await applicant()
  const [page, tab] = [await open(priya), await open(priya)]
  for (const one of [page, tab]) await one.say(id)
  const others = []
  for (const name of ['Tom', 'Ruth', 'Ana', 'Ben']) others.push(await open(await signIn(name)))
  for (const one of others) await one.say(id)
  await page.hears(id, ['Ana', 'Ben'], 2)
  await tab.hears(id, ['Ana', 'Ben'], 2)
  tab.stream.close()
  others[0]?.stream.close()
  await page.hears(id, ['Ana', 'Ben', 'Ruth'])
  expect(JSON.stringify(page.heard())).not.toContain('Priya')
})

test('a hiring manager says and hears it of the own postings alone, no more once the posting is taken away, and again once it is given back', async () => {
  const [maya, tom] = [await signIn('Maya', [mine]), await signIn('Tom')]
  const [own, hidden] = [await applicant(mine), await applicant(other)]
  const [manager, colleague] = [await open(maya), await open(tom)]
  expect(await manager.say(hidden)).toBe(404)
  expect(await manager.say(99_999)).toBe(404)
  await colleague.say(own)
  await manager.say(own)
  await colleague.hears(own, ['Maya'])
  await manager.hears(own, ['Tom'])
  const owner = adminClient(app, await app.signIn())
  const assignments = [{ jobId: other, decides: false }]
  expect((await owner.request('PATCH', pathTo(ADMIN_API.person, maya.id), { assignments })).status).toBe(200)
  await app.runWork('check-streams')
  await colleague.hears(own, [])
  await manager.hears(own, [])
  const before = manager.heard().length
  const ruth = await open(await signIn('Ruth'))
  await ruth.say(own)
  await colleague.hears(own, ['Ruth'])
  expect(manager.heard()).toHaveLength(before)
  const again = [{ jobId: mine, decides: false }]
  expect((await owner.request('PATCH', pathTo(ADMIN_API.person, maya.id), { assignments: again })).status).toBe(200)
  await app.runWork('check-streams')
  await colleague.hears(own, ['Maya', 'Ruth'])
  await manager.hears(own, ['Ruth', 'Tom'])
})

test('a hiring manager neither reads nor hears of others while an application is in quarantine, and does again once it is released', async () => {
  const [manager, colleague] = [await open(await signIn('Maya', [mine])), await open(await signIn('Tom'))]
  const id = await applicant()
  await manager.say(id)
  await colleague.say(id)
  await colleague.hears(id, ['Maya'])
  await manager.hears(id, ['Tom'])
  const quarantine = (quarantined: 0 | 1) =>
    app.db.updateTable('applications').set({ quarantined }).where('id', '=', id).execute()
  await quarantine(1)
  await app.runWork('check-streams')
  await colleague.hears(id, [])
  await manager.hears(id, [])
  const before = manager.heard().length
  const ruth = await open(await signIn('Ruth'))
  await ruth.say(id)
  await colleague.hears(id, ['Ruth'])
  await ruth.hears(id, ['Tom'])
  expect(manager.heard()).toHaveLength(before)
  await quarantine(0)
  await app.runWork('check-streams')
  await colleague.hears(id, ['Maya', 'Ruth'])
  await manager.hears(id, ['Ruth', 'Tom'])
})

test('nobody says it for the page of another person, and what is said to an ended stream is said to none', async () => {
  const [priya, eve] = [await open(await signIn('Priya')), await open(await signIn('Eve'))]
  const id = await applicant()
  await priya.say(id)
  const ofPriya = priya.stream.response.headers.get(STREAM_HEADER) ?? ''
  expect(await eve.say(id, false, ofPriya)).toBe(204)
  expect(await eve.say(id, true, randomUUID())).toBe(204)
  const tom = await open(await signIn('Tom'))
  await tom.say(id)
  await tom.hears(id, ['Priya'])
  expect(tom.heard()).toHaveLength(1)
})

test('a new name is shown from the next change on', async () => {
  const [priya, tom] = [await signIn('Priya'), await open(await signIn('Tom'))]
  const id = await applicant()
  const page = await open(priya)
  await tom.say(id)
  await page.say(id)
  await tom.hears(id, ['Priya'])
  await priya.client.send('PUT', ADMIN_API.ownDisplayName, { displayName: 'Priya Shah' })
  await tom.hears(id, ['Priya Shah'])
})

test('reading beside others changes nothing of an application, and stands in no history and in no audit trail', async () => {
  const owner = adminClient(app, await app.signIn())
  const [priya, tom] = [await open(await signIn('Priya')), await open(await signIn('Tom'))]
  const id = await applicant()
  const read = async () => {
    const paths = [ADMIN_API.adminApplication, ADMIN_API.applicationHistory].map((path) => pathTo(path, id))
    const bodies = []
    for (const path of [...paths, ADMIN_API.audit]) bodies.push((await owner.request('GET', path)).body)
    return bodies
  }
  const before = await read()
  await priya.say(id)
  await tom.say(id)
  await priya.hears(id, ['Tom'])
  await tom.say(id, false)
  await priya.hears(id, [])
  expect(await read()).toEqual(before)
})

test('one who signs out or is deactivated reads no more, and one who is renamed while nobody listens is shown under the new name', async () => {
  const [priya, tom, ruth] = [await signIn('Priya'), await signIn('Tom'), await signIn('Ruth')]
  const id = await applicant()
  const first = await open(priya)
  await first.say(id)
  const pages = [await open(tom), await open(ruth)]
  for (const page of pages) await page.say(id)
  await first.hears(id, ['Ruth', 'Tom'])
  await tom.client.send('POST', API.logout)
  await first.hears(id, ['Ruth'])
  const owner = adminClient(app, await app.signIn())
  expect((await owner.send('POST', pathTo(SIGN_IN_API.deactivatePerson, ruth.id))).status).toBe(200)
  await first.hears(id, [])
  for (const { stream } of [first, ...pages]) stream.close()
  await priya.client.send('PUT', ADMIN_API.ownDisplayName, { displayName: 'Priya Shah' })
  const [again, other] = [await open(priya), await open(await signIn('Ana'))]
  for (const page of [again, other]) await page.say(id)
  await other.hears(id, ['Priya Shah'])
})

test('who says it more than sixty times at once is told to wait, and what is no stream is refused', async () => {
  const page = await open(await signIn('Priya'))
  const id = await applicant()
  expect(await page.say(id, true, 'x'.repeat(100))).toBe(400)
  expect(await page.say(id)).toBe(204)
  // So many that a slow machine sends them faster than they are given back.
  const statuses = await Promise.all(Array.from({ length: 250 }, () => page.say(id)))
  expect(new Set(statuses)).toEqual(new Set([204, 429]))
})
