import { expect, test, vi } from 'vitest'
import { ADMIN_API } from '../../contract/wire/admin-paths.ts'
import { API } from '../../contract/wire/paths.ts'
import { SIGN_IN_API } from '../../contract/wire/sign-in-paths.ts'
import type { ServerProcess } from '../run-server.ts'
import { endLeases, prepareMailFaults, readMails, requestAlerts } from '../smtp/mail-faults.ts'
import { queueMail } from '../smtp/queue-mail.ts'

const { smtp, canShare, start, withDatabase } = prepareMailFaults()

/** More than a lease, in case that a process has renewed one. In milliseconds. */
const WHILE_LEASED = { timeout: 90_000, interval: 50 }

const post = (url: string, body?: object, headers = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })

/** Signs in to an installation without accounts. @returns what wakes the outbox of a process, as naming no message does */
async function prepareWaking({ url }: ServerProcess) {
  const credentials = (await (await fetch(url + SIGN_IN_API.setupAdmin, { method: 'POST' })).json()) as object
  const { token } = (await (await post(url + API.login, credentials)).json()) as { token: string }
  return async (server: ServerProcess) => {
    const body = { action: 'cancel', ids: [2_000_000_000] }
    const woken = await post(server.url + ADMIN_API.messageActions, body, { authorization: `Bearer ${token}` })
    expect(woken.status).toBe(200)
  }
}

const settled = async () =>
  (await withDatabase(readMails)).every(({ state }) => state === 'sent' || state === 'perhaps_sent')

test('a mail whose process is paused while it sends is sent once, whether another process goes on or only the same one', {
  timeout: 600_000,
}, async () => {
  await using running = new AsyncDisposableStack()
  const launch = async () => running.adopt(await start(), (server) => void server.end('SIGKILL'))
  const one = await launch()
  const other = canShare() ? await launch() : undefined
  const wake = await prepareWaking(one)
  const { received } = smtp()
  const queueing = {
    message: () => withDatabase((db) => queueMail(db, 1)),
    alert: (at: string) => withDatabase((db) => requestAlerts(db, [`${at}@example.com`])),
  }
  let queued = 0
  for (const kind of ['message', 'alert'] as const) {
    for (const at of ['recipient', 'content'] as const) {
      // So that the first process has it.
      other?.process.kill('SIGSTOP')
      smtp().plan({ name: 'hold', at })
      await queueing[kind](at)
      queued += 1
      await wake(one)
      await smtp().untilHeld()
      await withDatabase(endLeases)
      one.process.kill('SIGSTOP')
      other?.process.kill('SIGCONT')
      if (other) {
        await wake(other)
        await vi.waitUntil(settled, WHILE_LEASED)
      }
      one.process.kill('SIGCONT')
      smtp().release()
      await vi.waitUntil(settled, WHILE_LEASED)
      expect([kind, at, received.length]).toEqual([kind, at, queued])
    }
  }
  // A stop waits for what is being sent.
  for (const server of [one, other]) await server?.end('SIGTERM')
  expect(received).toHaveLength(queued)
  const mails = await withDatabase(readMails)
  expect(received.map(({ mail }) => mail.messageId).toSorted()).toEqual(
    mails.map(({ message_id }) => message_id).toSorted(),
  )
})
