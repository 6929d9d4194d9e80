import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../server/platform/database/sqlite/open-database.ts'
import { chooseAt, expectWholeChoices, insertRacers, type Racer, racedTimes } from '../racing-choices.ts'
import { runServer } from '../run-server.ts'

const KILLS = Number(process.env.KILLS ?? 5)
const RACERS = 12
/** Longest that a server lives after the first tap, in milliseconds. */
const LIFE_MS = 40

test(`${KILLS} kills while ${RACERS} applicants tap for the same two hours: an acknowledged choice stays, any other is whole or absent`, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'wellhead-choice-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const start = () => runServer({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  await (await start()).end('SIGTERM')
  let stored = 0
  for (let attempt = 1; attempt <= KILLS; attempt += 1) {
    const before = await openDatabase(dataDir)
    const times = racedTimes()
    const racers = await insertRacers(before, RACERS, times)
    await before.destroy()

    const server = await start()
    const acknowledged = new Map<Racer, string>()
    const taps = racers.map(async (racer, index) => {
      const startsAt = times[index % 2] as string
      if ((await chooseAt(server.url, racer, startsAt)) === 204) acknowledged.set(racer, startsAt)
    })
    // Every other one ends in its own time.
    await (attempt % 2 === 0 ? Promise.all(taps) : wait(Math.random() * LIFE_MS))
    await server.end('SIGKILL')
    await Promise.all(taps)

    const after = await openDatabase(dataDir)
    await expectWholeChoices(after, racers, acknowledged)
    // The next server goes on where that one ended, also with a tap that had got no response.
    const next = await start()
    for (const [racer, startsAt] of acknowledged) expect(await chooseAt(next.url, racer, startsAt)).toBe(204)
    for (const [index, racer] of racers.entries()) await chooseAt(next.url, racer, times[index % 2] as string)
    await next.end('SIGTERM')
    await expectWholeChoices(after, racers, acknowledged)
    const ids = racers.map(({ applicationId }) => applicationId)
    stored += (await after.selectFrom('interviews').select('id').where('application_id', 'in', ids).execute()).length
    await after.destroy()
  }
  expect(stored).toBe(KILLS * 2)
})
