import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import type { Tables } from '../../server/platform/database/tables.ts'
import { makePostgresDatabase } from '../databases/test-database.ts'
import { chooseAt, expectWholeChoices, insertRacers, type Racer, racedTimes } from '../racing-choices.ts'
import { runServer, type ServerProcess } from '../run-server.ts'

const ROUNDS = Number(process.env.KILLS ?? 12)
const RACERS = 12
const LIFE_MS = 60

test(`${ROUNDS} rounds in which ${RACERS} applicants tap at two processes for the same two hours, and one process is killed`, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'wellhead-choices-'))
  const database = await makePostgresDatabase(true)
  const start = () =>
    runServer({ DATA_DIR: dataDir, DATA_DIR_SHARED: 'true', DATABASE_URL: database.url, LOG_LEVEL: 'silent' })
  const servers: [ServerProcess, ServerProcess] = [await start(), await start()]
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: database.url }) }),
  })
  onTestFinished(async () => {
    await db.destroy()
    await Promise.all(servers.map((server) => server.end('SIGKILL')))
    await database.remove()
    await rm(dataDir, { recursive: true, force: true })
  })
  let stored = 0
  for (let round = 1; round <= ROUNDS; round += 1) {
    const times = racedTimes()
    const racers = await insertRacers(db, RACERS, times)
    const acknowledged = new Map<Racer, string>()
    const taps = racers.map(async (racer, index) => {
      const startsAt = times[index % 2] as string
      const { url } = servers[index % 3 === 0 ? 0 : 1]
      if ((await chooseAt(url, racer, startsAt)) === 204) acknowledged.set(racer, startsAt)
    })
    if (round % 3 === 0) {
      await wait(Math.random() * LIFE_MS)
      await servers[0].end('SIGKILL')
    }
    await Promise.all(taps)
    await expectWholeChoices(db, racers, acknowledged)
    if (round % 3 === 0) servers[0] = await start()
    for (const [index, racer] of racers.entries())
      await chooseAt(servers[index % 2 === 0 ? 0 : 1].url, racer, times[index % 2] as string)
    await expectWholeChoices(db, racers, acknowledged)
    const ids = racers.map(({ applicationId }) => applicationId)
    stored += (await db.selectFrom('interviews').select('id').where('application_id', 'in', ids).execute()).length
  }
  expect(stored).toBe(ROUNDS * 2)
})
