import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeChange } from '../../../contract/applications/application-changes.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { type AdminClient, adminClient } from '../../../test/admin-client.ts'
import { insertApplicant, insertApplicants } from '../../../test/factories.ts'
import { expectOnlyOwn, prepareManagers } from '../../../test/managers/manager-kit.ts'
import { insertResumeText } from '../../../test/resume-files/stored-texts.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'

const NOON = Date.parse('2026-03-02T12:00:00.000Z')
const SAME_PERSON = { email: 'pia@example.com', phone: '432 555 0100' }

let app: TestApp
let owner: AdminClient
let kit: Awaited<ReturnType<typeof prepareManagers>>
/** Of the managers' posting: waits; was archived; has words in its resume. Of others: of another posting, of none, in quarantine. */
let own: { pia: number; archived: number; reader: number }
let others: { pia: number; general: number; quarantined: number }
beforeAll(async () => {
  app = await startTestApp()
  app.setNow(new Date(NOON))
  owner = adminClient(app, await app.signIn())
  kit = await prepareManagers(app, NOON)
  const { mine, other } = kit
  own = {
    pia: await insertApplicant(app.db, { ...SAME_PERSON, name: 'Pia Welder', job_id: mine }),
    archived: await insertApplicant(app.db, { name: 'Ari Archived', job_id: mine, archived: 1, status: 'rejected' }),
    reader: await insertApplicant(app.db, { name: 'Rea Reader', job_id: mine, feedback: 'Calm' }),
  }
  others = {
    pia: await insertApplicant(app.db, { ...SAME_PERSON, name: 'Pia Welder', job_id: other, note: 'Zebra' }),
    general: await insertApplicant(app.db, { ...SAME_PERSON, name: 'General Welder', job_id: null }),
    quarantined: await insertApplicant(app.db, { ...SAME_PERSON, name: 'Quinn Welder', job_id: mine, quarantined: 1 }),
  }
  for (const job_id of [mine, other]) await insertApplicant(app.db, { name: 'Rex Refused', job_id, status: 'rejected' })
  await insertResumeText(app.db, own.reader, 'A welder of pipelines')
  await insertResumeText(app.db, others.general, 'A welder of everything')
  // More than a search looks at, in front of the manager's.
  await insertApplicants(
    app.db,
    Array.from({ length: 1_100 }, (_, index) => ({ name: `Welder ${index}`, job_id: index % 2 ? other : null })),
  )
  for (const id of [own.pia, others.pia]) {
    const body = { change: { status: 'reviewing' }, applications: [{ id }] }
    expect((await owner.request('POST', ADMIN_API.applicationChanges, body)).status).toBe(200)
  }
})
afterAll(() => app.stop())

const status = async (client: AdminClient, method: string, path: string, body?: unknown) =>
  (await client.send(method, path, body)).status
const stored = (id: number) =>
  app.db.selectFrom('applications').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('applications that a manager names in a list are found only where the manager may see them', async () => {
  const ids = [...Object.values(own), ...Object.values(others)]
  const listed = async (client: AdminClient) => {
    const { body } = await client.request<{ id: number }[]>('GET', `${ADMIN_API.applications}?ids=${ids}`)
    return body.map(({ id }) => id).toSorted((one, other) => one - other)
  }
  expect(await listed(owner)).toEqual(
    ids.filter((id) => id !== others.quarantined).toSorted((one, other) => one - other),
  )
  expect(await listed(kit.plain)).toEqual(Object.values(own).toSorted((one, other) => one - other))
})

test('what a manager may not see is not found, in the words of what does not exist, whatever is asked of it', async () => {
  const bodies: [string, string, unknown?][] = [
    ['GET', ADMIN_API.adminApplication],
    ['GET', ADMIN_API.relatedApplications],
    ['GET', ADMIN_API.earlierResumes],
    ['GET', ADMIN_API.feedbackVersions],
    ['GET', ADMIN_API.applicationHistory],
    ['GET', ADMIN_API.resume],
    ['GET', ADMIN_API.resumeText],
    ['POST', ADMIN_API.resumeOpened],
    ['PATCH', ADMIN_API.application, { feedback: 'Mine' }],
    ['PATCH', ADMIN_API.application, { status: 'hired' }],
    ['PATCH', ADMIN_API.adminApplication, { archived: true }],
    ['PUT', ADMIN_API.answeredApplication, { answered: true }],
  ]
  const before = await app.db.selectFrom('applications').selectAll().orderBy('id').execute()
  for (const client of [kit.plain, kit.deciding]) {
    for (const [method, path, body] of bodies) {
      const missing = await client.request(method, pathTo(path, 99_999), body)
      expect(missing.status, path).toBe(404)
      for (const id of Object.values(others))
        expect(await client.request(method, pathTo(path, id), body), `${method} ${path}`).toEqual(missing)
    }
  }
  expect(await app.db.selectFrom('applications').selectAll().orderBy('id').execute()).toEqual(before)
})

