import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, vi } from 'vitest'
import type { Replies } from '../../contract/messages/replies.ts'
import { ADMIN_API } from '../../contract/wire/admin-paths.ts'
import { pathTo } from '../../contract/wire/paths.ts'
import type { InboxSettings } from '../../server/platform/inbox/inbox-settings.ts'
import { type AdminClient, adminClient } from '../admin-client.ts'
import { insertApplicant } from '../factories.ts'
import { startMailedApp } from '../smtp/mailed-app.ts'
import type { SmtpServer } from '../smtp/smtp-kit.ts'
import type { TestApp } from '../test-app.ts'
import { type DovecotServer, startDovecot } from './dovecot-server.ts'

/** For what the program and its servers do in their own time. */
const PATIENT = { timeout: 20_000, interval: 25 }

/** A site with a mail server, the real Dovecot, and an admin; each test begins without applications and with an empty mailbox. */
export function prepareMailbox(command: string | undefined, changes: Partial<InboxSettings> = {}) {
  let smtp: SmtpServer
  let app: TestApp
  let admin: AdminClient
  let dovecot: DovecotServer
  beforeAll(async () => {
    dovecot = await startDovecot(command ?? '')
    ;({ app, smtp } = await startMailedApp({ inbox: { ...dovecot.settings, ...changes } }))
  })
  afterAll(async () => {
    await app?.stop()
    await dovecot?.stop()
  })
  beforeEach(async () => {
    app.setNow(undefined)
    for (const table of ['outbox_tasks', 'mails', 'applications', 'notices'] as const)
      await app.db.deleteFrom(table).execute()
    await dovecot.as(async (client) => {
      await client.mailboxOpen('INBOX')
      await client.messageDelete('1:*')
    })
    smtp.received.length = 0
    admin = adminClient(app, await app.signIn())
  })
  const read = () => app.runWork('read-mailbox')
  const replies = async (id: number) =>
    ((await (await admin.send('GET', pathTo(ADMIN_API.replies, id))).json()) as Replies).replies

  return {
    app: () => app,
    smtp: () => smtp,
    admin: () => admin,
    dovecot: () => dovecot,
    read,
    replies,
    /** Inserts an applicant. */
    applicant: (email = 'jane@example.com', more = {}) => insertApplicant(app.db, { name: 'Jane Doe', email, ...more }),
    /** Writes to an applicant, and waits until that has left. @returns its Message-ID */
    write: async (id: number, body = 'Hello Jane, could you send us your certificate?') => {
      const before = smtp.received.length
      const written = await admin.send('POST', ADMIN_API.messages, {
        applications: [id],
        subject: 'Your application',
        body,
      })
      const { messages } = (await written.json()) as { messages: { id: number }[] }
      const ids = messages.map((message) => message.id)
      await admin.send('POST', ADMIN_API.messageActions, { action: 'send', ids })
      await smtp.untilReceived(before + 1)
      await vi.waitFor(async () => {
        const { state } = await app.db
          .selectFrom('mails')
          .select('state')
          .where('id', 'in', ids)
          .executeTakeFirstOrThrow()
        if (state !== 'sent') throw new Error(state)
      }, PATIENT)
      return smtp.received[before]?.mail.messageId ?? ''
    },
    /** Delivers mails and has them read. */
    receive: async (...mails: (string | Buffer)[]) => {
      for (const mail of mails) await dovecot.deliver(mail)
      await read()
    },
    /** The states of the messages of an application, oldest first. */
    states: async (id: number) => {
      const rows = app.db.selectFrom('mails').select(sql<string>`state`.as('state')).where('application_id', '=', id)
      return (await rows.orderBy('id').execute()).map(({ state }) => state)
    },
  }
}
