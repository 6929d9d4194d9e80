import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applicationForm } from '../factories.ts'
import { runOperatorCommand } from '../run-operator-command.ts'
import { runServer, type ServerProcess } from '../run-server.ts'

/** One second keeps the test short; `STOPPED_SECONDS=60` tests more. */
const STOPPED_MS = Number(process.env.STOPPED_SECONDS ?? 1) * 1000

let dataDir: string
let server: ServerProcess
let credentials: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'wellhead-stopped-'))
  server = await runServer({ DATA_DIR: dataDir, SUBMISSIONS_PER_HOUR: '0' })
  credentials = await (await fetch(`${server.url}/api/auth/setup-admin`, { method: 'POST' })).text()
})
afterAll(async () => {
  await server.end('SIGKILL')
  await rm(dataDir, { recursive: true })
})

const submit = () => fetch(`${server.url}/api/submit-application`, { method: 'POST', body: applicationForm() })

async function signIn(): Promise<{ authorization: string }> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${server.url}/api/auth/login`, { method: 'POST', headers, body: credentials })
  return { authorization: `Bearer ${((await response.json()) as { token: string }).token}` }
}

/** A form of which the rest is sent when the test says so. */
async function beginForm() {
  const { hostname, port } = new URL(server.url)
  const socket = connect({ host: hostname, port: Number(port) }).setEncoding('latin1')
  const request = new Request(server.url, { method: 'POST', body: applicationForm() })
  const body = Buffer.from(await request.arrayBuffer())
  await once(socket, 'connect')
  const closed = once(socket, 'close')
  let response = ''
  socket
    .on('error', () => undefined)
    .on('data', (chunk) => {
      response += chunk
    })
  socket.write(
    `POST /api/submit-application HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: ${request.headers.get('content-type')}\r\n` +
      `Content-Length: ${body.length}\r\nConnection: close\r\n\r\n`,
  )
  socket.write(body.subarray(0, 2_000))
  return {
    end: async () => {
      // Node closes a connection whose sender has ended its side, and the response is lost.
      socket.write(body.subarray(2_000))
      await closed
      return response.split(' ')[1] ?? 'cut'
    },
  }
}

test('a suspended process continues, and no other process starts meanwhile', async () => {
  const headers = await signIn()
  expect((await submit()).status).toBe(201)
  const begun = await beginForm()
  const deletion = fetch(`${server.url}/api/admin/applications/1`, { method: 'DELETE', headers })
  await deletion
  server.process.kill('SIGSTOP')
  const sentMeanwhile = [submit(), submit()]
  const second = await runServer({ DATA_DIR: dataDir }).then(() => 'it started', String)
  expect(second).toContain('Another Wellhead is running on the data folder')
  expect(await runOperatorCommand('verify', dataDir)).toMatchObject({ code: 0 })
  const backup = `${dataDir}.tar`
  expect(await runOperatorCommand('backup', dataDir, backup)).toMatchObject({ code: 0 })
  await rm(backup)
  await wait(STOPPED_MS)

  server.process.kill('SIGCONT')
  const statuses = (await Promise.all(sentMeanwhile)).map(({ status }) => status)
  expect(statuses).toEqual([201, 201])
  // A form in progress is stored, or cut by the timeout; its sender learns which.
  const ended = await begun.end()
  expect(['201', '408', 'cut']).toContain(ended)
  const list = await fetch(`${server.url}/api/applications`, { headers })
  expect(list.status).toBe(200)
  const stored = ((await list.json()) as unknown[]).length
  expect(stored).toBe(ended === '201' ? 3 : 2)
  expect(await (await fetch(`${server.url}/readyz`)).json()).toEqual({ status: 'ok' })
  expect((await submit()).status).toBe(201)
  expect(await server.end('SIGTERM')).toBe(0)
  expect(await runOperatorCommand('verify', dataDir)).toMatchObject({ code: 0 })
  expect(await readdir(join(dataDir, 'tmp'))).toEqual([])
})
