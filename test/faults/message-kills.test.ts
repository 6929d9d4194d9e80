import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, expect, test, vi } from 'vitest'
import { endLeases, MAIL_TASKS, prepareMailFaults, readMails, requestAlerts } from '../smtp/mail-faults.ts'
import { queueMail } from '../smtp/queue-mail.ts'

/** How often the program is killed: few in every run of the tests, `KILLS=30` where there is time. */
const KILLS = Number(process.env.KILLS ?? 3)
const MESSAGES_PER_KILL = 12
/** Job alerts whose confirmation leaves beside them. */
const ALERTS_PER_KILL = 4
/** Longest that the program lives after its first message, in milliseconds. */
const LIFE_MS = 250
/** How long the mail server takes to confirm a message, so that many kills come in between. */
const CONFIRM_MS = 15

const { smtp, start, withDatabase } = prepareMailFaults()
beforeAll(() => smtp().behave({ name: 'slow', ms: CONFIRM_MS }))

test(`of messages and job alerts that leave during ${KILLS} kills none is lost, and none is sent twice`, {
  timeout: 600_000,
}, async () => {
  const { received } = smtp()
  const queued = await withDatabase((db) => queueMail(db, KILLS * MESSAGES_PER_KILL))
  const subscribers = Array.from({ length: KILLS * ALERTS_PER_KILL }, (_, index) => `subscriber-${index}@example.com`)
  await withDatabase((db) => requestAlerts(db, subscribers))
  for (let kill = 0; kill < KILLS; kill += 1) {
    const server = await start()
    const before = received.length
    await vi.waitUntil(() => received.length > before, { timeout: 60_000, interval: 2 })
    await wait(Math.random() * LIFE_MS)
    await server.end('SIGKILL')
    await withDatabase(endLeases)
  }
  const survivor = await start()
  await withDatabase((db) =>
    vi.waitFor(
      async () => {
        const open = db.selectFrom('mails').select('id').where('state', 'in', ['waiting', 'sending'])
        expect(await open.execute()).toEqual([])
        const tasks = db.selectFrom('outbox_tasks').select('id').where('kind', 'in', MAIL_TASKS)
        expect(await tasks.execute()).toEqual([])
      },
      { timeout: 120_000, interval: 100 },
    ),
  )
  await survivor.end('SIGTERM')

  const mails = await withDatabase(readMails)
  const arrivals = Map.groupBy(received, ({ mail }) => mail.messageId)
  const uncertain = mails.filter(({ state }) => state === 'perhaps_sent')
  console.log(`${KILLS} kills: ${queued.length} queued, ${received.length} arrived, ${uncertain.length} perhaps sent`)
  expect(mails.map(({ message_id }) => message_id)).toEqual(expect.arrayContaining(queued))
  expect(mails.map(({ address }) => address)).toEqual(expect.arrayContaining(subscribers))
  expect(mails).toHaveLength(queued.length + subscribers.length)
  for (const { message_id, state } of mails) {
    const times = arrivals.get(message_id)?.length ?? 0
    if (state === 'perhaps_sent') expect(times).toBeLessThanOrEqual(1)
    else expect([state, times]).toEqual(['sent', 1])
  }
  expect(uncertain.length).toBeLessThanOrEqual(KILLS)
})
