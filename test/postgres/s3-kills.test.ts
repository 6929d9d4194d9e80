import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { openPostgres } from '../../server/platform/database/postgres/open-postgres.ts'
import { makePostgresDatabase } from '../databases/test-database.ts'
import { runServer, type ServerProcess } from '../run-server.ts'
import { startS3Server } from '../s3/s3-server.ts'
import { type Attempt, hashOf, newAttempt, sendOnce } from '../smtp/unsure-sender.ts'

/** How often the server is killed: few in every run of the tests, `KILLS=50` where there is time. */
const KILLS = Number(process.env.KILLS ?? 2)
const SENDERS = 4
/** Longest that a server lives after its first response, in milliseconds. */
const LIFE_MS = 300

test(`${KILLS} kills while resumes go to S3 and rows to PostgreSQL lose nothing that was acknowledged`, {
  timeout: 600_000,
}, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'wellhead-s3-kills-'))
  const [s3, postgres] = await Promise.all([startS3Server(), makePostgresDatabase()])
  const bucket = await s3.newBucket()
  const start = (machine: string) =>
    runServer({
      DATA_DIR: join(dataDir, machine),
      SUBMISSIONS_PER_HOUR: '0',
      LOG_LEVEL: 'silent',
      DATABASE_URL: postgres.url,
      ...s3.environment(bucket),
    })
  const acknowledged = new Map<number, Attempt>()
  const pending = Array.from({ length: SENDERS }, newAttempt)

  const sendOn = async (sender: number, server: ServerProcess) => {
    for (;;) {
      const attempt = pending[sender] ?? newAttempt()
      const response = await sendOnce(server.url, attempt)
      if (!response) return
      expect(response.status).toBe(201)
      acknowledged.set(response.id, attempt)
      pending[sender] = newAttempt()
    }
  }

  for (let kill = 0; kill < KILLS; kill++) {
    const server = await start('killed')
    const sending = pending.map((_, sender) => sendOn(sender, server))
    const before = acknowledged.size
    await vi.waitUntil(() => acknowledged.size > before, { timeout: 60_000, interval: 5 })
    await wait(LIFE_MS * Math.random())
    await server.end('SIGKILL')
    await Promise.all(sending)
  }

  const { db, listener } = await openPostgres({ url: postgres.url, poolSize: 2 }, { sharedStore: `${bucket}/` })
  const orphans = (await s3.keysIn(bucket)).length
  // As if the hour were over in which a file without a row may still be going to get one.
  await db
    .updateTable('outbox_tasks')
    .set({ run_after: new Date(0).toISOString() })
    .execute()
  const [survivor, again] = await Promise.all([start('survivor'), start('killed')])
  await vi.waitFor(
    async () => {
      const tasks = await db.selectFrom('outbox_tasks').select('kind').execute()
      expect(tasks).toEqual([{ kind: 'check-resumes' }])
    },
    { timeout: 60_000, interval: 200 },
  )
  await Promise.all([survivor.end('SIGTERM'), again.end('SIGTERM')])

  const resumes = await db
    .selectFrom('resumes')
    .innerJoin('applications', 'applications.id', 'resumes.application_id')
    .innerJoin('resume_replicas', 'resume_replicas.resume_id', 'resumes.id')
    .select(['applications.id', 'idempotency_key', 'sha256', 'store', 'state', 'key'])
    .execute()
  const inBucket = await s3.keysIn(bucket)
  console.log(
    `${KILLS} kills: ${acknowledged.size} acknowledged, ${resumes.length} stored, ${inBucket.length} files in the bucket, ` +
      `${orphans - inBucket.length} without a row removed`,
  )
  expect(acknowledged.size).toBeGreaterThan(0)
  for (const [id, { key, content }] of acknowledged) {
    const [resume, ...others] = resumes.filter((row) => row.idempotency_key === key)
    expect(others).toEqual([])
    expect(resume).toMatchObject({ id, store: 's3', state: 'stored', sha256: hashOf(content) })
  }
  expect(inBucket.toSorted()).toEqual(resumes.map((resume) => String(resume.key)).toSorted())
  for (const { key, sha256 } of resumes) expect(hashOf(await s3.read(bucket, String(key)))).toBe(sha256)
  expect(await readdir(join(dataDir, 'killed', 'resumes'))).toEqual([])

  await listener.close()
  await db.destroy()
  await Promise.all([s3.stop(), postgres.remove(), rm(dataDir, { recursive: true, force: true })])
})
