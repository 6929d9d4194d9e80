import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Person } from '../../contract/personal-data/person-erasure.ts'
import { ADMIN_API } from '../../contract/wire/admin-paths.ts'
import { API, pathTo } from '../../contract/wire/paths.ts'
import { makeBackup } from '../../server/commands/backup/make-backup.ts'
import { insertAccount } from '../../server/features/accounts/account-queries.ts'
import { createSession } from '../../server/features/accounts/session-queries.ts'
import { openDatabase } from '../../server/platform/database/sqlite/open-database.ts'
import type { Db } from '../../server/platform/database/tables.ts'
import { adminClient } from '../admin-client.ts'
import { fixture, form } from '../factories.ts'
import { startFakeGoogle } from '../google-drive/fake-google.ts'
import { insertPrivateLink, sendResume } from '../private-link.ts'
import { textPdf } from '../resume-files/pdf-files.ts'
import { runServer } from '../run-server.ts'
import { startS3Server } from '../s3/s3-server.ts'

/** Of whom one is erased: few in every run of the tests, `PEOPLE=1000` where there are four minutes. */
const PEOPLE = Number(process.env.PEOPLE ?? 60)
/** Applications that arrive at once. */
const AT_ONCE = 8
const PATIENT = { timeout: 300_000, interval: 200 }

const ERASED = {
  name: 'Zebulon Quartermaine ꙮꙗꙩ',
  email: 'zebulon@quartermaine.example',
  phone: '+1 432 555 0199',
  note: 'I have kept bees. '.repeat(50),
}
const RESUMES = await Promise.all(['I repair ocarinas', 'I tune accordions', 'I play in Room Nine'].map(resumeOf))
const sumsOf = (content: Buffer) =>
  (['hex', 'base64', 'base64url'] as const).flatMap((encoding) => createHash('sha256').update(content).digest(encoding))

/** As typed, as the search index stores it, as it stands in addresses, and the checksums of the files. */
const MARKS = [
  ...['Quartermaine', 'quartermaine', 'QUARTERMAINE', 'zebulon', 'ꙗꙩ', '%EA%99%AE'],
  ...['555 0199', '4325550199', 'kept bees', 'ocarinas', 'accordions', 'Cellar door', 'not our man', 'Room Nine'],
  ...RESUMES.flatMap(sumsOf),
]

/** A resume whose bytes have the name too: its own text is compressed. */
async function resumeOf(text: string): Promise<Buffer> {
  return Buffer.concat([await textPdf(text), Buffer.from(`\n% Zebulon Quartermaine, ocarinas\n`)])
}

const marksIn = (content: Buffer | string) => MARKS.filter((mark) => content.includes(mark))

test(`after one of ${PEOPLE} people is erased, no byte of the data folder, the stores, the logs and the next backup has name, address, phone, words or checksum`, {
  timeout: 900_000,
}, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'wellhead-erased-person-'))
  const [google, s3] = await Promise.all([startFakeGoogle(), startS3Server()])
  const bucket = await s3.newBucket()
  await s3.keepVersions(bucket)
  const server = await runServer({
    ...{ DATA_DIR: dataDir, SUBMISSIONS_PER_HOUR: '0', LOG_LEVEL: 'trace' },
    ...google.environment(),
    ...s3.environment(bucket),
  })
  onTestFinished(async () => {
    await server.end('SIGKILL')
    await Promise.all([google.stop(), s3.stop(), rm(dataDir, { recursive: true, force: true })])
  })
  const db = await openDatabase(dataDir)
  onTestFinished(() => db.destroy())
  const admin = await signInOwner(db, server.url)

  const others = Array.from({ length: PEOPLE - 1 }, (_, number) => number)
  await Promise.all(Array.from({ length: AT_ONCE }, () => sendAll(server.url, others)))
  const id = await submit(server.url, ERASED, 'quartermaine.pdf', RESUMES[0])
  const again = await submit(server.url, { ...ERASED, email: ERASED.email.toUpperCase() }, 'again.pdf', RESUMES[1])
  await leaveTraces(db, { url: server.url, admin, id })
  const files = PEOPLE + 2
  await vi.waitFor(async () => {
    expect(await countOf(db, 'resume_texts')).toBe(PEOPLE + 1)
    expect(await countStored(db)).toBe(files * 3)
  }, PATIENT)

  const everywhere = async () => {
    const drive = google.files().map((file) => `${JSON.stringify(file)}${file.content}`)
    const found = [
      ...marksIn(drive.join('\n')).map((mark) => `Drive: ${mark}`),
      ...(await searchFolder(s3.folder, 'S3')),
    ]
    return [...found, ...(await searchFolder(dataDir, 'data folder'))]
  }
  const before = (await everywhere()).join('\n')
  const typed = MARKS.filter((mark) => !mark.startsWith('%') && mark !== 'QUARTERMAINE' && mark.length !== 43)
  // The checksum stands in hexadecimal.
  for (const mark of typed.filter((each) => !/=$/.test(each))) expect(before).toContain(mark)
  for (const store of ['Drive: ocarinas', 'S3: ', 'data folder: ']) expect(before).toContain(store)

  const { body: person } = await admin.request<Person>('GET', pathTo(ADMIN_API.personOfApplication, id))
  expect(person.applications.map((one) => one.id)).toEqual([again, id])
  const applicationIds = [again, id]
  expect((await admin.send('POST', pathTo(ADMIN_API.erasePerson, id), { applicationIds })).status).toBe(204)
  await vi.waitFor(async () => {
    expect(await countOf(db, 'applications')).toBe(PEOPLE - 1)
    expect((await db.selectFrom('outbox_tasks').select('kind').execute()).map(({ kind }) => kind)).toEqual([
      'check-resumes',
    ])
  }, PATIENT)
  await vi.waitFor(async () => expect(await everywhere()).toEqual([]), { timeout: 60_000, interval: 500 })
  expect(indexedWords(dataDir).length).toBeGreaterThan(100)
  expect(indexedWords(dataDir).filter((word) => /quartermaine|zebulon|ocarinas|accordions/.test(word))).toEqual([])
  expect(marksIn(server.written())).toEqual([])
  expect(server.written()).toContain('erase-person')

  const backup = join(dataDir, '..', `${relative(join(dataDir, '..'), dataDir)}.tar`)
  await makeBackup(dataDir, backup, { signal: new AbortController().signal })
  onTestFinished(() => rm(backup))
  expect(marksIn(await readFile(backup))).toEqual([])
  // The others are whole.
  expect(google.files()).toHaveLength(PEOPLE - 1)
  expect(await s3.keysIn(bucket)).toHaveLength(PEOPLE - 1)
})

