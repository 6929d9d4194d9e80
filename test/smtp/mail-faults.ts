import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, inject } from 'vitest'
import { requestAlertTask } from '../../server/features/alerts/request-alert.ts'
import { connectOrExplain } from '../../server/platform/database/postgres/open-postgres.ts'
import { openDatabase } from '../../server/platform/database/sqlite/open-database.ts'
import type { Db, Tables } from '../../server/platform/database/tables.ts'
import { sendMailTask } from '../../server/platform/mail/mail-queue.ts'
import { scheduleTasks } from '../../server/platform/outbox/outbox-queries.ts'
import { makePostgresDatabase } from '../databases/test-database.ts'
import { runServer } from '../run-server.ts'
import { type SmtpServer, startSmtpServer } from './smtp-kit.ts'

/** A job alert that every posting fits. */
const EVERY_JOB = { department: null, jobType: null, place: null, remote: false, words: null }

/** Tasks that send mail, or lead to one. */
export const MAIL_TASKS = [requestAlertTask.kind, sendMailTask.kind]

/** A data folder, a database on the engine of the running tests and a mail server, for processes that a test ends or pauses. */
export function prepareMailFaults() {
  let dataDir: string
  let postgres: Awaited<ReturnType<typeof makePostgresDatabase>> | null
  let smtp: SmtpServer
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'wellhead-mail-'))
    postgres = inject('postgres') ? await makePostgresDatabase() : null
    smtp = await startSmtpServer()
  })
  afterAll(async () => {
    await smtp.stop()
    await postgres?.remove()
    await rm(dataDir, { recursive: true, force: true })
  })

  return {
    smtp: () => smtp,
    /** Whether several processes can run beside each other. */
    canShare: () => postgres !== null,
    /** The folder of all processes. */
    dataDir: () => dataDir,
    /** Starts a process. @param environment further settings */
    start: (environment: Record<string, string> = {}) =>
      runServer({
        ...{ DATA_DIR: dataDir, LOG_LEVEL: 'silent', SMTP_URL: smtp.url, MAIL_FROM: 'careers@example.com' },
        MAIL_PER_MINUTE: '1000',
        ...(postgres && { DATABASE_URL: postgres.url, DATA_DIR_SHARED: 'true' }),
        ...environment,
      }),
    /** Opens the database beside the processes. */
    withDatabase: async <Result>(work: (db: Kysely<Tables>) => Promise<Result>) => {
      // Without the process lock: the program holds it.
      const db = postgres ? connectOrExplain({ url: postgres.url, poolSize: 2 }) : await openDatabase(dataDir)
      try {
        return await work(db)
      } finally {
        await db.destroy()
      }
    },
  }
}

/** Requests a job alert for each address: its confirmation is a mail. */
export function requestAlerts(db: Db, emails: readonly string[]): Promise<void> {
  const requests = emails.map((email) => requestAlertTask({ requestId: email, email, facets: EVERY_JOB }))
  return scheduleTasks(db, requests, new Date())
}

/** As if the leases of all tasks of mail were over. */
export async function endLeases(db: Db): Promise<void> {
  await db
    .updateTable('outbox_tasks')
    .set({ run_after: new Date(0).toISOString() })
    .where('kind', 'in', MAIL_TASKS)
    .execute()
}

/** Every message and job alert mail that is stored. */
export function readMails(db: Db): Promise<{ message_id: string; state: string; address: string | null }[]> {
  return db
    .selectFrom('mails')
    .leftJoin('job_alerts', 'job_alerts.id', 'alert_id')
    .select(['message_id', 'state', ({ fn }) => fn.coalesce('to_address', 'email').as('address')])
    .execute()
}
