import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertApplicants } from '../../../../test/factories.ts'
import { insertResumeText } from '../../../../test/resume-files/stored-texts.ts'
import { startTestApp, type TestApp } from '../../../../test/test-app.ts'
import { engineOf } from '../../../platform/database/engine.ts'
import { rebuildIndex } from '../stored/application-search-queries.ts'
import { searchApplications } from './search-applications.ts'
import { findTerms } from './search-terms.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const count = async (text: string) => {
  const search = { text, terms: await findTerms(app.db, text), sort: 'date', limit: 5, filter: {} } as const
  return (await searchApplications(app.db, { ...search, terms: [...search.terms] })).total
}

test('an index with wrong entries is whole again after it was rebuilt, with the words of resumes', async () => {
  await insertApplicants(
    app.db,
    Array.from({ length: 230 }, (_, index) => ({ name: `Ana ${index}` })),
  )
  await insertResumeText(app.db, 7, 'Tachymeter')
  const words = engineOf(app.db) === 'sqlite' ? sql`'stray'` : sql`array_to_tsvector(array['stray'])`
  await sql`update applications set name = 'Bert' where id = 8`.execute(app.db)
  if (engineOf(app.db) === 'sqlite') {
    await sql`insert into application_search (rowid, words) values (9, ${words})`.execute(app.db)
  } else await sql`update application_search set words = ${words} where rowid = 9`.execute(app.db)
  const signal = new AbortController().signal
  expect(await app.db.transaction().execute((trx) => rebuildIndex(trx, signal))).toBe(230)
  expect(await Promise.all(['ana', 'bert', 'tachymeter', 'stray'].map(count))).toEqual([230, 1, 1, 0])
})

test('a rebuild that is interrupted leaves the index as it was', async () => {
  const rebuilding = app.db
    .transaction()
    .execute((trx) => rebuildIndex(trx, AbortSignal.abort(new Error('Interrupted'))))
  await expect(rebuilding).rejects.toThrow('Interrupted')
  expect(await count('tachymeter')).toBe(1)
})
