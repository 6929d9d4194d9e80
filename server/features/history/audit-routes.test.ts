import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuditPage } from '../../../contract/accounts/audit.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { adminClient, signInAs } from '../../../test/admin-client.ts'
import { insertApplicant } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'
import { type Actor, recordAction } from '../audit/audit-queries.ts'

let app: TestApp
let owner: ReturnType<typeof adminClient>
let applicant: number

const now = new Date('2026-03-10T12:00:00.000Z')

const ana = { id: 1, username: 'ana', displayName: 'Ana of then' }
const ben = { id: 2, username: 'ben', displayName: null }
type Occurrence = Omit<Parameters<typeof recordAction>[1], 'now' | 'by'>
const record = (at: string, by: Actor | null, occurrence: Occurrence) =>
  app.db
    .transaction()
    .execute((trx) => recordAction(trx, { by, now: new Date(at), ...occurrence } as Parameters<typeof recordAction>[1]))

beforeAll(async () => {
  app = await startTestApp()
  app.setNow(now)
  await app.runWork('seal-audit-trail')
  owner = adminClient(app, await signInAs(app, 'ana', { now }))
  await signInAs(app, 'ben', { now, role: 'recruiter' })
  applicant = await insertApplicant(app.db, { name: 'Zoë Ito' })
  const of = { id: applicant, subject: 'application' } as const
  await record('2026-03-01T05:59:59.000Z', ana, { subject: 'account', id: 2, event: { action: 'reactivated' } })
  await record('2026-03-01T06:00:00.000Z', null, { ...of, event: { action: 'received', quarantined: false } })
  await record('2026-03-02T10:00:00.000Z', ben, {
    ...of,
    event: { action: 'status_changed', from: 'pending', to: 'interview' },
  })
  await record('2026-03-02T10:00:00.000Z', null, {
    ...of,
    event: { action: 'message', kind: 'interview', state: 'sent' },
  })
  await record('2026-03-03T05:59:59.999Z', ana, { subject: 'job', id: 77, event: { action: 'deleted' } })
  await record('2026-03-03T06:00:00.000Z', null, { subject: 'account', id: 9, event: { action: 'password_reset' } })
})
afterAll(() => app.stop())

const list = async (query: Record<string, string | number> = {}) => {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const { status, body } = await owner.request<AuditPage>('GET', `${ADMIN_API.audit}?${text}`)
  expect(status).toBe(200)
  return body
}
const actions = async (query: Record<string, string | number> = {}) =>
  (await list(query)).entries.map(({ action }) => action)

test('an owner reads who did what to what, newest first, sealed by the reading', async () => {
  const { entries, more } = await list()
  expect(more).toBe(false)
  expect(entries.map(({ at, place }) => [at.slice(5, 16), place])).toEqual([
    ['03-03T06:00', 6],
    ['03-03T05:59', 5],
    ['03-02T10:00', 4],
    ['03-02T10:00', 3],
    ['03-01T06:00', 2],
    ['03-01T05:59', 1],
  ])
  const zoe = { kind: 'application', id: applicant, name: 'Zoë Ito' }
  expect(entries.map(({ by, subject, event }) => ({ by, subject, event }))).toEqual([
    { by: 'operator', subject: { kind: 'account', id: 9, name: null }, event: { action: 'password_reset' } },
    { by: { id: 1, name: 'Ana of then' }, subject: { kind: 'job', id: 77, name: null }, event: { action: 'deleted' } },
    { by: 'program', subject: zoe, event: { action: 'message', kind: 'interview', state: 'sent' } },
    { by: { id: 2, name: 'ben' }, subject: zoe, event: { action: 'status_changed', from: 'pending', to: 'interview' } },
    { by: 'applicant', subject: zoe, event: { action: 'received', quarantined: false } },
    {
      by: { id: 1, name: 'Ana of then' },
      subject: { kind: 'account', id: 2, name: 'ben' },
      event: { action: 'reactivated' },
    },
  ])
})

test.each<[string, Record<string, string | number>, string[]]>([
  ['a person', { person: 1 }, ['deleted', 'reactivated']],
  ['applicants', { person: 'applicant' }, ['received']],
  ['the program', { person: 'program' }, ['message']],
  ['the operator', { person: 'operator' }, ['password_reset']],
  ['an action', { action: 'deleted' }, ['deleted']],
  ['a kind of subject', { subject: 'account' }, ['password_reset', 'reactivated']],
  ['one subject', { subject: 'account', number: 2 }, ['reactivated']],
  [
    'days where the company is',
    { from: '2026-03-01', to: '2026-03-02' },
    ['deleted', 'message', 'status_changed', 'received'],
  ],
  [
    'all of it',
    { person: 2, action: 'status_changed', subject: 'application', from: '2026-03-02' },
    ['status_changed'],
  ],
])('it is filtered by %s', async (_what, query, expected) => {
  expect(await actions(query)).toEqual(expected)
})

