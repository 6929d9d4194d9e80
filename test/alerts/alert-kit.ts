import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import type { JobAlertList } from '../../contract/jobs/search/job-alert.ts'
import { ADMIN_API } from '../../contract/wire/admin-paths.ts'
import { PAGE } from '../../contract/wire/paths.ts'
import { readConfig } from '../../server/config.ts'
import { createOpenJobsReader } from '../../server/features/alerts/openings/find-openings.ts'
import { planAlertMails } from '../../server/features/alerts/plan-alerts.ts'
import { createPublishedJobs } from '../../server/features/jobs/published-jobs.ts'
import { createToday } from '../../server/platform/calendar-day.ts'
import { type AdminClient, adminClient } from '../admin-client.ts'
import { NOON, PATIENT } from '../smtp/mail-kit.ts'
import { startMailedApp } from '../smtp/mailed-app.ts'
import type { ReceivedMail, SmtpServer } from '../smtp/smtp-kit.ts'
import type { TestApp } from '../test-app.ts'

/** The address that visitors see, and that mails name. */
export const PUBLIC_URL = 'https://jobs.example.com'
/** Who subscribes unless a test says otherwise. */
export const ANA = 'ana@example.com'

/** The zone of the company: its day is not that of UTC. */
const timeZone = 'Europe/Berlin'
const company = { ...readConfig({}, 'development').company, timeZone }

/** A site with a mail server, without job alerts and postings at the beginning of each test of the importing file. */
export function prepareAlerts() {
  let smtp: SmtpServer
  let app: TestApp
  let admin: AdminClient
  let now = NOON
  const today = createToday(() => new Date(now), timeZone)
  beforeAll(async () => {
    ;({ app, smtp } = await startMailedApp({ publicUrl: PUBLIC_URL, company }))
  })
  afterAll(async () => {
    await app.stop()
    await smtp.stop()
  })
  beforeEach(async () => {
    await goTo(NOON)
    for (const table of [
      'outbox_tasks',
      'mailbox_mails',
      'job_alerts',
      'jobs',
      'submission_counts',
      'settings',
    ] as const)
      await app.db.deleteFrom(table).execute()
    smtp.received.length = 0
    smtp.behave({ name: 'take' })
  })
  afterEach(() => untilNoTask())

  const goTo = async (instant: number) => {
    now = instant
    app.setNow(new Date(now))
    admin = adminClient(app, await app.signIn())
  }
  const send = (path: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    app.request(path, { method: 'POST', redirect: 'manual', headers, body: new URLSearchParams(fields) })
  const ask = (fields: Record<string, string> = {}) => send(PAGE.jobAlerts, { email: ANA, ...fields })
  const arrival = async (count = smtp.received.length + 1) => {
    await smtp.untilReceived(count)
    return smtp.received.at(-1) ?? expect.fail('nothing arrived')
  }
  /** @param db the database of the planning process */
  const planOnly = (perMinute = 1_000, db = app.db) => {
    const published = createPublishedJobs(db, { today, companyAddress: company.address })
    const openJobs = createOpenJobsReader(published)
    return planAlertMails({ db, openJobs, publicUrl: PUBLIC_URL, now: new Date(now), timeZone, perMinute })
  }
  const mailStates = async () => {
    const rows = await app.db.selectFrom('mails').select(['kind', 'state']).orderBy('id').execute()
    return rows.map(({ kind, state }) => `${kind} ${state}`)
  }
  const untilNoTask = () =>
    vi.waitFor(async () => expect(await app.db.selectFrom('outbox_tasks').select('id').execute()).toEqual([]), PATIENT)

  return {
    app: () => app,
    smtp: () => smtp,
    admin: () => admin,
    /** What the clock of the site shows. */
    now: () => now,
    /** Sets the clock. */
    goTo,
    /** Sends a form without following the response. */
    send,
    /** Asks for a job alert. */
    ask,
    /** Waits for so many mails. @returns the latest */
    arrival,
    /** Asks for a job alert and confirms it. @returns the address of its page */
    subscribe: async (fields: Record<string, string> = {}) => {
      const count = smtp.received.length + 1
      expect((await ask(fields)).status).toBe(303)
      const link = linkIn(await arrival(count), PAGE.jobAlert)
      expect((await send(link)).status).toBe(303)
      return link
    },
    wakeOutbox: () => app.wakeOutbox(),
    /** Plans the mails of the day, as every process does once a minute, and sends nothing yet. */
    planOnly,
    /** Plans the mails of the day and lets them leave. @returns how many */
    plan: async (perMinute?: number) => {
      const planned = await planOnly(perMinute)
      app.wakeOutbox()
      return planned
    },
    /** The list that admins see. */
    list: async (query = '') => (await admin.request<JobAlertList>('GET', ADMIN_API.jobAlerts + query)).body,
    /** Waits until the mails, oldest first, are of these kinds and in these states. */
    untilStates: (...expected: string[]) =>
      vi.waitFor(async () => expect(await mailStates()).toEqual(expected), PATIENT),
    /** Waits until all that was begun is done. */
    untilNoTask,
    /** Waits until a mail waits for another attempt. */
    untilPostponed: () =>
      vi.waitFor(async () => {
        const postponed = app.db.selectFrom('mails').selectAll().where('task_number', '>', 1)
        return (await postponed.where('state', '=', 'waiting').executeTakeFirst()) ?? expect.fail('not postponed')
      }, PATIENT),
  }
}

/** The address of a page that a mail names. */
export function linkIn({ mail }: Pick<ReceivedMail, 'mail'>, page: string): string {
  return new RegExp(`${PUBLIC_URL}(${page}\\?token=[\\w-]{43})\\n`).exec(mail.text ?? '')?.[1] ?? expect.fail(mail.text)
}
