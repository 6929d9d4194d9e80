import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from '@playwright/test'
import { loadDemo } from '../../demo/load-demo.ts'
import { createSession } from '../../server/features/accounts/session-queries.ts'
import { openDatabase } from '../../server/platform/database/sqlite/open-database.ts'
import { openLocalStore } from '../../server/platform/file-stores/local-store.ts'
import { runServer } from '../../test/run-server.ts'
import { startSmtpServer } from '../../test/smtp/smtp-kit.ts'
import { expect } from './site.ts'

/** A running server with the data of the demo, which sends mail. */
type DemoSite = {
  url: string
  /** @returns the token of a new session */
  signInAs(username: string): Promise<string>
  /** Waits for a mail to an address with a link, without the ten minutes before it leaves. @returns the link on this server */
  linkTo(address: string, path: RegExp): Promise<string>
}

/** Tests with a server of their own that has the data of the demo. */
export const test = base.extend<{ demo: DemoSite }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
  demo: async ({}, use) => {
    await using used = new AsyncDisposableStack()
    const dataDir = await mkdtemp(join(tmpdir(), 'wellhead-e2e-'))
    used.defer(() => rm(dataDir, { recursive: true, force: true }))
    const withDatabase = async <Result>(work: (db: Awaited<ReturnType<typeof openDatabase>>) => Promise<Result>) => {
      const db = await openDatabase(dataDir)
      return work(db).finally(() => db.destroy())
    }
    await withDatabase(async (db) => {
      const store = await openLocalStore(dataDir)
      await loadDemo({ db, store, now: new Date(), timeZone: 'America/Chicago', hasMail: true })
      await store.close()
    })
    const smtp = await startSmtpServer()
    used.defer(() => smtp.stop())
    const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'Permian Edge Controls <careers@example.com>' }
    const server = await runServer({ DATA_DIR: dataDir, ...mail })
    used.defer(async () => void (await server.end('SIGTERM')))
    await use({
      url: server.url,
      signInAs: (username) =>
        withDatabase(async (db) => {
          const account = db.selectFrom('accounts').select('id').where('username', '=', username)
          return (await createSession(db, (await account.executeTakeFirstOrThrow()).id, new Date())).token
        }),
      linkTo: async (address, path) => {
        await withDatabase((db) =>
          db
            .updateTable('outbox_tasks')
            .set({ run_after: new Date(0).toISOString() })
            .execute(),
        )
        const find = () =>
          smtp.received
            .filter(({ envelopeTo }) => envelopeTo.includes(address))
            .flatMap(({ mail }) => path.exec(mail.text ?? '')?.[0] ?? [])
            .at(-1)
        await expect.poll(find, { message: `a mail to ${address}`, timeout: 60_000 }).toBeDefined()
        return server.url + find()
      },
    })
  },
})
