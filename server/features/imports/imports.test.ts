import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Import } from '../../../contract/imports/imports.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { adminClient } from '../../../test/admin-client.ts'
import { createJob, fixture, insertApplicant } from '../../../test/factories.ts'
import { csvOf, importClient, zipOf } from '../../../test/imports/import-kit.ts'
import { textsAreRead } from '../../../test/resume-files/stored-texts.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'

let app: TestApp
let client: ReturnType<typeof importClient>
beforeEach(async () => {
  app = await startTestApp()
  const headers = await app.signIn()
  client = importClient((path, init) => app.request(path, { ...init, headers: { ...headers, ...init.headers } }))
})
afterEach(() => app.stop())

const NEXT_YEAR = new Date(Date.now() + 365 * 24 * 60 * 60_000).toISOString().slice(0, 10)

const HEADERS = ['Name', 'Email', 'Phone', 'Job title', 'Stage', 'Applied', 'Source', 'Tags', 'Resume', 'Notes']
const ANA = [
  'Ana Núñez',
  'ana@example.com',
  '+1 432 555 0142',
  'Flow engineer',
  'Interview',
  '2025-03-31',
  'Indeed',
  'PLC, SCADA',
  'cv/ana.pdf',
  'Strong',
]
const BEN = ['Ben Ode', 'Ben@example.com', '', 'Welder', 'Rejected', '2024-01-02', '', '', '', '']
const table = (...rows: string[][]) => csvOf([HEADERS, ...rows])

async function run(prepared: Import): Promise<Import> {
  expect((await client.start(prepared.id)).status).toBe(204)
  return client.until(prepared.id, 'done')
}
const stored = () => app.db.selectFrom('applications').selectAll().orderBy('id').execute()

test('a table with an archive becomes applications as they were, with their files, and nobody gets a mail', async () => {
  const jobId = await createJob(app, { title: 'Flow engineer' })
  const files = await zipOf({
    'cv/ana.pdf': fixture('resume.pdf'),
    'other/ben@example.com.docx': fixture('resume.docx'),
    'x.txt': 'x',
  })
  const prepared = await client.prepare(table(ANA, BEN), files, { size: 700 })
  expect(prepared).toMatchObject({
    ...{ state: 'draft', headers: HEADERS, files: { name: 'files.zip', count: 3 } },
    options: {
      columns: ['name', 'email', 'phone', 'job', 'status', 'appliedAt', 'source', 'tags', 'resume', 'feedback'],
      statuses: [
        { text: 'Interview', state: 'interview' },
        { text: 'Rejected', state: 'rejected' },
      ],
      jobs: [
        { text: 'Flow engineer', jobId },
        { text: 'Welder', jobId: null },
      ],
    },
    plan: {
      creates: 2,
      duplicates: 0,
      fails: 0,
      withFile: 2,
      unusedFiles: 1,
      rows: [{ name: 'Ana Núñez', file: 'cv/ana.pdf' }, {}],
    },
  })
  expect(await stored()).toEqual([])

  const done = await run(prepared)
  expect(done.counts).toEqual({ rows: 2, created: 2, updated: 0, skipped: 0, failed: 0, files: 2, kept: 0 })
  expect(await stored()).toMatchObject([
    {
      ...{ name: 'Ana Núñez', email: 'ana@example.com', job_id: jobId, status: 'interview', source: 'indeed' },
      ...{
        feedback: 'Strong',
        created_at: '2025-03-31T17:00:00.000Z',
        answered_status: 'interview',
        import_id: prepared.id,
      },
    },
    {
      name: 'Ben Ode',
      phone: null,
      job_id: null,
      status: 'rejected',
      feedback: 'Applied for: Welder',
      first_answered_at: null,
    },
  ])
  const resumes = await app.db.selectFrom('resumes').select(['original_name', 'kind']).orderBy('id').execute()
  expect(resumes).toEqual([
    { original_name: 'ana.pdf', kind: 'pdf' },
    { original_name: 'ben@example.com.docx', kind: 'docx' },
  ])
  expect(await app.db.selectFrom('mails').selectAll().execute()).toEqual([])
  expect(await app.db.selectFrom('notices').selectAll().execute()).toEqual([])
  const admin = adminClient(app, await app.signIn())
  const [ana] = await stored()
  // The resume says it, and is read like any other.
  await textsAreRead(app.db)
  const found = await admin.request<{ id: number }[]>('GET', `${ADMIN_API.applications}?q=scada%20n%C3%BA%C3%B1ez`)
  expect([found.body.map(({ id }) => id), ana?.first_answer_by]).toEqual([[ana?.id], '0001-01-01'])
  expect((await admin.request<{ id: number }[]>('GET', `${ADMIN_API.applications}?q=strong`)).body).toMatchObject([
    { id: ana?.id },
  ])
  await expect.poll(() => readdir(join(app.dataDir, 'imports'))).toEqual([])
})

