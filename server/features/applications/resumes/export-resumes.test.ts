import { createHash, randomUUID } from 'node:crypto'
import { link, rm, writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { basename, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import type { Question } from '../../../../contract/jobs/question.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import type { ErrorBody } from '../../../../contract/wire/error.ts'
import { API, pathTo } from '../../../../contract/wire/paths.ts'
import { type AdminClient, adminClient } from '../../../../test/admin-client.ts'
import { applicationForm, apply, createJob, fixture, insertApplicant } from '../../../../test/factories.ts'
import { openFiles } from '../../../../test/open-files.ts'
import { EVERY_KIND, readAsked } from '../../../../test/questions.ts'
import { textsAreRead } from '../../../../test/resume-files/stored-texts.ts'
import { startTestApp, type TestApp } from '../../../../test/test-app.ts'
import { insertResume } from '../../resumes/resume-queries.ts'

let app: TestApp
let admin: AdminClient
let headers: { authorization: string }
beforeAll(async () => {
  app = await startTestApp()
  headers = await app.signIn()
  admin = adminClient(app, headers)
})
afterAll(() => app.stop())

const NEVER_GIVEN = 2_147_483_647
const named = (ids: number[]) => ({ applications: ids.map((id) => ({ id })) })

/** The files of the archive that a request for the resumes gets, by name. */
async function unpack(...ids: number[]): Promise<Record<string, Buffer>> {
  const response = await admin.send('POST', ADMIN_API.downloadResumes, named(ids))
  expect(response.status).toBe(200)
  const zip = await fromBufferPromise(Buffer.from(await response.arrayBuffer()), { strictFileNames: true })
  const files: Record<string, Buffer> = {}
  for await (const entry of zip.eachEntry()) {
    files[entry.fileName] = await buffer(await zip.openReadStreamPromise(entry))
  }
  return files
}
/** Applies without a note, so that the archive has the resume alone. */
async function applyBriefly(name?: string, resume?: string): Promise<number> {
  const body = applicationForm({ note: undefined, ...(name !== undefined && { name }) }, resume)
  const response = await app.request(API.submitApplication, { method: 'POST', body })
  return ((await response.json()) as { id: number }).id
}
const reference = (id: number) => `APP-${String(id).padStart(4, '0')}`
const countDownloads = async () => {
  const rows = await app.db.selectFrom('audit_trail').select('event').execute()
  return rows.filter(({ event }) => event.includes('resume_downloaded')).length
}

test('what the applicant wrote into the form comes beside the resume, with the answers', async () => {
  const jobId = await createJob(app, { questions: [EVERY_KIND[4], EVERY_KIND[1]] as Question[] })
  const [asked] = await readAsked(app, jobId)
  const id = await apply(app, {
    jobId: String(jobId),
    note: 'I can start in May.\nOr earlier.',
    linkedinUrl: 'https://www.linkedin.com/in/ana',
    portfolioUrl: 'https://ana.example.com',
    [`answer-${asked?.id}-1`]: 'MQTT',
    [`answer-${asked?.id}-3`]: 'OPC UA',
  })
  const files = await unpack(id)
  expect(Object.keys(files)).toEqual([`${reference(id)} details Ana Núñez.txt`, `${reference(id)} Ana Núñez.pdf`])
  expect(files[`${reference(id)} details Ana Núñez.txt`]?.toString().split('\r\n\r\n')).toEqual([
    'Name\r\nAna Núñez',
    'Email\r\nana@example.com',
    'Phone\r\n+1 432 555 0142',
    'Note\r\nI can start in May.\r\nOr earlier.',
    'LinkedIn\r\nhttps://www.linkedin.com/in/ana',
    'Portfolio\r\nhttps://ana.example.com',
    'Which protocols have you used?\r\nMQTT\r\nOPC UA',
    'Tell us about a well pad that you commissioned.\r\nNo answer\r\n',
  ])
})

test('real resumes come as they were sent, each under reference and name of its applicant', async () => {
  const [pdf, docx, doc] = [
    await applyBriefly(),
    await applyBriefly('Ben Second', 'resume.docx'),
    await applyBriefly('Cleo Third', 'resume.doc'),
  ]
  const response = await admin.send('POST', ADMIN_API.downloadResumes, named([pdf]))
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': expect.stringMatching(/^attachment; filename="Resumes \d{4}-\d\d-\d\d\.zip"$/),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  await response.arrayBuffer()
  expect(await unpack(docx, pdf, doc)).toEqual({
    [`${reference(docx)} Ben Second.docx`]: fixture('resume.docx'),
    [`${reference(pdf)} Ana Núñez.pdf`]: fixture('resume.pdf'),
    [`${reference(doc)} Cleo Third.doc`]: fixture('resume.doc'),
  })
})

test.each([
  ['../../etc/passwd', '.. .. etc passwd'],
  ['C:\\Windows\\system32', 'C Windows system32'],
  ['Ana "The Pump" O\'Hara', "Ana The Pump O'Hara"],
  ['Zoë 🦊 李', 'Zoë 🦊 李'],
  ['What? <b>*|', 'What b'],
  ['Trailing. ', 'Trailing.'],
])('the file of %s has a name that is safe on every system', async (name, safe) => {
  const id = await applyBriefly(name)
  expect(Object.keys(await unpack(id))).toEqual([`${reference(id)} ${safe}.pdf`])
})

test('a long name is cut, and equal names do not replace each other', async () => {
  const name = '李'.repeat(200)
  const ids = [await applyBriefly(name), await applyBriefly(name)]
  const names = Object.keys(await unpack(...ids))
  expect(names).toHaveLength(2)
  for (const fileName of names) {
    expect(Buffer.byteLength(fileName)).toBeLessThanOrEqual(255)
    expect(fileName).toMatch(/^APP-\d{4} 李+\.pdf$/)
  }
})

test('what cannot be included is named in the archive with the reason, and everything else is in it', async () => {
  const [whole, lost, infected, unreachable] = [
    await applyBriefly(),
    await applyBriefly(),
    await applyBriefly(),
    await applyBriefly(),
  ]
  const without = await insertApplicant(app.db, { note: null })
  await rm(await app.resumePath(lost))
  await app.db.updateTable('resumes').set({ scan: 'infected' }).where('application_id', '=', infected).execute()
  await app.db
    .updateTable('resume_replicas')
    .set({ store: 's3' })
    .where('key', '=', basename(await app.resumePath(unreachable)))
    .execute()
  const files = await unpack(lost, infected, whole, without, unreachable, NEVER_GIVEN)
  expect(Object.keys(files)).toEqual([`${reference(whole)} Ana Núñez.pdf`, 'NOT INCLUDED.txt'])
  expect(files['NOT INCLUDED.txt']?.toString().split('\r\n')).toEqual([
    `${reference(lost)} Ana Núñez: Resume file not found on server`,
    `${reference(infected)} Ana Núñez: A virus was found in this resume, so it cannot be downloaded.`,
    `${reference(without)} Ana Núñez: Resume file not found on server`,
    `${reference(unreachable)} Ana Núñez: The storage with this resume cannot be reached right now. Please try again.`,
    `${reference(NEVER_GIVEN)}: This application no longer exists.`,
    '',
  ])
})

test('every resume in the archive is recorded as a download, and none that was left out', async () => {
  const [whole, lost] = [await applyBriefly(), await applyBriefly()]
  await rm(await app.resumePath(lost))
  await unpack(whole, lost)
  type Entry = { by: string; event: { action: string } }
  // What became of the receipt is recorded meanwhile.
  const newest = async (id: number) =>
    (await admin.request<Entry[]>('GET', pathTo(ADMIN_API.applicationHistory, id))).body.find(
      ({ event }) => event.action !== 'message',
    )
  expect(await newest(whole)).toMatchObject({ by: 'admin', event: { action: 'resume_downloaded' } })
  expect(await newest(lost)).toMatchObject({ event: { action: 'received' } })
})

/** Applications with a PDF of 2 MB, 30 of them. */
async function insertWithLargeFiles(): Promise<number[]> {
  const content = Buffer.alloc(2 * 1024 * 1024, ' ')
  const sha256 = createHash('sha256').update(content).digest('hex')
  const file = join(app.dataDir, 'large')
  await writeFile(file, content)
  const ids: number[] = []
  for (let count = 0; count < 30; count++) {
    const id = await insertApplicant(app.db, { note: null })
    const key = randomUUID()
    await link(file, join(app.dataDir, 'resumes', key))
    const resume = { original_name: 'cv.pdf', kind: 'pdf', size: content.length, sha256, scan: null } as const
    await insertResume(app.db, { application_id: id, store: 'local', key, now: new Date(), ...resume })
    ids.push(id)
  }
  return ids
}

/** Requests the resumes without reading the response any further than its headers. */
function requestWithoutReading(ids: number[]): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request(`${app.url}${ADMIN_API.downloadResumes}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
    })
    sent
      .once('response', resolve)
      .once('error', reject)
      .end(JSON.stringify(named(ids)))
  })
}

/** Meanwhile a download that does not wait for its reader would open as many of its files. */
async function readWhole(ids: number[]): Promise<void> {
  await finished((await requestWithoutReading(ids)).resume())
}

test('while the reader waits no further file is opened, and when it leaves none stays open', async () => {
  await textsAreRead(app.db)
  const ids = await insertWithLargeFiles()
  const before = await countDownloads()
  const response = await requestWithoutReading(ids)
  const opened = async () => (await countDownloads()) - before
  await vi.waitFor(async () => expect(await opened()).toBeGreaterThan(0))
  await readWhole(ids)
  // The buffers of both sockets take some megabytes.
  expect((await opened()) - ids.length).toBeLessThan(12)
  const resumesOpen = async () =>
    (await openFiles()).filter((path) => path.startsWith(app.dataDir) && path.includes('/resumes/'))
  await vi.waitFor(async () => expect(await resumesOpen()).toHaveLength(1))
  response.destroy()
  await vi.waitFor(async () => expect(await resumesOpen()).toEqual([]))
  await readWhole(ids)
  expect((await opened()) - 2 * ids.length).toBeLessThan(13)
})

test.each([
  ['no application', []],
  ['an application twice', [{ id: 1 }, { id: 1 }]],
  ['a path', [{ id: '../1' }]],
  ['501 applications', Array.from({ length: 501 }, (_, index) => ({ id: index + 1 }))],
])('a download that names %s is refused', async (_what, applications) => {
  const { status, body } = await admin.request<ErrorBody>('POST', ADMIN_API.downloadResumes, { applications })
  expect([status, body.code]).toEqual([400, 'invalid_request'])
})
