import * as argon2 from '@node-rs/argon2'
import { expect, test, vi } from 'vitest'
import { adminClient } from '../admin-client.ts'
import { askForReset, insertPasswordReset, resetBy } from '../password-reset-kit.ts'
import { invite, join } from '../people-kit.ts'
import { startMailedApp } from '../smtp/mailed-app.ts'
import { startTestApp, TEST_ADMIN } from '../test-app.ts'
import { signIn, signInTimes, tally } from './sign-ins.ts'

vi.mock('@node-rs/argon2', { spy: true })

/** Kind and cost of every hash that was worked on since the last call, without the salts. */
function workDone() {
  const work = {
    hashed: vi.mocked(argon2.hash).mock.calls.length,
    verified: vi.mocked(argon2.verify).mock.calls.map(([hash]) => String(hash).split('$').slice(0, 4).join('$')),
  }
  vi.mocked(argon2.hash).mockClear()
  vi.mocked(argon2.verify).mockClear()
  return work
}

test('an unknown username costs exactly the work of a known one, from the first request on', async () => {
  const app = await startTestApp()
  try {
    const works: unknown[] = []
    for (const username of ['nobody', 'nobody else']) {
      await signIn(app.url, { username, password: 'a wrong guess' })
      works.push(workDone())
    }
    await app.signIn()
    workDone()
    for (const username of [TEST_ADMIN.username, 'nobody', TEST_ADMIN.username]) {
      await signIn(app.url, { username, password: 'a wrong guess' })
      works.push(workDone())
    }
    const one = { hashed: 0, verified: ['$argon2id$v=19$m=19456,t=2,p=1'] }
    expect(works).toEqual([one, one, one, one, one])
    console.log(`same work: ${works.length} sign-ins, known and unknown, took one argon2 verification of one cost each`)
  } finally {
    await app.stop()
  }
})

test('a deactivated account costs exactly the work of an unknown username, whatever the password', async () => {
  const app = await startTestApp()
  try {
    await app.signIn()
    await app.db.updateTable('accounts').set({ deactivated_at: new Date().toISOString() }).execute()
    workDone()
    const answers: unknown[] = []
    for (const sent of [
      TEST_ADMIN,
      { ...TEST_ADMIN, password: 'a wrong guess' },
      { ...TEST_ADMIN, username: 'nobody' },
    ]) {
      const response = await signIn(app.url, sent)
      answers.push([response.status, response.body, workDone()])
    }
    expect(answers[0]).toMatchObject([401, expect.any(String), { hashed: 0, verified: [expect.any(String)] }])
    expect(answers).toEqual(Array(answers.length).fill(answers[0]))
  } finally {
    await app.stop()
  }
})

test('a link of an invitation that does not work costs no work on a password', async () => {
  const app = await startTestApp()
  try {
    const owner = adminClient(app, await app.signIn())
    const { token } = await invite(owner)
    workDone()
    for (const wrong of ['', 'A', 'A'.repeat(43)]) expect((await join(app, wrong)).status).toBe(404)
    expect((await join(app, token, { username: TEST_ADMIN.username })).status).toBe(409)
    expect(workDone()).toEqual({ hashed: 0, verified: [] })
    expect((await join(app, token)).status).toBe(201)
    expect((await join(app, token)).status).toBe(404)
    expect(workDone()).toEqual({ hashed: 1, verified: [] })
  } finally {
    await app.stop()
  }
})

test('asking for a new password reads no account at all, and costs no work on a password: what a name is finds out a task later', async () => {
  const { app } = await startMailedApp()
  try {
    await app.signIn()
    workDone()
    const answers: unknown[] = []
    const ask = async () => {
      for (const name of [TEST_ADMIN.username, 'nobody', 'ana@example.com']) {
        const response = await askForReset(app, name)
        answers.push([response.status, await response.text()])
      }
    }
    await ask()
    await app.db.schema.alterTable('accounts').renameTo('accounts_of_before').execute()
    await ask()
    expect(answers).toEqual(Array(6).fill([202, '{"minutes":30}']))
    expect(workDone()).toEqual({ hashed: 0, verified: [] })
  } finally {
    await app.stop()
  }
})

test('a link for a new password that does not work costs no work on a password', async () => {
  const app = await startTestApp()
  try {
    await app.signIn()
    const token = await insertPasswordReset(app.db, 1)
    workDone()
    for (const wrong of ['', 'A', 'A'.repeat(43)]) expect((await resetBy(app, wrong)).status).toBe(404)
    expect(workDone()).toEqual({ hashed: 0, verified: [] })
    expect((await resetBy(app, token)).status).toBe(204)
    expect((await resetBy(app, token)).status).toBe(404)
    expect(workDone()).toEqual({ hashed: 1, verified: [] })
  } finally {
    await app.stop()
  }
})

test('guesses sent together are counted before any work is done on them', async () => {
  const app = await startTestApp()
  try {
    await app.signIn()
    workDone()
    const wrong = () => signIn(app.url, { ...TEST_ADMIN, password: 'a wrong guess' })
    await signInTimes(8, wrong)
    const together = await Promise.all(Array.from({ length: 6 }, wrong))
    expect(tally(together)).toEqual({ 401: 2, 429: 4 })
    expect(workDone().verified).toHaveLength(10)
    console.log('same work: of 14 guesses, the last 6 at once, argon2 saw 10')
  } finally {
    await app.stop()
  }
})