test('a manager who may not decide writes feedback, and changes neither status nor archive nor answer', async () => {
  const { plain } = kit
  expect(await status(plain, 'PATCH', pathTo(ADMIN_API.application, own.reader), { feedback: 'Knows valves' })).toBe(
    200,
  )
  const refused: [string, string, unknown][] = [
    ['PATCH', ADMIN_API.application, { status: 'hired', feedback: 'Lost' }],
    ['PATCH', ADMIN_API.adminApplication, { archived: true }],
    ['PUT', ADMIN_API.answeredApplication, { answered: true }],
    ['DELETE', ADMIN_API.adminApplication, undefined],
  ]
  for (const [method, path, body] of refused)
    expect(await status(plain, method, pathTo(path, own.reader), body), `${method} ${path}`).toBe(403)
  expect(await stored(own.reader)).toMatchObject({ feedback: 'Knows valves', status: 'pending', archived: 0 })
})

test('a date that a manager sets plans an interview, and moves the application only where the manager decides', async () => {
  for (const [client, expected] of [
    [kit.plain, 'pending'],
    [kit.deciding, 'interview'],
  ] as const) {
    const id = await insertApplicant(app.db, { name: 'Ina Invited', job_id: kit.mine })
    const date = { interviewDate: '2026-04-01T15:00:00.000Z' }
    expect(await status(client, 'PATCH', pathTo(ADMIN_API.application, id), date)).toBe(200)
    expect(await stored(id)).toMatchObject({ status: expected, interview_date: date.interviewDate })
    await app.db.deleteFrom('applications').where('id', '=', id).execute()
  }
})

test('a change of many reaches what the manager decides about, and names the others as not found', async () => {
  const named = [own.reader, ...Object.values(others)]
  const body = { change: { status: 'reviewing' }, applications: named.map((id) => ({ id })) }
  const refusals = (made: MadeChange) => made.refused.map(({ id, name, reason }) => [id, name, reason])
  const hidden = Object.values(others).map((id) => [id, null, 'not_found'])
  const changes = (client: AdminClient, sent = body) =>
    client.request<MadeChange>('POST', ADMIN_API.applicationChanges, sent)

  expect((await changes(kit.plain)).body.changed).toEqual([])
  const byDeciding = await changes(kit.deciding)
  expect([byDeciding.status, byDeciding.body.changed.map(({ id }) => id)]).toEqual([200, [own.reader]])
  expect(refusals(byDeciding.body)).toEqual(hidden)
  const nothing = await changes(kit.deciding, { ...body, applications: [{ id: others.pia }] })
  expect([nothing.status, nothing.body.id, refusals(nothing.body)]).toEqual([
    200,
    null,
    [[others.pia, null, 'not_found']],
  ])

  const undo = (client: AdminClient, id: number | null) =>
    client.request('POST', pathTo(ADMIN_API.undoApplicationChange, id ?? 0))
  const ofOthers = await owner.request<MadeChange>('POST', ADMIN_API.applicationChanges, {
    change: { status: 'interview' },
    applications: [{ id: own.reader }, { id: others.general }],
  })
  const missing = await undo(kit.deciding, 99_999)
  expect(missing.status).toBe(404)
  expect(await undo(kit.deciding, ofOthers.body.id), 'a change that reaches beyond').toEqual(missing)
  expect(await undo(kit.plain, byDeciding.body.id)).toEqual(missing)
  expect((await undo(owner, ofOthers.body.id)).status).toBe(200)
  expect((await undo(kit.deciding, byDeciding.body.id)).status).toBe(200)
  expect((await stored(own.reader)).status).toBe('pending')
})

test('downloads of many and deletions are for recruiters and owners', async () => {
  const named = { applications: [{ id: own.pia }] }
  for (const path of [ADMIN_API.downloadResumes, ADMIN_API.deleteApplications])
    expect(await status(kit.deciding, 'POST', path, named), path).toBe(403)
  expect(await status(kit.deciding, 'POST', pathTo(ADMIN_API.fillJob, kit.mine), { hired: null, reject: [] })).toBe(403)
})

test('lists, counts, searches, the board and everything of one application are those of the own postings alone', async () => {
  const { mine, plain } = kit
  const list = `${ADMIN_API.applications}?`
  const paths = [
    ADMIN_API.applications,
    ...['limit=10', 'archived=false&sort=name', 'q=welder', 'q=welder&limit=1', 'unanswered=true'].map(
      (query) => list + query,
    ),
    ADMIN_API.applicationSummary,
    `${ADMIN_API.applicationSummary}?q=welder`,
    `${ADMIN_API.applicationSummary}?q=zebra`,
    ADMIN_API.applicantCounts,
    `${ADMIN_API.search}?q=welder`,
    `${ADMIN_API.search}?q=secret`,
    pathTo(ADMIN_API.relatedApplications, own.pia),
  ]
  const headers = async (client: AdminClient) => {
    const { headers: sent } = await client.send('GET', `${list}q=welder&limit=1`)
    return ['x-total-count', 'x-total-count-exact', 'link'].map((name) => sent.get(name))
  }
  const ofAll = await headers(owner)
  const seen = await headers(plain)
  await expectOnlyOwn(app, { manager: plain, owner, jobId: mine, paths })
  expect(seen).toEqual(await headers(owner))
  expect(seen).not.toEqual(ofAll)
})
