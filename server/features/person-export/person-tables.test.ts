import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'
import { NOTHING_PERSONAL, OF_APPLICANT, OF_COLLEAGUES } from './person-tables.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

/** Every table whose rows go with an application, or with a row of such a table. */
async function tablesOfApplications(): Promise<Set<string>> {
  const references = await sql<{ name: string; parent: string }>`
    select tables.name, keys."table" as parent
    from sqlite_master as tables join pragma_foreign_key_list(tables.name) as keys
    where tables.type = 'table'`.execute(app.db)
  const found = new Set(['applications'])
  for (let before = 0; before < found.size; ) {
    before = found.size
    for (const { name, parent } of references.rows) if (found.has(parent)) found.add(name)
  }
  return found
}

test('every table of an application is given to its person, or says that it has nothing for anyone', async () => {
  const named = new Set<string>([...[...OF_APPLICANT, ...OF_COLLEAGUES].map(({ table }) => table), ...NOTHING_PERSONAL])
  expect([...(await tablesOfApplications())].filter((table) => !named.has(table))).toEqual([])
})

test('every column of these tables is given or withheld, and none is both', async () => {
  for (const [table, entries] of Map.groupBy([...OF_APPLICANT, ...OF_COLLEAGUES], (entry) => entry.table)) {
    const stored = await sql<{ name: string }>`select name from pragma_table_info(${table})`.execute(app.db)
    const given = new Set(entries.flatMap((entry) => entry.given))
    const withheld = entries.flatMap((entry) => entry.withheld ?? [])
    expect([...given, ...withheld].toSorted(), table).toEqual(stored.rows.map(({ name }) => name).toSorted())
    for (const entry of entries) expect(entry.given, table).toEqual(expect.arrayContaining([...(entry.json ?? [])]))
  }
})

test('applicants are given nothing of what colleagues were asked and wrote', () => {
  const given = OF_APPLICANT.flatMap(({ table, given: columns }) => columns.map((column) => `${table}.${column}`))
  for (const column of ['applications.feedback', 'applications.answered_by', 'interviews.scorecards_asked_for'])
    expect(given).not.toContain(column)
})