test('a row that is no application says why, before and after, and the others are imported', async () => {
  const prepared = await client.prepare(
    table(
      ANA,
      ['', 'x', '', '', '', 'soon', '', '', '', ''],
      ['=SUM(A1)', 'eve@example.com', '', '', '', '', '', '', 'none.pdf', ''],
    ),
    await zipOf({ 'a.pdf': 'x' }),
  )
  expect(prepared.plan).toMatchObject({ creates: 2, fails: 1 })
  const problems = async () =>
    (await (await client.json('GET', pathTo(ADMIN_API.importProblems, prepared.id))).text()).split('\r\n')
  const planned = await problems()
  expect(planned).toHaveLength(1 + 1 + 3 + 1 + 1)
  expect(planned[3]).toBe('3,"not imported","Email","x","Invalid email address. Correct it in the table."')
  const done = await run(prepared)
  expect(done.counts).toMatchObject({ created: 2, failed: 1, files: 0 })
  const after = await problems()
  expect(after).toContain(
    '3,"not imported","Applied","soon","This is no date. Write it as 2026-03-31, or choose the order of day and month that the file has."',
  )
  expect(after.at(-2)).toBe(
    '4,"imported","Resume file","none.pdf","The archive has no file of this name. Add it, or attach it by hand later."',
  )
})

test('who is here already is skipped, or filled in: what is stored stays', async () => {
  const jobId = await createJob(app, { title: 'Flow engineer' })
  const here = { name: 'Ana', email: 'ANA@example.com', phone: null, note: null, job_id: jobId }
  const id = await insertApplicant(app.db, here)
  const prepared = await client.prepare(table(ANA, ANA, [...ANA.slice(0, 3), '', '', '2025-03-30', '', '', '', '']))
  expect(prepared.plan).toMatchObject({ creates: 1, duplicates: 2 })
  expect((await run(prepared)).counts).toMatchObject({ created: 1, skipped: 2, updated: 0 })

  const again = await client.prepare(table(ANA), await zipOf({ 'ana.pdf': fixture('resume.pdf') }))
  const chosen = await client.change(again, { duplicates: 'update' })
  expect((await run(chosen)).counts).toMatchObject({ updated: 1, created: 0, files: 1 })
  const row = await app.db.selectFrom('applications').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    name: 'Ana',
    status: 'pending',
    phone: '+1 432 555 0142',
    phone_digits: '14325550142',
    source: 'indeed',
    feedback: 'Strong',
  })
  const tags = app.db.selectFrom('application_tags').innerJoin('tags', 'tags.id', 'tag_id').select('name')
  expect(await tags.where('application_id', '=', id).orderBy('name').execute()).toEqual([
    { name: 'PLC' },
    { name: 'SCADA' },
  ])
})

test('an import is undone as a whole, but for applications on which someone has worked since', async () => {
  const rows = Array.from({ length: 60 }, (_, index) => [
    `Person ${index}`,
    `person-${index}@example.com`,
    '',
    '',
    '',
    '',
    '',
    '',
    'cv.pdf',
    '',
  ])
  const done = await run(await client.prepare(table(...rows), await zipOf({ 'cv.pdf': fixture('resume.pdf') })))
  expect(done.counts).toMatchObject({ created: 60, files: 60 })
  const [first, second] = await stored()
  const admin = adminClient(app, await app.signIn())
  await admin.send('PATCH', pathTo(ADMIN_API.application, first?.id ?? 0), { status: 'reviewing' })
  await admin.send('PUT', pathTo(ADMIN_API.legalHold, second?.id ?? 0), { reason: 'Claim', endsOn: NEXT_YEAR })
  expect((await client.undo(done.id)).status).toBe(204)
  const undone = await client.until(done.id, 'undone')
  expect((await stored()).map(({ id }) => id)).toEqual([first?.id, second?.id])
  expect(undone).toMatchObject({
    counts: { kept: 2 },
    keptReasons: [{ reason: 'Someone has worked on it since.', count: 2 }],
  })
  await expect.poll(async () => (await app.storedFiles()).length, { timeout: 20_000 }).toBe(2)
  expect((await client.undo(done.id)).status).toBe(409)
})

