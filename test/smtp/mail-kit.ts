import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { MyApplication } from '../../contract/applications/my-application.ts'
import { API, APPLICATION_TOKEN_HEADER } from '../../contract/wire/paths.ts'
import type { Tables } from '../../server/platform/database/tables.ts'
import { type AdminClient, adminClient } from '../admin-client.ts'
import type { TestApp } from '../test-app.ts'
import { startMailedApp } from './mailed-app.ts'
import type { SmtpServer } from './smtp-kit.ts'

/** When each test begins, and spans of time in milliseconds. */
export const NOON = Date.parse('2026-03-02T12:00:00.000Z')
export const MINUTE = 60_000
export const DAY = 24 * 60 * MINUTE

/** For what a process does in its own time. */
export const PATIENT = { timeout: 20_000, interval: 25 }

type Settings = NonNullable<Parameters<typeof startMailedApp>[0]> & {
  /** Tables that each test begins with empty, beside those of applications and of what is to be sent. */
  clears?: readonly (keyof Tables)[]
}

/** A site with a mail server and an admin, at noon and without applications at the beginning of each test of the importing file. */
export function prepareMail({ clears = [], ...settings }: Settings = {}) {
  let smtp: SmtpServer
  let app: TestApp
  let admin: AdminClient
  beforeAll(async () => {
    ;({ app, smtp } = await startMailedApp(settings))
  })
  afterAll(() => app.stop())
  beforeEach(async () => {
    app.setNow(new Date(NOON))
    for (const table of ['outbox_tasks', 'mailbox_mails', 'applications', ...clears] as const)
      await app.db.deleteFrom(table).execute()
    smtp.received.length = 0
    smtp.behave({ name: 'take' })
    admin = adminClient(app, await app.signIn())
  })

  /** Sends a request with the token of a private link, if there is one, and JSON if there is a body. */
  const withLink = (method: string, path: string, token?: string, body?: unknown) =>
    app.request(path, {
      method,
      headers: {
        ...(token !== undefined && { [APPLICATION_TOKEN_HEADER]: token }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })

  return {
    app: () => app,
    smtp: () => smtp,
    admin: () => admin,
    /** Goes to a time after noon, in milliseconds, and lets the outbox look for due tasks. */
    goTo: async (ms: number) => {
      app.setNow(new Date(NOON + ms))
      admin = adminClient(app, await app.signIn())
      app.wakeOutbox()
    },
    withLink,
    /** What an applicant reads by a private link. */
    readOwn: async (token: string) => (await (await withLink('GET', API.myApplication, token)).json()) as MyApplication,
    /** The mails that have arrived for an address. */
    mailTo: (address: string) => smtp.received.filter(({ envelopeTo }) => envelopeTo.includes(address)),
  }
}
