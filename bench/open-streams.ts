import { once } from 'node:events'
import { type ClientRequest, get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { ADMIN_API } from '../contract/wire/admin-paths.ts'
import { pathTo } from '../contract/wire/paths.ts'
import { insertAccount } from '../server/features/accounts/account-queries.ts'
import { createSession } from '../server/features/accounts/session-queries.ts'
import { openDatabase } from '../server/platform/database/sqlite/open-database.ts'
import { insertApplicant } from '../test/factories.ts'
import type { Bench } from './bench.ts'
import { measureLoad } from './figures/load.ts'
import { print, printDetail } from './figures/print.ts'
import { residentMegabytes } from './figures/process-figures.ts'
import { percentile, takeInTurn } from './figures/rounds.ts'
import { getRequest } from './site/connection.ts'
import { makeDataFolder, type Program, startProgram } from './site/program.ts'

const STREAMS = 200
/** One person may have ten. */
const PEOPLE = 25
const CONNECTIONS = 8
const APPLICATIONS = 200
const AIM = { megabytes: 30, times: 2 }
/** From one change to the next: of a busy day the busiest moment. In milliseconds. */
const CHANGE_MS = 200
const SETTLE_MS = 3_000

/** Compares reads of the list while 200 open streams receive every change with the same reads and changes without streams. */
export async function printLiveStreams({ folder, rounds, seconds }: Bench): Promise<void> {
  const dataDir = await makeDataFolder(folder)
  const { tokens, applicationId } = await fill(dataDir)
  await using server = await startProgram({ DATA_DIR: dataDir })
  const authorization = `Bearer ${tokens[0]}`
  const read = async () => {
    const changing = keepChanging(server.url, authorization, applicationId)
    const request = getRequest(`${ADMIN_API.applications}?limit=50`, { authorization })
    const load = { request, status: 200, connections: CONNECTIONS, seconds: seconds * 2, urls: [server.url] }
    const { times } = await measureLoad(load, [server.pid]).finally(changing.end)
    return percentile(times, 0.99)
  }
  // Reads are warm, so that only the streams grow; the first ones load their code as well.
  await read()
  await wait(SETTLE_MS)
  const before = await residentMegabytes(server.pid)
  const held = await openStreams(server, tokens)
  await wait(SETTLE_MS)
  const growth = (await residentMegabytes(server.pid)) - before
  await held.close()
  const what = `memory growth, ${STREAMS} streams of changes open`
  print(what, `${growth.toFixed(1)} MB`, `under ${AIM.megabytes} MB`, growth < AIM.megabytes)

  const p99 = await takeInTurn(rounds, {
    without: read,
    with: async () => {
      const streams = await openStreams(server, tokens)
      return read().finally(() => streams.close())
    },
  })
  const [without, beside] = [percentile(p99.without, 0.5), percentile(p99.with, 0.5)]
  const ratio = beside / without
  const subject = `p99 of the list of applications, ${STREAMS} streams open and five changes a second`
  print(subject, `${ratio.toFixed(2)} times that without streams`, `at most ${AIM.times}`, ratio <= AIM.times)
  printDetail(`${beside.toFixed(1)} ms beside ${without.toFixed(1)} ms; the streams were sent ${received} parts`)
}

async function fill(dataDir: string): Promise<{ tokens: string[]; applicationId: number }> {
  const db = await openDatabase(dataDir)
  const now = new Date()
  const tokens: string[] = []
  for (let index = 0; index < PEOPLE; index += 1) {
    const person = {
      username: `person${index}`,
      password_hash: '',
      role: 'owner',
      created_at: now.toISOString(),
    } as const
    tokens.push((await createSession(db, await insertAccount(db, person), now)).token)
  }
  let applicationId = 0
  for (let index = 0; index < APPLICATIONS; index += 1) applicationId = await insertApplicant(db)
  await db.destroy()
  return { tokens, applicationId }
}

/** Parts that all streams have received. */
let received = 0

async function openStreams({ url }: Program, tokens: readonly string[]) {
  const requests: ClientRequest[] = []
  for (let index = 0; index < STREAMS; index += 1) {
    const headers = { accept: 'text/event-stream', authorization: `Bearer ${tokens[index % tokens.length]}` }
    const request = get(url + ADMIN_API.live, { headers, agent: false })
    const [response] = await once(request, 'response')
    if (response.statusCode !== 200) throw new Error(`a stream got status ${response.statusCode}`)
    request.on('error', () => undefined)
    response
      .on('error', () => undefined)
      .on('data', () => {
        received += 1
      })
    requests.push(request)
  }
  return {
    close: async () => {
      for (const request of requests) request.destroy()
      await wait(SETTLE_MS / 10)
    },
  }
}

/** Changes an application again and again. `end` resolves after the last response. */
function keepChanging(url: string, authorization: string, id: number) {
  const headers = { authorization, 'content-type': 'application/json' }
  let isEnded = false
  const change = async () => {
    for (let count = 0; !isEnded; count += 1) {
      const body = JSON.stringify({ status: count % 2 === 0 ? 'reviewing' : 'pending' })
      const { status } = await fetch(url + pathTo(ADMIN_API.application, id), { method: 'PATCH', headers, body })
      if (status !== 200) throw new Error(`a change got status ${status}`)
      await wait(CHANGE_MS)
    }
  }
  const changing = change()
  // Thrown by `end`.
  changing.catch(() => undefined)
  return {
    end: () => {
      isEnded = true
      return changing
    },
  }
}