test('rows are kept until the time to undo is over, and a draft for a day', async () => {
  const done = await run(await client.prepare(table(ANA)))
  const draft = await client.prepare(table(BEN))
  const count = async () => (await app.db.selectFrom('import_rows').select('number').execute()).length
  expect(await count()).toBe(2)
  app.setNow(new Date(Date.now() + 25 * 60 * 60_000))
  await app.runWork('finish-imports')
  app.setNow(undefined)
  expect((await client.json('GET', pathTo(ADMIN_API.import, draft.id))).status).toBe(404)
  expect(await count()).toBe(1)
  app.setNow(new Date(Date.now() + 15 * 24 * 60 * 60_000))
  await app.runWork('finish-imports')
  expect(await count()).toBe(0)
  app.setNow(undefined)
  expect(await client.read(done.id)).toMatchObject({ state: 'finished', counts: { created: 1 } })
  expect((await client.undo(done.id)).status).toBe(409)
})

test('an erased person is in no row of an import, whatever its state', async () => {
  const done = await run(await client.prepare(table(ANA, BEN)))
  const draft = await client.prepare(
    table(['Ana', 'x@example.com', '', '', '', '', '', '', '', 'also ANA@example.com'], ANA, BEN),
  )
  const [ana] = await stored()
  const admin = adminClient(app, await app.signIn())
  await admin.send('POST', pathTo(ADMIN_API.erasePerson, ana?.id ?? 0), { applicationIds: [ana?.id] })
  await expect.poll(async () => (await stored()).length, { timeout: 20_000 }).toBe(1)
  const rows = JSON.stringify(await app.db.selectFrom('import_rows').selectAll().execute())
  expect(rows.toLowerCase()).not.toContain('ana@example.com')
  expect(rows).toContain('Ben@example.com')
  expect((await client.read(draft.id)).counts.rows).toBe(1)
  expect((await client.read(done.id)).counts.created).toBe(2)
})

test('imported dates spoil no figure of times: what is decided later about them counts in no median', async () => {
  const rows = Array.from({ length: 25 }, (_, index) => [
    `Person ${index}`,
    `person-${index}@example.com`,
    '',
    '',
    '',
    '2024-01-01',
    '',
    '',
    '',
    '',
  ])
  await run(await client.prepare(table(...rows)))
  const admin = adminClient(app, await app.signIn())
  for (const { id } of await stored()) {
    await admin.send('PATCH', pathTo(ADMIN_API.application, id), { status: 'hired' })
    await admin.send('PUT', pathTo(ADMIN_API.answeredApplication, id), { answered: true })
  }
  const { measureResponseTime } = await import('../promise/response-time.ts')
  const now = new Date()
  expect(await measureResponseTime(app.db, { now, timeZone: 'UTC' })).toEqual({ medianDays: null, decisions: null })
  const { readInsights } = await import('../insights/read-insights.ts')
  const insights = await readInsights(app.db, { period: '26', jobId: undefined }, { now, timeZone: 'UTC' })
  expect(insights.hire).toEqual({ count: 0, days: null })
})

test('a file that did not arrive whole, and one that is no archive, are refused', async () => {
  const made = (await (await client.json('POST', ADMIN_API.imports, { name: 'a.csv', preset: null })).json()) as Import
  const headers = { ...(await app.signIn()), 'content-type': 'application/octet-stream' }
  const put = (path: string, offset: number, body: string) =>
    app.request(`${pathTo(path, made.id)}?offset=${offset}`, { method: 'PUT', headers, body })
  expect((await put(ADMIN_API.importTable, 5, 'x')).status).toBe(409)
  expect((await put(ADMIN_API.importTable, 0, 'Name,Email\n')).status).toBe(200)
  const read = (files: string | null) => client.json('POST', pathTo(ADMIN_API.readImport, made.id), { files })
  expect(await (await read(null)).json()).toMatchObject({ message: 'The table has no row below its headers.' })
  expect((await put(ADMIN_API.importFiles, 0, 'no archive')).status).toBe(200)
  expect(await (await read('x.zip')).json()).toMatchObject({ message: expect.stringMatching(/no ZIP archive/) })
  expect((await client.start(made.id)).status).toBe(400)
  expect((await client.json('DELETE', pathTo(ADMIN_API.import, made.id))).status).toBe(204)
  expect(await readdir(join(app.dataDir, 'imports'))).toEqual([])
})
