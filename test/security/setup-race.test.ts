import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SIGN_IN_API } from '../../contract/wire/sign-in-paths.ts'
import { runServer } from '../run-server.ts'
import { signIn, tally } from './sign-ins.ts'

const REQUESTS = 200

test(`of ${REQUESTS} setups at once one wins and all others are refused`, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'wellhead-setup-'))
  const server = await runServer({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  try {
    const responses = await Promise.all(
      Array.from({ length: REQUESTS }, async () => {
        const response = await fetch(server.url + SIGN_IN_API.setupAdmin, { method: 'POST' })
        return { status: response.status, body: await response.json() }
      }),
    )
    expect(tally(responses)).toEqual({ 201: 1, 403: REQUESTS - 1 })
    const winner = responses.find(({ status }) => status === 201)?.body as { username: string; password: string }
    expect((await signIn(server.url, winner)).status).toBe(200)
    console.log(`setup: of ${REQUESTS} requests at once 1 got 201 and ${REQUESTS - 1} got 403`)
  } finally {
    await server.end('SIGTERM')
    await rm(dataDir, { recursive: true, force: true })
  }
})
