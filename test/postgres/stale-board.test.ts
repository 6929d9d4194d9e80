import { resolve } from 'node:path'
import { Kysely, type KyselyPlugin, PostgresDialect } from 'kysely'
import { expect, test } from 'vitest'
import { ACTIVE_JOBS } from '../../contract/paths.ts'
import { readConfig } from '../../server/config.ts'
import { createJobBoard } from '../../server/features/jobs/job-board.ts'
import { insertJob } from '../../server/features/jobs/job-queries.ts'
import { newJobRow } from '../../server/features/jobs/job-rules.ts'
import { createPageMaker } from '../../server/features/pages/page-maker.ts'
import { builtPages } from '../../server/features/pages/page-source.ts'
import { systemClock } from '../../server/platform/clock.ts'
import { connectOrExplain } from '../../server/platform/database/postgres/open-postgres.ts'
import { createPostgresPool } from '../../server/platform/database/postgres/postgres-pool.ts'
import type { Tables } from '../../server/platform/database/tables.ts'
import { startLine } from '../cuttable-line.ts'
import { jobBody } from '../factories.ts'
import { makePostgresDatabase } from '../test-database.ts'

test('an older read that ends after a newer one is not what an outage shows', async () => {
  const database = await makePostgresDatabase()
  const address = new URL(database.url)
  const wire = await startLine(Number(address.port))
  address.port = new URL(wire.url).port
  const db = connectOrExplain({ url: address.href, poolSize: 1 })
  const [reached, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let reads = 0
  const heldBack: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      reads += 1
      if (reads > 1) return result
      reached.resolve()
      await release.promise
      return result
    },
  }
  await insertJob(db, newJobRow(jobBody(), new Date(), null))
  const board = createJobBoard(db.withPlugin(heldBack))
  const older = board.jobs()
  await reached.promise
  await db.updateTable('jobs').set({ is_active: 0 }).execute()
  board.changed()
  expect(await board.jobs()).toEqual([])
  release.resolve()
  expect(await older).toHaveLength(1)
  await wire.goAway()
  board.changed()
  expect(await board.jobs()).toEqual([])
  await db.destroy()
  await wire.stop()
  await database.remove()
})

test('a page made while the postings could not be read again is not shown any longer than that', async () => {
  const database = await makePostgresDatabase()
  const address = new URL(database.url)
  const wire = await startLine(Number(address.port))
  address.port = new URL(wire.url).port
  const pool = createPostgresPool({ url: address.href, poolSize: 1 }, { size: 1 })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const board = createJobBoard(db)
  const { company, publicUrl } = readConfig({}, 'development')
  const source = builtPages(resolve(import.meta.dirname, '../../dist'))
  const pages = createPageMaker({ source, board, clock: systemClock, company, publicUrl })
  const landing = async () => {
    const page = await pages.make('/', async () => ({ [ACTIVE_JOBS]: await board.jobs() }))
    return page.bodies.identity.toString()
  }

  await insertJob(db, newJobRow(jobBody({ title: 'Soon Closed' }), new Date(), null))
  expect(await landing()).toContain('Soon Closed')
  await db.updateTable('jobs').set({ is_active: 0 }).execute()
  board.changed()
  await wire.goAway()
  expect(await landing()).toContain('Soon Closed')
  expect(pages.edition()).toBeNull()

  await wire.comeBack()
  expect(await landing()).not.toContain('Soon Closed')
  expect(pages.edition()).not.toBeNull()
  await db.destroy()
  await wire.stop()
  await database.remove()
})
