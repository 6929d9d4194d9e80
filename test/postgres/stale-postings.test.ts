import { resolve } from 'node:path'
import { Kysely, type KyselyPlugin, PostgresDialect } from 'kysely'
import { expect, test } from 'vitest'
import { ACTIVE_JOBS } from '../../contract/wire/paths.ts'
import { readConfig } from '../../server/config.ts'
import { insertJob } from '../../server/features/jobs/job-queries.ts'
import { newJobRow } from '../../server/features/jobs/job-rules.ts'
import { createPublishedJobs } from '../../server/features/jobs/published-jobs.ts'
import { builtPages } from '../../server/features/pages/page-source.ts'
import { createPageRenderer } from '../../server/features/pages/render-page.ts'
import { createToday } from '../../server/platform/calendar-day.ts'
import { systemClock } from '../../server/platform/clock.ts'
import { connectOrExplain } from '../../server/platform/database/postgres/open-postgres.ts'
import { createPostgresPool } from '../../server/platform/database/postgres/postgres-pool.ts'
import type { Tables } from '../../server/platform/database/tables.ts'
import { makePostgresDatabase } from '../databases/test-database.ts'
import { jobBody } from '../factories.ts'
import { startTcpProxy } from '../requests/tcp-proxy.ts'

const today = createToday(systemClock, 'UTC')
const companyAddress = readConfig({}, 'development').company.address

test('an older read that ends after a newer one is not shown during an outage', async () => {
  const database = await makePostgresDatabase()
  const address = new URL(database.url)
  const proxy = await startTcpProxy(Number(address.port))
  address.port = new URL(proxy.url).port
  const db = connectOrExplain({ url: address.href, poolSize: 1 })
  const [reached, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let reads = 0
  const heldBack: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      reads += 1
      // After the ids, the rows.
      if (reads !== 2) return result
      reached.resolve()
      await release.promise
      return result
    },
  }
  await insertJob(db, newJobRow(jobBody(), new Date(), null))
  const published = createPublishedJobs(db.withPlugin(heldBack), { today, companyAddress })
  const older = published.current()
  await reached.promise
  await db.updateTable('jobs').set({ is_active: 0 }).execute()
  published.changed()
  expect((await published.current()).jobs).toEqual([])
  release.resolve()
  expect((await older).jobs).toHaveLength(1)
  await proxy.stopListening()
  published.changed()
  expect((await published.current()).jobs).toEqual([])
  await db.destroy()
  await proxy.stop()
  await database.remove()
})

test('a page rendered from stale postings is not shown once they can be read again', async () => {
  const database = await makePostgresDatabase()
  const address = new URL(database.url)
  const proxy = await startTcpProxy(Number(address.port))
  address.port = new URL(proxy.url).port
  const pool = createPostgresPool({ url: address.href, poolSize: 1 }, { size: 1 })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const published = createPublishedJobs(db, { today, companyAddress })
  const { company, publicUrl } = readConfig({}, 'development')
  const source = builtPages(resolve(import.meta.dirname, '../../dist'))
  const render = createPageRenderer({ source, clock: systemClock, company, publicUrl, sendsMail: false })
  const landing = async () => {
    const snapshot = await published.current()
    const page = await render('/', snapshot, { [ACTIVE_JOBS]: snapshot.jobs })
    return page.body.toString()
  }

  await insertJob(db, newJobRow(jobBody({ title: 'Soon Closed' }), new Date(), null))
  expect(await landing()).toContain('Soon Closed')
  await db.updateTable('jobs').set({ is_active: 0 }).execute()
  published.changed()
  await proxy.stopListening()
  expect(await landing()).toContain('Soon Closed')

  await proxy.listenAgain()
  expect(await landing()).not.toContain('Soon Closed')
  await db.destroy()
  await proxy.stop()
  await database.remove()
})

test('a posting closes by its date also during an outage', async () => {
  const database = await makePostgresDatabase()
  const address = new URL(database.url)
  const proxy = await startTcpProxy(Number(address.port))
  address.port = new URL(proxy.url).port
  const db = connectOrExplain({ url: address.href, poolSize: 1 })
  let now = new Date('2026-06-30T12:00:00.000Z')
  const published = createPublishedJobs(db, { today: createToday(() => now, 'UTC'), companyAddress })
  await insertJob(db, newJobRow(jobBody({ title: 'Closing', closingDate: '2026-06-30' }), now, null))
  await insertJob(db, newJobRow(jobBody({ title: 'Open' }), now, null))
  const titles = async () => (await published.current()).jobs.map(({ title }) => title).toSorted()
  expect(await titles()).toEqual(['Closing', 'Open'])
  await proxy.stopListening()
  now = new Date('2026-07-01T00:00:00.000Z')
  expect(await titles()).toEqual(['Open'])
  await db.destroy()
  await proxy.stop()
  await database.remove()
})
