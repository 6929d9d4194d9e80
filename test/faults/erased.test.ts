import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeBackup } from '../../server/commands/backup/make-backup.ts'
import { findResumeText } from '../../server/features/resumes/resume-text-queries.ts'
import { APPLICANT, apply, form } from '../factories.ts'
import { insertPrivateLink, sendResume } from '../private-link.ts'
import { textPdf } from '../resume-files/pdf-files.ts'
import { startTestApp, type TestApp } from '../test-app.ts'

/** Words as typed, in small letters as the search index stores them, and of the resume. */
const MARKS = [
  'Quartermaine',
  'quartermaine',
  'zebulon@',
  '555 0199',
  'kept bees',
  'not our man',
  'ꙗꙩ',
  'zebulon',
  'ocarinas',
  'accordions',
  'second.pdf',
]
const FIELDS = {
  ...APPLICANT,
  name: 'Zebulon Quartermaine ꙮꙗꙩ',
  email: 'zebulon@quartermaine.example',
  phone: '+1 432 555 0199',
  note: 'I have kept bees. '.repeat(100),
}

let app: TestApp
let headers: { authorization: string }
let id: number
beforeEach(async () => {
  app = await startTestApp()
  headers = await app.signIn()
  const content = Buffer.concat([await textPdf('I repair ocarinas'), Buffer.from('\n% Quartermaine kept bees\n')])
  const response = await app.request('/api/submit-application', {
    method: 'POST',
    body: form(FIELDS, { name: 'quartermaine.pdf', content }),
  })
  expect(response.status).toBe(201)
  id = ((await response.json()) as { id: number }).id
  await vi.waitUntil(() => findResumeText(app.db, id), { timeout: 30_000, interval: 50 })
  const token = await insertPrivateLink(app.db, id)
  const second = { name: 'second.pdf', content: await textPdf('I tune accordions') }
  expect((await sendResume(app, token, second)).status).toBe(204)
  await vi.waitUntil(() => findResumeText(app.db, id), { timeout: 30_000, interval: 50 })
  await change(`/api/applications/${id}`, { feedback: 'This is not our man.' })
  await change(`/api/admin/applications/${id}`, { archived: true })
})
afterEach(() => app.stop())

async function change(path: string, body: object): Promise<void> {
  const json = { ...headers, 'content-type': 'application/json' }
  const response = await app.request(path, { method: 'PATCH', headers: json, body: JSON.stringify(body) })
  expect(response.status).toBe(200)
}

const remove = () => app.request(`/api/admin/applications/${id}`, { method: 'DELETE', headers })

/** Every file of the data folder that holds something of the applicant, byte for byte. */
async function remains(): Promise<string[]> {
  const entries = await readdir(app.dataDir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const found: string[] = []
  for (const file of files) {
    const content = await readFile(file).catch(() => Buffer.alloc(0))
    const marks = MARKS.filter((mark) => content.includes(mark))
    if (marks.length > 0) found.push(`${relative(app.dataDir, file)}: ${marks.join()}`)
  }
  return found
}

/** The index stores words in pieces, which no search of the bytes finds. */
function indexedWords(): unknown[] {
  const reader = new SqliteDatabase(join(app.dataDir, 'wellhead.sqlite'))
  reader.exec('create virtual table temp.vocabulary using fts5vocab(main, application_search, row)')
  const words = reader.prepare('select term from temp.vocabulary').pluck().all()
  reader.close()
  return words
}

test('a deleted applicant is in no byte of the data folder a moment later, nor in a backup', async () => {
  expect((await remains()).join('\n')).toMatch(new RegExp(`wellhead.sqlite.*: ${MARKS.join()}`))
  expect((await remove()).status).toBe(204)
  await vi.waitFor(async () => expect(await remains()).toEqual([]), { timeout: 5_000, interval: 50 })
  expect(indexedWords()).toEqual([])

  const folder = await mkdtemp(join(tmpdir(), 'wellhead-erased-'))
  const file = join(folder, 'backup.tar')
  await makeBackup(app.dataDir, file, { signal: new AbortController().signal })
  const backup = await readFile(file)
  await rm(folder, { recursive: true })
  expect(MARKS.filter((mark) => backup.includes(mark))).toEqual([])
})

test('a reader of the database holds neither the deletion up nor forms, and once it ends the log is cut', async () => {
  const reader = new SqliteDatabase(join(app.dataDir, 'wellhead.sqlite'), { readonly: true })
  reader.exec('begin')
  reader.prepare('select count(*) from applications').get()
  const begun = performance.now()
  expect((await remove()).status).toBe(204)
  for (let count = 0; count < 5; count += 1) await apply(app)
  // One wait for the reader would be five seconds.
  expect(performance.now() - begun).toBeLessThan(4_500)
  expect(await remains()).not.toEqual([])

  reader.exec('commit')
  reader.close()
  await vi.waitFor(async () => expect(await remains()).toEqual([]), { timeout: 10_000, interval: 50 })
})
