import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { findOptional } from '../../scripts/optional-programs.ts'
import type { Db } from '../../server/platform/database/tables.ts'
import { type DovecotServer, startDovecot } from '../dovecot/dovecot-server.ts'
import { writeMail, writeMailWithFiles } from '../dovecot/reply-mails.ts'
import { fixture, insertApplicant } from '../factories.ts'
import { prepareMailFaults } from '../smtp/mail-faults.ts'

/** How often the program is killed: few in every run of the tests, `KILLS=30` where there is time. */
const KILLS = Number(process.env.KILLS ?? 3)
const REPLIES_PER_KILL = 40
/** Every so many of them have a file. */
const FILE_EVERY = 5
/** Longest that the program lives after it has stored its first reply, in milliseconds. */
const LIFE_MS = 300
const PATIENT = { timeout: 120_000, interval: 20 }

const COMMAND = findOptional('dovecot')

describe.skipIf(!COMMAND)('where Dovecot is installed', () => {
  const { start, withDatabase, canShare } = prepareMailFaults()
  let dovecot: DovecotServer
  beforeAll(async () => {
    dovecot = await startDovecot(COMMAND ?? '')
  })
  afterAll(() => dovecot?.stop())

  test(`of replies that are read during ${KILLS} kills none is lost, and none is stored twice`, {
    timeout: 600_000,
  }, async () => {
    const count = KILLS * REPLIES_PER_KILL
    // The first start makes the database.
    await (await start()).end('SIGTERM')
    await withDatabase((db) => insertSent(db, count))
    for (let index = 0; index < count; index += 1) await dovecot.deliver(replyTo(index))
    const environment = { IMAP_URL: dovecot.url }
    for (let kill = 0; kill < KILLS; kill += 1) {
      const before = await withDatabase(countStored)
      const servers = [await start(environment), ...(canShare() ? [await start(environment)] : [])]
      await vi.waitFor(async () => expect(await withDatabase(countStored)).toBeGreaterThan(before), PATIENT)
      await wait(Math.random() * LIFE_MS)
      for (const server of servers) await server.end('SIGKILL')
      await withDatabase(endLease)
    }
    // The mailbox is made anew too: every mail has another UID and is read again.
    await withDatabase((db) => db.updateTable('inboxes').set({ uid_validity: '1', last_uid: 0 }).execute())
    const survivor = await start(environment)
    await vi.waitFor(async () => {
      expect(await withDatabase(countStored)).toBe(count)
      expect(await withDatabase(readValidity)).not.toBe('1')
    }, PATIENT)
    expect(await survivor.end('SIGTERM')).toBe(0)

    const { replies, files, referenced } = await withDatabase(readAll)
    expect(replies.map(({ body }) => body).toSorted()).toEqual(
      Array.from({ length: count }, (_, index) => `Reply ${index}.`).toSorted(),
    )
    expect(files).toHaveLength(Math.ceil(count / FILE_EVERY))
    expect(referenced, 'each file is stored').toHaveLength(files.length)
  })
})

function replyTo(index: number): string {
  const written = { answers: [idOf(index)], text: `Reply ${index}.` }
  if (index % FILE_EVERY > 0) return writeMail(written)
  return writeMailWithFiles(written, [
    { name: 'certificate.pdf', type: 'application/pdf', content: fixture('resume.pdf') },
  ])
}

const idOf = (index: number) => `<sent-${index}@jobs.example.com>`

/** Messages that have left for one applicant. */
async function insertSent(db: Db, count: number): Promise<void> {
  const application_id = await insertApplicant(db, { email: 'jane@example.com' })
  const at = new Date().toISOString()
  const message = { kind: 'personal', state: 'sent', not_before: at, settled_at: at, created_at: at } as const
  const text = { to_name: 'Jane', to_address: 'jane@example.com', subject: 'News', body: 'Hello' }
  for (let index = 0; index < count; index += 1)
    await db
      .insertInto('mails')
      .values({ ...message, ...text, application_id, reason: `sent ${index}`, message_id: idOf(index) })
      .execute()
}

async function countStored(db: Db): Promise<number> {
  const all = db.selectFrom('replies').select(({ fn }) => fn.countAll<number | string>().as('count'))
  return Number((await all.executeTakeFirstOrThrow()).count)
}

async function readValidity(db: Db): Promise<string | null | undefined> {
  return (await db.selectFrom('inboxes').select('uid_validity').executeTakeFirst())?.uid_validity
}

/** As if the lease of a killed process were over. */
async function endLease(db: Db): Promise<void> {
  await db
    .updateTable('inboxes')
    .set({ held_until: new Date(0).toISOString() })
    .execute()
}

async function readAll(db: Db) {
  return {
    replies: await db.selectFrom('replies').select('body').execute(),
    files: await db.selectFrom('resumes').select('id').where('reply_id', 'is not', null).execute(),
    referenced: await db.selectFrom('resume_replicas').select('key').where('state', '=', 'stored').execute(),
  }
}
