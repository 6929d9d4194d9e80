import { mkdir, mkdtemp, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { APPLICANT, applicationForm, fixture } from '../test/factories.ts'
import { runServer, type ServerProcess } from '../test/run-server.ts'
import { type InProcessServer, startInProcess } from '../test/start-in-process.ts'

/** Longer than a first sweep on a busy machine. */
const SOON = { timeout: 30_000 }

let dataDir: string
const running: ServerProcess[] = []
const runningHere: InProcessServer[] = []
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'wellhead-process-'))
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.end('SIGKILL')))
  await Promise.all(runningHere.splice(0).map((server) => server.stop()))
  await rm(dataDir, { recursive: true, force: true })
})

async function start(): Promise<ServerProcess> {
  const server = await runServer({ DATA_DIR: dataDir })
  running.push(server)
  return server
}

/** Starts the server within this process, where only its state matters. */
async function startHere(): Promise<InProcessServer> {
  const server = await startInProcess({ DATA_DIR: dataDir })
  runningHere.push(server)
  return server
}

async function adminHeaders(url: string): Promise<Record<string, string>> {
  const credentials = await (await fetch(`${url}/api/auth/setup-admin`, { method: 'POST' })).text()
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body: credentials })
  return { authorization: `Bearer ${((await response.json()) as { token: string }).token}` }
}

test('a process killed right after a 201 has the row and the file after a restart', async () => {
  const first = await start()
  const headers = await adminHeaders(first.url)
  const response = await fetch(`${first.url}/api/submit-application`, { method: 'POST', body: applicationForm() })
  expect(response.status).toBe(201)
  await first.end('SIGKILL')

  const second = await startHere()
  const { id } = (await response.json()) as { id: number }
  const list = await fetch(`${second.url}/api/applications`, { headers })
  expect(await list.json()).toMatchObject([{ id, ...APPLICANT }])
  const resume = await fetch(`${second.url}/api/applications/${id}/resume`, { headers })
  expect(Buffer.from(await resume.arrayBuffer()).equals(fixture('resume.pdf'))).toBe(true)
})

test('SIGTERM lets an upload under way finish and then ends with 0', async () => {
  const server = await start()
  const body = Buffer.from(await new Response(applicationForm()).arrayBuffer())
  const boundary = body.subarray(2, body.indexOf('\r\n')).toString()

  const { promise: status, resolve, reject } = Promise.withResolvers<number | undefined>()
  const upload = request(`${server.url}/api/submit-application`, {
    method: 'POST',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'content-length': body.length },
  })
  upload.on('response', (response) => resolve(response.statusCode)).on('error', reject)
  upload.write(body.subarray(0, -100))
  // Not any file: the program tries the folder out when it starts.
  const temporary = join(dataDir, 'tmp')
  await vi.waitFor(async () => {
    const files = (await readdir(temporary)).map((file) => readFile(join(temporary, file), 'latin1'))
    expect((await Promise.all(files)).filter((content) => content.startsWith('%PDF'))).toHaveLength(1)
  }, SOON)

  const ended = server.end('SIGTERM')
  await vi.waitFor(() => expect(fetch(server.url)).rejects.toThrow('fetch failed'), SOON)
  upload.end(body.subarray(-100))
  expect(await status).toBe(201)
  expect(await ended).toBe(0)
})

test('what a killed process has left is removed or set aside at a later start, and what is named stays', async () => {
  const first = await start()
  const headers = await adminHeaders(first.url)
  await fetch(`${first.url}/api/submit-application`, { method: 'POST', body: applicationForm() })
  await first.end('SIGKILL')
  const named = await readdir(join(dataDir, 'resumes'))
  const orphan = 'b7c5a1de-0000-4000-8000-000000000000'
  for (const file of [join('tmp', 'half'), join('resumes', orphan)]) await writeFile(join(dataDir, file), 'x')
  const backup = join(dataDir, 'tmp', 'backup-of-a-killed-process')
  await mkdir(backup)
  await writeFile(join(backup, 'wellhead.sqlite'), 'x')
  const twoHoursAgo = new Date(Date.now() - 2 * 60 * 60 * 1000)
  for (const file of [...named, orphan]) await utimes(join(dataDir, 'resumes', file), twoHoursAgo, twoHoursAgo)
  for (const name of ['half', 'backup-of-a-killed-process']) {
    await utimes(join(dataDir, 'tmp', name), twoHoursAgo, twoHoursAgo)
  }

  const second = await startHere()
  await vi.waitFor(async () => expect(await readdir(join(dataDir, 'tmp'))).toEqual([]), SOON)
  await vi.waitFor(async () => expect(await readdir(join(dataDir, 'resumes'))).toEqual(named), SOON)
  expect(await readdir(join(dataDir, 'resumes-unnamed'))).toEqual([orphan])
  expect((await fetch(`${second.url}/api/applications/1/resume`, { headers })).status).toBe(200)
})

test.each(['gone', 'empty'])('no file is removed when the database is %s', async (how) => {
  await (await startHere()).stop()
  const file = join(dataDir, 'resumes', 'b7c5a1de-0000-4000-8000-000000000000')
  await writeFile(file, 'x')
  const twoHoursAgo = new Date(Date.now() - 2 * 60 * 60 * 1000)
  await utimes(file, twoHoursAgo, twoHoursAgo)
  if (how === 'gone') await rm(join(dataDir, 'wellhead.sqlite'))
  else await truncate(join(dataDir, 'wellhead.sqlite'))
  await expect(start()).rejects.toThrow(/ended with 1:\nThe database .* is (missing|empty), though/)
  expect(await readdir(join(dataDir, 'resumes'))).toHaveLength(1)
})

test('a refused upload does not hold up an orderly stop', async () => {
  const server = await start()
  const agent = new Agent({ keepAlive: true })
  const fields = ['name', 'name'].map((name) => part(`name="${name}"`, 'Twice')).join('')
  const file = part('name="resume"; filename="a.pdf"', '%PDF-1.7'.padEnd(9_000_000, ' '))
  const body = `${fields}${file}--b--\r\n`
  const { promise: status, resolve, reject } = Promise.withResolvers<number | undefined>()
  const headers = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': body.length }
  const outgoing = request(`${server.url}/api/submit-application`, { method: 'POST', headers, agent })
  outgoing.on('response', (response) => response.resume().on('end', () => resolve(response.statusCode)))
  outgoing.on('error', reject).end(body)
  expect(await status).toBe(400)
  expect(await server.end('SIGTERM')).toBe(0)
  agent.destroy()
})

test('a port that is taken is said in plain words', async () => {
  const { url } = await startHere()
  const again = runServer({ DATA_DIR: join(dataDir, 'other'), PORT: new URL(url).port })
  await expect(again).rejects.toThrow(/ended with 1:\n.*EADDRINUSE.*\nThe port is already in use/)
})

function part(disposition: string, content: string): string {
  return `--b\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`
}

test('a bad configuration stops the start and lists every fault', async () => {
  const start = runServer({ DATA_DIR: dataDir, LOG_LEVEL: 'loud', TRUST_PROXY: 'perhaps' })
  await expect(start).rejects.toThrow(/ended with 1:\nThe configuration has 2 faults:\n- TRUST_PROXY.*\n- LOG_LEVEL/)
})
