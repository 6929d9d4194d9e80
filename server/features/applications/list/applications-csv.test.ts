import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AccountEvent } from '../../../../contract/accounts/account-event.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { type AdminClient, adminClient } from '../../../../test/admin-client.ts'
import { createJob, insertApplicant, insertApplicants } from '../../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../../test/test-app.ts'

/** More than are read at a time. */
const MANY = 1_203

let app: TestApp
let admin: AdminClient
let jobId: number
beforeAll(async () => {
  app = await startTestApp()
  admin = adminClient(app, await app.signIn())
  jobId = await createJob(app, { title: 'Flow, "multi-phase"' })
  await insertApplicant(app.db, {
    ...{ name: '=HYPERLINK("https://evil.example")', email: 'eve@example.com', phone: '+1 432 555 0100' },
    ...{ note: 'first line\nsecond, line', feedback: '@SUM(1)', job_id: jobId, source: 'indeed', status: 'interview' },
    created_at: '2026-03-02T08:00:00.000Z',
  })
  await insertApplicant(app.db, { name: 'Ana Núñez', archived: 1, created_at: '2026-03-01T08:00:00.000Z' })
  await insertApplicants(
    app.db,
    Array.from({ length: MANY }, (_, index) => ({
      name: `Many ${String(index).padStart(4, '0')}`,
      status: 'rejected' as const,
      created_at: `2026-02-01T00:00:00.${index % 7}00Z`,
    })),
  )
})
afterAll(() => app.stop())

/** The rows of the file, by the names of its columns. */
async function download(query: string): Promise<Record<string, string>[]> {
  const response = await admin.send('GET', `${ADMIN_API.applicationsFile}?${query}`)
  expect(response.status).toBe(200)
  const [names = [], ...rows] = cellsOf(await response.text())
  return rows.map((cells) => Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ''])))
}
/** Reads CSV (RFC 4180), line by line. */
function cellsOf(csv: string): string[][] {
  const lines: string[][] = [[]]
  for (const [, quoted, plain, end] of csv.matchAll(/\ufeff?(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end !== ',') lines.push([])
  }
  return lines.slice(0, -1)
}
const countExports = async () => {
  const rows = await app.db.selectFrom('audit_trail').select('event').where('subject', '=', 'account').execute()
  return rows.filter(({ event }) => (JSON.parse(event) as AccountEvent).action === 'applications_exported').length
}

test('the file has every column of an application, and runs nothing in a spreadsheet', async () => {
  const [row, ...others] = await download(`jobId=${jobId}`)
  expect(others).toEqual([])
  expect(row).toEqual({
    Reference: 'APP-0001',
    Name: '\'=HYPERLINK("https://evil.example")',
    Email: 'eve@example.com',
    Phone: "'+1 432 555 0100",
    Note: 'first line\nsecond, line',
    LinkedIn: '',
    Portfolio: '',
    Position: 'Flow, "multi-phase"',
    Status: 'Interview',
    Archived: 'no',
    'Received (UTC)': '2026-03-02T08:00:00.000Z',
    'Withdrawn (UTC)': '',
    'Interview (UTC)': '',
    Feedback: "'@SUM(1)",
    'Assigned to': '',
    Tags: '',
    Source: 'indeed',
    Resume: '',
  })
})

test('the file has the headers of a download, and leaves an entry in the audit trail; HEAD leaves none', async () => {
  const before = await countExports()
  const response = await admin.send('GET', `${ADMIN_API.applicationsFile}?archived=true`)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringMatching(/^attachment; filename="Applications \d{4}-\d\d-\d\d\.csv"$/),
    'cache-control': 'no-store',
  })
  expect(await response.text()).toContain('"APP-0002","Ana Núñez"')
  expect((await admin.send('HEAD', ADMIN_API.applicationsFile)).status).toBe(200)
  expect(await countExports()).toBe(before + 1)
})

test.each(['', '&q=many', '&sort=name', '&sort=interview'])(
  'a long list is complete, each row once (%j)',
  async (more) => {
    const rows = await download(`status=rejected${more}`)
    expect(rows.map(({ Name }) => Name).toSorted()).toEqual(
      Array.from({ length: MANY }, (_, index) => `Many ${String(index).padStart(4, '0')}`),
    )
  },
)

test('the rows are in the order of the list', async () => {
  const rows = await download('status=rejected&sort=-name')
  const names = rows.map(({ Name }) => Name)
  expect(names).toHaveLength(MANY)
  expect(names).toEqual(names.toSorted().toReversed())
})

test('a tag and the person who takes care of an application are in the file by their names', async () => {
  const id = await insertApplicant(app.db, { name: 'Tagged', assignee_id: 1, job_id: 999 })
  const made = await admin.send('POST', ADMIN_API.tags, { name: '-urgent', color: 'red' })
  const tag = (await made.json()) as { id: number }
  await app.db.insertInto('application_tags').values({ application_id: id, tag_id: tag.id }).execute()
  expect(await download(`tags=${tag.id}`)).toMatchObject([
    { Name: 'Tagged', Position: 'Unknown position', 'Assigned to': 'admin', Tags: "'-urgent" },
  ])
})

test('a parameter of a page is refused', async () => {
  expect((await admin.send('GET', `${ADMIN_API.applicationsFile}?limit=5`)).status).toBe(400)
})
