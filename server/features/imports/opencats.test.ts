import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fixture } from '../../../test/factories.ts'
import { importClient, zipOf } from '../../../test/imports/import-kit.ts'
import { OPENCATS_HEADERS, opencatsExport } from '../../../test/imports/opencats-export.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'

const ROWS = 500

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

test('an export of OpenCATS with 500 awkward names becomes 500 applications, each with its own file', async () => {
  const headers = await app.signIn()
  const client = importClient((path, init) => app.request(path, { ...init, headers: { ...headers, ...init.headers } }))
  const pdf = fixture('resume.pdf')
  const own = (index: number) => Buffer.concat([pdf, Buffer.from(`\n%${index}\n%%EOF\n`)])
  const files = Object.fromEntries(
    Array.from({ length: ROWS }, (_, index) => [`attachments/site_1/${index}/c.${index}@example.com.pdf`, own(index)]),
  )
  const prepared = await client.prepare(opencatsExport(ROWS), await zipOf(files), { size: 1_000_000 })
  expect(prepared).toMatchObject({
    ...{ preset: 'opencats', headers: OPENCATS_HEADERS },
    options: { columns: [null, 'lastName', 'firstName', 'phone', 'phone', 'email', 'feedback'] },
    plan: { creates: ROWS, duplicates: 0, fails: 0, withFile: ROWS, unusedFiles: 0 },
  })
  await client.start(prepared.id)
  const done = await client.until(prepared.id, 'done')
  expect(done.counts).toMatchObject({ created: ROWS, files: ROWS, failed: 0, skipped: 0 })

  const rows = await app.db
    .selectFrom('applications')
    .select(['id', 'name', 'email', 'phone', 'feedback'])
    .orderBy('id')
    .execute()
  expect(rows).toHaveLength(ROWS)
  expect(rows.slice(0, 12).map(({ name }) => name)).toMatchObject([
    'Zoë 0 Müller-Lüdenscheidt',
    "D'Arcy 1 O'Neill, Jr.",
    'José María 2 Núñez y Núñez',
    'محمد 3 العربي',
    '李 4 小龙',
    'Ωmega 5 "The Pipe" Smith',
    '=HYPERLINK("x") 6 @SUM(1)',
    "Robert'); drop table jobs;-- 7 Tables",
    'Å 8 Ø',
    expect.stringContaining('Wolfeschlegelsteinhausenbergerdorff'),
    '🦊 10 Fox',
    expect.stringContaining('Nguyễn'),
  ])
  expect(rows[3]).toMatchObject({ phone: '(432) 555-1003', feedback: 'PLC, "SCADA"\nModbus; RTU' })
  for (const index of [0, 250, ROWS - 1]) {
    const row = rows[index]
    const resume = app.db
      .selectFrom('resumes')
      .select('sha256')
      .where('application_id', '=', row?.id ?? 0)
    const sha256 = createHash('sha256').update(own(index)).digest('hex')
    expect(await resume.executeTakeFirst()).toEqual({ sha256 })
    expect((await readFile(await app.resumePath(row?.id ?? 0))).equals(own(index))).toBe(true)
  }
}, 120_000)
