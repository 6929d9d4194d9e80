import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ADMIN_API } from '../../contract/wire/admin-paths.ts'
import { pathTo } from '../../contract/wire/paths.ts'
import { APPLICANT, fixture, form } from '../factories.ts'
import { runServer, type ServerProcess } from '../run-server.ts'

/** A document of so many bytes and some, none like another. */
function documentOf(bytes: number): Buffer<ArrayBuffer> {
  const filling = Buffer.from(`\n%${randomBytes(bytes / 2).toString('hex')}\n`)
  return Buffer.concat([fixture('resume.pdf'), filling, fixture('resume.pdf')])
}

/** More than the buffers between a server and a reader who waits hold. */
const LARGE = documentOf(9_000_000)

let dataDir: string
let server: ServerProcess
let headers: { authorization: string }
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'wellhead-download-'))
  server = await runServer({ DATA_DIR: dataDir, SUBMISSIONS_PER_HOUR: '0' })
  const credentials = await (await fetch(`${server.url}/api/auth/setup-admin`, { method: 'POST' })).text()
  const json = { 'content-type': 'application/json' }
  const response = await fetch(`${server.url}/api/auth/login`, { method: 'POST', headers: json, body: credentials })
  headers = { authorization: `Bearer ${((await response.json()) as { token: string }).token}` }
})
afterAll(async () => {
  await server.end('SIGKILL')
  await rm(dataDir, { recursive: true })
})

async function apply(content: Buffer<ArrayBuffer>): Promise<number> {
  const body = form(APPLICANT, { name: 'resume.pdf', content })
  const response = await fetch(`${server.url}/api/submit-application`, { method: 'POST', body })
  expect(response.status).toBe(201)
  return ((await response.json()) as { id: number }).id
}

const remove = (id: number) => fetch(`${server.url}/api/admin/applications/${id}`, { method: 'DELETE', headers })

async function beginDownload(id: number): Promise<IncomingMessage> {
  const request = get(`${server.url}/api/applications/${id}/resume`, { headers, agent: false })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return response.on('error', () => undefined)
}

/** Waits until the server has read the text of a resume, for which it opens the file. */
async function textIsRead(id: number): Promise<void> {
  const read = async () => (await fetch(server.url + pathTo(ADMIN_API.resumeText, id), { headers })).json()
  await vi.waitFor(async () => expect(await read()).not.toMatchObject({ state: 'pending' }), { timeout: 30_000 })
}

/** Files that the server has open in its folder of resumes. */
async function openResumes(): Promise<number> {
  const handles = await readdir(`/proc/${server.process.pid}/fd`)
  const links = await Promise.all(handles.map((fd) => readlink(`/proc/${server.process.pid}/fd/${fd}`).catch(() => '')))
  return links.filter((path) => path.includes(join(dataDir, 'resumes'))).length
}

const isLinux = process.platform === 'linux'

test('a download in progress is complete although its application is deleted meanwhile', async () => {
  const id = await apply(LARGE)
  const download = await beginDownload(id)
  expect(download.statusCode).toBe(200)
  expect((await remove(id)).status).toBe(204)
  await vi.waitFor(async () => expect(await readdir(join(dataDir, 'resumes'))).toEqual([]))
  expect((await buffer(download)).equals(LARGE)).toBe(true)
  expect((await beginDownload(id)).statusCode).toBe(404)
})

test('downloads that race with the deletion are complete, 404, or visibly cut', async () => {
  const content = documentOf(200_000)
  const seen: string[] = []
  for (let round = 0; round < 12; round += 1) {
    const id = await apply(content)
    const downloads = Array.from({ length: 8 }, async () => {
      const response = await fetch(`${server.url}/api/applications/${id}/resume`, { headers })
      if (response.status !== 200) return String(response.status)
      const got = await response.arrayBuffer().catch(() => undefined)
      return got === undefined ? 'cut' : Buffer.from(got).equals(content) ? 'complete' : 'wrong'
    })
    const deletion = remove(id)
    seen.push(...(await Promise.all(downloads)))
    expect((await deletion).status).toBe(204)
  }
  expect(seen.filter((outcome) => !['complete', '404', 'cut'].includes(outcome))).toEqual([])
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
})

test.skipIf(!isLinux)('a client that disconnects, or sends HEAD, leaves no file open', async () => {
  const id = await apply(LARGE)
  await textIsRead(id)
  const begun = await Promise.all(Array.from({ length: 10 }, () => beginDownload(id)))
  expect(await openResumes()).toBe(10)
  for (const download of begun) download.destroy()
  await fetch(`${server.url}/api/applications/${id}/resume`, { method: 'HEAD', headers })
  await vi.waitFor(async () => expect(await openResumes()).toBe(0), { timeout: 10_000 })
})
