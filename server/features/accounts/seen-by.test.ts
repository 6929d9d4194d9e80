import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { signInAs } from '../../../test/admin-client.ts'
import { apply, createJob } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'
import { seenBy } from './seen-by.ts'

let app: TestApp
let manager: { authorization: string }
let managerId: number
beforeAll(async () => {
  app = await startTestApp()
  const [mine, other] = [await createJob(app), await createJob(app)]
  await apply(app, { jobId: String(mine) })
  await apply(app, { jobId: String(other) })
  await apply(app)
  await app.signIn()
  manager = await signInAs(app, 'maria', {
    role: 'hiring_manager',
    assignments: [{ jobId: mine, decides: false }],
  })
  managerId = (
    await app.db.selectFrom('accounts').select('id').where('username', '=', 'maria').executeTakeFirstOrThrow()
  ).id
})
afterAll(() => app.stop())

test('a hiring manager finds the applications of the own postings in lists, counts, joins and subqueries', async () => {
  const seen = seenBy(app.db, { id: managerId, role: 'hiring_manager' })
  const rows = await seen.selectFrom('applications').selectAll().execute()
  expect(rows.map(({ job_id }) => job_id)).toEqual([1])
  const counted = seen.selectFrom('applications as a').select(({ fn }) => fn.countAll<number>().as('count'))
  expect(Number((await counted.executeTakeFirstOrThrow()).count)).toBe(1)
  const entries = await seen
    .selectFrom('audit_trail')
    .select('subject_id')
    .where('subject', '=', 'application')
    .execute()
  expect(new Set(entries.map(({ subject_id }) => subject_id))).toEqual(new Set([rows[0]?.id]))
  const resumes = seen.selectFrom('resumes').innerJoin('resume_replicas', 'resume_replicas.resume_id', 'resumes.id')
  expect(await resumes.select('resumes.application_id').execute()).toEqual([{ application_id: rows[0]?.id }])
  await expect(seen.updateTable('applications').set({ feedback: 'x' }).execute()).rejects.toThrow('only reads')
  await expect(seen.deleteFrom('applications').execute()).rejects.toThrow('only reads')
})

test('the list of a hiring manager, its counts and single applications know nothing of other postings', async () => {
  const read = (path: string) => app.request(path, { headers: manager })
  expect((await (await read(ADMIN_API.applications)).json()).map((each: { jobId: number }) => each.jobId)).toEqual([1])
  expect((await read(`${ADMIN_API.applications}?limit=10`)).headers.get('x-total-count')).toBe('1')
  expect((await read(pathTo(ADMIN_API.adminApplication, 1))).status).toBe(200)
  const [other, missing] = [
    await read(pathTo(ADMIN_API.adminApplication, 2)),
    await read(pathTo(ADMIN_API.adminApplication, 99)),
  ]
  expect([other.status, await other.json()]).toEqual([missing.status, await missing.json()])
  expect(other.status).toBe(404)
})

test('what is seen of a table is said of tables above it, so that no condition means the rows of all', () => {
  const { sql } = seenBy(app.db, { id: managerId, role: 'hiring_manager' }).selectFrom('jobs').select('id').compile()
  const seen = [
    ...sql.matchAll(/"(\w+)" as not materialized \(select \* from (?:main\.)?\w+ where (.*?)\)(?=, "|\) select)/g),
  ]
  expect(seen.length).toBeGreaterThan(15)
  const restricted = new Set(seen.map(([, table]) => table))
  const above = new Set<string | undefined>()
  for (const [, table, condition = ''] of seen) {
    for (const [, named] of condition.matchAll(/from (\w+)/g))
      if (restricted.has(named)) expect([...above], `${table} names ${named}`).toContain(named)
    above.add(table)
  }
})
