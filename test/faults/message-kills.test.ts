import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { requestAlertTask, sendAlertTask } from '../../server/features/alerts/alert-tasks.ts'
import { connectOrExplain } from '../../server/platform/database/postgres/open-postgres.ts'
import { openDatabase } from '../../server/platform/database/sqlite/open-database.ts'
import type { Db } from '../../server/platform/database/tables.ts'
import { scheduleTasks } from '../../server/platform/outbox/outbox-queries.ts'
import { runServer } from '../run-server.ts'
import { queueMail } from '../smtp/queue-mail.ts'
import { type SmtpServer, startSmtpServer } from '../smtp/smtp-kit.ts'
import { makePostgresDatabase } from '../test-database.ts'

/** How often the program is killed: few in every run of the tests, `KILLS=30` where there is time. */
const KILLS = Number(process.env.KILLS ?? 3)
const MESSAGES_PER_KILL = 12
/** Job alerts whose confirmation leaves beside them. */
const ALERTS_PER_KILL = 4
/** A job alert that every posting fits. */
const EVERY_JOB = { department: null, jobType: null, place: null, remote: false, words: null }
/** Longest that the program lives after its first message, in milliseconds. */
const LIFE_MS = 250
/** How long the mail server takes to confirm a message, so that many kills come in between. */
const CONFIRM_MS = 15

let dataDir: string
let postgres: Awaited<ReturnType<typeof makePostgresDatabase>> | null
let smtp: SmtpServer
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'wellhead-mail-'))
  postgres = inject('postgres') ? await makePostgresDatabase() : null
  smtp = await startSmtpServer()
  smtp.behave({ name: 'slow', ms: CONFIRM_MS })
})
afterAll(async () => {
  await smtp.stop()
  await postgres?.remove()
  await rm(dataDir, { recursive: true, force: true })
})

const start = () =>
  runServer({
    ...{ DATA_DIR: dataDir, LOG_LEVEL: 'silent', SMTP_URL: smtp.url, MAIL_FROM: 'careers@example.com' },
    MAIL_PER_MINUTE: '1000',
    ...(postgres && { DATABASE_URL: postgres.url }),
  })

async function withDatabase<Result>(work: (db: Awaited<ReturnType<typeof openDatabase>>) => Promise<Result>) {
  // Without the process lock: the program holds it.
  const db = postgres ? connectOrExplain({ url: postgres.url, poolSize: 2 }) : await openDatabase(dataDir)
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** Does not wait until the leases of the dead have run out. */
const endLeases = (db: Db) =>
  db
    .updateTable('outbox_tasks')
    .set({ run_after: new Date(0).toISOString() })
    .where('kind', 'in', ['send-message', requestAlertTask.kind, sendAlertTask.kind])
    .execute()

test(`of messages and job alerts that leave during ${KILLS} kills none is lost, and none is sent twice`, {
  timeout: 600_000,
}, async () => {
  const queued = await withDatabase((db) => queueMail(db, KILLS * MESSAGES_PER_KILL))
  const subscribers = Array.from({ length: KILLS * ALERTS_PER_KILL }, (_, index) => `subscriber-${index}@example.com`)
  const requests = subscribers.map((email) => requestAlertTask({ requestId: email, email, facets: EVERY_JOB }))
  await withDatabase((db) => scheduleTasks(db, requests, new Date()))
  for (let kill = 0; kill < KILLS; kill += 1) {
    const server = await start()
    const before = smtp.received.length
    await vi.waitUntil(() => smtp.received.length > before, { timeout: 60_000, interval: 2 })
    await wait(Math.random() * LIFE_MS)
    await server.end('SIGKILL')
    await withDatabase(endLeases)
  }
  const survivor = await start()
  await withDatabase((db) =>
    vi.waitFor(
      async () => {
        const open = db.selectFrom('messages').select('id').where('state', 'in', ['waiting', 'sending'])
        expect(await open.execute()).toEqual([])
        const tasks = db.selectFrom('outbox_tasks').select('id').where('kind', 'like', '%-job-alert')
        expect(await tasks.execute()).toEqual([])
      },
      { timeout: 120_000, interval: 100 },
    ),
  )
  await survivor.end('SIGTERM')

  const messages = await withDatabase((db) => db.selectFrom('messages').select(['message_id', 'state']).execute())
  const confirmations = await withDatabase((db) =>
    db
      .selectFrom('job_alert_mails')
      .innerJoin('job_alerts', 'job_alerts.id', 'alert_id')
      .select(['email', 'message_id', 'state'])
      .execute(),
  )
  const arrivals = Map.groupBy(smtp.received, ({ mail }) => mail.messageId)
  const uncertain = [...messages, ...confirmations].filter(({ state }) => state === 'perhaps_sent')
  console.log(
    `${KILLS} kills: ${queued.length} queued, ${smtp.received.length} arrived, ${uncertain.length} perhaps sent`,
  )
  expect(messages.map(({ message_id }) => message_id).toSorted()).toEqual(queued.toSorted())
  expect(confirmations.map(({ email }) => email).toSorted()).toEqual(subscribers.toSorted())
  for (const { message_id, state } of [...messages, ...confirmations]) {
    const times = arrivals.get(message_id)?.length ?? 0
    if (state === 'perhaps_sent') expect(times).toBeLessThanOrEqual(1)
    else expect([state, times]).toEqual(['sent', 1])
  }
  expect(uncertain.length).toBeLessThanOrEqual(KILLS)
})