async function signInOwner(db: Db, url: string) {
  const now = new Date()
  const account = { username: 'admin', password_hash: '', created_at: now.toISOString() }
  const { token } = await createSession(db, await insertAccount(db, account), now)
  const request = (path: string, init?: RequestInit) => fetch(url + path, init)
  return adminClient({ request }, { authorization: `Bearer ${token}` })
}

async function submit(url: string, fields: Record<string, string>, name: string, content: Buffer | undefined) {
  if (!content) throw new Error('no resume')
  const body = form(fields, { name, content: Buffer.from(content) })
  const response = await fetch(url + API.submitApplication, { method: 'POST', body })
  expect(response.status).toBe(201)
  return ((await response.json()) as { id: number }).id
}

async function sendAll(url: string, numbers: number[]): Promise<void> {
  for (let number = numbers.pop(); number !== undefined; number = numbers.pop()) {
    const fields = { name: `Applicant ${number}`, email: `applicant-${number}@example.com`, phone: '+1 432 555 0100' }
    const content = Buffer.concat([fixture('resume.pdf'), Buffer.from(`\n% ${number}\n`)])
    await submit(url, fields, `resume-${number}.pdf`, content)
  }
}

/** What colleagues and the applicant do: searches, feedback, a comment, an interview, a note, another resume, job alerts. */
async function leaveTraces(
  db: Db,
  { url, admin, id }: { url: string; admin: ReturnType<typeof adminClient>; id: number },
): Promise<void> {
  for (const words of ['Quartermaine', ERASED.email, '555 0199']) {
    const query = encodeURIComponent(words)
    expect((await admin.send('GET', `${ADMIN_API.applications}?q=${query}`)).status).toBe(200)
    expect((await admin.send('GET', `${ADMIN_API.search}?q=${query}`)).status).toBe(200)
  }
  await admin.send('PATCH', pathTo(ADMIN_API.application, id), { feedback: 'This is not our man. Cellar door.' })
  await admin.send('POST', pathTo(ADMIN_API.comments, id), { text: 'Quartermaine? Cellar door.', mentions: [] })
  await admin.send('GET', pathTo(ADMIN_API.resume, id))
  const interview = {
    ...{ date: '2099-03-10', time: '15:00', minutes: 45, timeZone: 'America/Chicago', kind: 'on_site' },
    ...{ place: 'Room Nine', interviewers: [], invites: false },
  }
  await admin.send('POST', pathTo(ADMIN_API.applicationInterviews, id), interview)
  const token = await insertPrivateLink(db, id)
  const request = (path: string, init?: RequestInit) => fetch(url + path, init)
  const second = { name: 'quartermaine-2.pdf', content: Buffer.from(RESUMES[2] ?? '') }
  expect((await sendResume({ request }, token, second)).status).toBe(204)
  const at = new Date().toISOString()
  const alert = {
    email: ERASED.email,
    request_id: 'r',
    remote: 0 as const,
    created_at: at,
    ends_at: '2099-01-01T00:00:00Z',
  }
  await db
    .insertInto('job_alerts')
    .values({ ...alert, seen_until: at, confirmed_at: at })
    .execute()
}

async function countOf(db: Db, table: 'applications' | 'resume_texts'): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function countStored(db: Db): Promise<number> {
  return (await db.selectFrom('resume_replicas').select('key').where('state', '=', 'stored').execute()).length
}

/** Every file of a folder that has something of the person, byte for byte. */
async function searchFolder(folder: string, what: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const file of entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))) {
    const marks = marksIn(await readFile(file).catch(() => Buffer.alloc(0)))
    if (marks.length > 0) found.push(`${what}: ${relative(folder, file)}: ${marks.join()}`)
  }
  return found
}

/** The index stores words in pieces, which no search of the bytes finds. */
function indexedWords(dataDir: string): string[] {
  const reader = new SqliteDatabase(join(dataDir, 'wellhead.sqlite'))
  reader.exec('create virtual table temp.vocabulary using fts5vocab(main, application_search, row)')
  const words = reader.prepare('select term from temp.vocabulary').pluck().all() as string[]
  reader.close()
  return words
}