test('pages follow each other without a gap, also through entries of the same moment', async () => {
  const whole = (await list()).entries
  const read: typeof whole = []
  for (let before: number | undefined; ; ) {
    const page = await list({ limit: 1, ...(before !== undefined && { before }) })
    read.push(...page.entries)
    if (!page.more) break
    before = page.entries.at(-1)?.id
  }
  expect(read).toEqual(whole)
  expect(await list({ before: 999_999 })).toEqual({ entries: [], more: false })
})

test('an event that this version does not know is listed without its facts', async () => {
  const entry = {
    at: '2020-01-01T00:00:00.000Z',
    account_id: 1,
    username: 'ana',
    subject: 'job' as const,
    subject_id: 1,
  }
  await app.db
    .insertInto('audit_trail')
    .values({ ...entry, version: null, action: 'polished', event: '{"action":"polished"}' })
    .execute()
  expect((await list({ to: '2020-12-31' })).entries).toMatchObject([{ action: 'polished', event: null }])
})

test('a number without a kind of subject, an unknown action and a day that is none are refused', async () => {
  for (const query of ['number=1', 'action=polished', 'from=2026-02-30', 'to=yesterday', 'person=0', 'color=red'])
    expect((await owner.send('GET', `${ADMIN_API.audit}?${query}`)).status, query).toBe(400)
})

test('only owners may read it', async () => {
  for (const role of ['recruiter', 'hiring_manager'] as const) {
    const other = adminClient(app, await signInAs(app, role, { now, role }))
    for (const path of [ADMIN_API.audit, ADMIN_API.auditFile]) expect((await other.send('GET', path)).status).toBe(403)
  }
})

test('the CSV has the entries of the same filter, is recorded itself, and runs nothing in a spreadsheet', async () => {
  await app.db.updateTable('applications').set({ name: '=HYPERLINK("https://evil.example","Ok")' }).execute()
  await record(
    '2026-03-04T10:00:00.000Z',
    { id: 3, username: '+evil', displayName: null },
    {
      ...{ subject: 'application', id: applicant },
      event: { action: 'feedback_changed' },
    },
  )
  const response = await owner.send('GET', `${ADMIN_API.auditFile}?subject=application`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="Audit trail 2026-03-10.csv"')
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
  const lines = bytes.toString('utf8').slice(1).split('\r\n')
  expect(lines[0]).toBe(
    '"Sealed as","Time (UTC)","Who","Account","Action","Subject","Number","Name or title today","Event","Seal","API token"',
  )
  expect(lines).toHaveLength(1 + 4 + 1)
  expect(lines[1]).toContain(`"'+evil",3,"feedback_changed","application",${applicant},"'=HYPERLINK(""https://evil`)
  expect(lines[1]).toContain('"{""action"":""feedback_changed""}"')
  expect((await list({ action: 'audit_exported' })).entries).toMatchObject([
    { by: { id: 1 }, subject: { kind: 'account', id: 1 }, at: '2026-03-10T12:00:00.000Z' },
  ])
})

test('the CSV of thousands of entries is complete and in order', async () => {
  const like = { account_id: 5, username: 'eva', subject: 'job' as const, version: null, event: '{"action":"edited"}' }
  const rows = Array.from({ length: 2_300 }, (_, index) => ({
    ...{ ...like, action: 'edited', at: '2025-01-01T00:00:00.000Z', subject_id: index + 1 },
  }))
  for (let start = 0; start < rows.length; start += 500)
    await app.db
      .insertInto('audit_trail')
      .values(rows.slice(start, start + 500))
      .execute()
  const text = await (await owner.send('GET', `${ADMIN_API.auditFile}?person=5`)).text()
  const numbers = text
    .split('\r\n')
    .slice(1, -1)
    .map((line) => Number(line.split(',')[6]))
  expect(numbers).toEqual(rows.map(({ subject_id }) => subject_id).toReversed())
})

test('what a colleague does behind a private link is neither the applicant’s nor the operator’s', async () => {
  const opened = { id: applicant, subject: 'application', event: { action: 'colleague_opened' } } as const
  await record('2026-03-04T06:00:00.000Z', null, opened)
  const { entries } = await list({ person: 'colleague' })
  expect(entries.map(({ by, action }) => [by, action])).toEqual([['colleague', 'colleague_opened']])
  for (const person of ['applicant', 'operator']) expect(await actions({ person })).not.toContain('colleague_opened')
})
