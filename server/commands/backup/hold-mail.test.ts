import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { apply, insertApplicant } from '../../../test/factories.ts'
import { runOperatorCommand } from '../../../test/run-operator-command.ts'
import { runServer } from '../../../test/run-server.ts'
import { startMailedApp } from '../../../test/smtp/mailed-app.ts'
import type { SmtpServer } from '../../../test/smtp/smtp-kit.ts'
import type { TestApp } from '../../../test/test-app.ts'
import { requestAlertTask } from '../../features/alerts/request-alert.ts'
import { sendLinksTask } from '../../features/my-application/link-tasks.ts'
import { openDatabase, readDatabase } from '../../platform/database/sqlite/open-database.ts'
import { sendMailTask } from '../../platform/mail/mail-queue.ts'
import { scheduleTask } from '../../platform/outbox/outbox-queries.ts'

/** A job alert that every posting fits. */
const EVERY_JOB = { department: null, jobType: null, place: null, remote: false, words: null }
const SECOND = 1_000

let smtp: SmtpServer
let app: TestApp
beforeEach(async () => {
  ;({ app, smtp } = await startMailedApp())
})
afterEach(() => app.stop())

test('nothing that waited in a backup leaves by itself after the restore', async () => {
  smtp.plan({ name: 'refuse', at: 'recipient', code: 451, text: 'Later' })
  await apply(app)
  const messages = () => app.db.selectFrom('mails').select(['state', 'attempts']).execute()
  await vi.waitFor(async () => expect(await messages()).toEqual([{ state: 'waiting', attempts: 1 }]), 20 * SECOND)
  const other = await insertApplicant(app.db)
  const { id: _, ...waiting } = await app.db.selectFrom('mails').selectAll().executeTakeFirstOrThrow()
  const columns = {
    application_id: other,
    reason: 'other',
    message_id: '<other@example.com>',
    state: 'sending' as const,
  }
  await app.db
    .insertInto('mails')
    .values({ ...waiting, ...columns })
    .execute()
  await app.signIn()
  const soon = new Date(Date.now() + 60 * SECOND)
  const at = new Date().toISOString()
  const mail = { day: at.slice(0, 10), state: 'waiting' as const, not_before: at, created_at: at }
  const stored = await app.db
    .insertInto('mails')
    .values({ ...mail, kind: 'digest', reason: 'digest', account_id: 1, message_id: '<digest@example.com>' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db.updateTable('accounts').set({ email: 'admin@example.com' }).execute()
  const alert = {
    request_id: '1',
    email: 'ana@example.com',
    remote: 0 as const,
    created_at: at,
    confirmed_at: at,
    seen_until: at,
  }
  await app.db
    .insertInto('job_alerts')
    .values({ ...alert, ends_at: '9999' })
    .execute()
  const storedAlert = await app.db
    .insertInto('mails')
    .values({ ...mail, kind: 'openings', reason: 'openings', alert_id: 1, message_id: '<alert@example.com>' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db.transaction().execute(async (trx) => {
    await scheduleTask(trx, sendMailTask({ id: stored.id, taskNumber: 1 }), soon)
    await scheduleTask(trx, sendLinksTask({ email: 'ana@example.com' }), soon)
    await scheduleTask(trx, sendMailTask({ id: storedAlert.id, taskNumber: 1 }), soon)
    await scheduleTask(trx, requestAlertTask({ requestId: '2', email: 'ben@example.com', facets: EVERY_JOB }), soon)
  })

  const backup = join(app.dataDir, '..', `${basename(app.dataDir)}.tar`)
  const restored = `${app.dataDir}-restored`
  await using cleanUp = new AsyncDisposableStack()
  cleanUp.defer(() => rm(backup, { force: true }))
  cleanUp.defer(() => rm(restored, { recursive: true, force: true }))
  expect(await runOperatorCommand('backup', app.dataDir, backup)).toMatchObject({ code: 0, stderr: '' })
  const settings = { DATA_DIR: restored, BACKUP_SEAL_KEY_FILE: join(app.dataDir, 'backup-seal.key') }
  expect(await runOperatorCommand('restore', settings, backup)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(
      '2 messages waited to be sent when the backup was made.\nThey may have been sent since, so they are kept as not sent.',
    ),
  })

  const db = await openDatabase(restored)
  await db.updateTable('outbox_tasks').set({ run_after: at }).execute()
  await db.destroy()
  const [{ host, port }, before] = [smtp.settings(), smtp.received.length]
  const mailServer = { SMTP_URL: `smtp://${host}:${port}`, MAIL_FROM: 'careers@example.com' }
  const server = await runServer({ DATA_DIR: restored, ...mailServer })
  cleanUp.defer(() => server.end('SIGKILL').then(() => undefined))
  await using opened = await readDatabase(restored)
  const tasksOf = opened.db.selectFrom('outbox_tasks').select('kind').where('kind', 'like', 'send-%')
  await vi.waitFor(async () => expect(await tasksOf.execute()).toEqual([]), 20 * SECOND)
  const left = smtp.received.slice(before).map(({ mail: { subject } }) => subject)
  expect(left).toEqual([expect.stringContaining('Confirm your job alert')])
  const response = 'Restored from a backup: it may have been sent since.'
  const mailsAbout = (subject: 'application_id' | 'account_id' | 'alert_id') =>
    opened.db
      .selectFrom('mails')
      .select(['kind', 'state', 'response'])
      .where(subject, 'is not', null)
      .orderBy('id')
      .execute()
  const kept = (await mailsAbout('application_id')).map(({ kind: _kind, ...rest }) => rest)
  expect(kept).toEqual([1, 2].map(() => ({ state: 'not_sent', response })))
  expect((await mailsAbout('account_id')).map(({ state }) => ({ state }))).toEqual([{ state: 'not_sent' }])
  expect(await mailsAbout('alert_id')).toMatchObject([
    { kind: 'openings', state: 'not_sent', response },
    { kind: 'confirmation', state: 'sent' },
  ])
  const alerts = await opened.db.selectFrom('job_alerts').select(['email', 'seen_until']).execute()
  expect(alerts).toEqual([{ email: 'ana@example.com', seen_until: expect.any(String) }])
  expect((alerts[0]?.seen_until ?? '') > at).toBe(true)
})
