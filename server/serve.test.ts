import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { APPLICANT, applicationForm, fixture } from '../test/factories.ts'
import { runServer, type ServerProcess } from '../test/run-server.ts'

let dataDir: string
const running: ServerProcess[] = []
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'wellhead-process-'))
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.end('SIGKILL')))
  await rm(dataDir, { recursive: true, force: true })
})

async function start(): Promise<ServerProcess> {
  const server = await runServer({ DATA_DIR: dataDir })
  running.push(server)
  return server
}

async function adminHeaders(url: string): Promise<Record<string, string>> {
  const credentials = await (await fetch(`${url}/api/auth/setup-admin`, { method: 'POST' })).text()
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body: credentials })
  return { authorization: `Bearer ${((await answer.json()) as { token: string }).token}` }
}

test('a process killed right after its answer of 201 has the row and the file after a restart', async () => {
  const first = await start()
  const headers = await adminHeaders(first.url)
  const answer = await fetch(`${first.url}/api/submit-application`, { method: 'POST', body: applicationForm() })
  expect(answer.status).toBe(201)
  await first.end('SIGKILL')

  const second = await start()
  const { id } = (await answer.json()) as { id: number }
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
  upload.write(body.subarray(0, 400))
  await wait(300)

  const ended = server.end('SIGTERM')
  await wait(300)
  upload.end(body.subarray(400))
  expect(await status).toBe(201)
  expect(await ended).toBe(0)
})

test('a bad configuration stops the start and lists every fault', async () => {
  const start = runServer({ DATA_DIR: dataDir, LOG_LEVEL: 'loud', TRUST_PROXY: 'perhaps' })
  await expect(start).rejects.toThrow(/ended with 1:\nThe configuration has 2 faults:\n- TRUST_PROXY.*\n- LOG_LEVEL/)
})
