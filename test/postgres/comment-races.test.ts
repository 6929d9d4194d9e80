import { afterAll, beforeAll, expect, test } from 'vitest'
import { COLLEAGUE_API, COLLEAGUE_DEVICE_HEADER, COLLEAGUE_TOKEN_HEADER } from '../../contract/team/colleague-paths.ts'
import { ADMIN_API } from '../../contract/wire/admin-paths.ts'
import { COMMENT } from '../../contract/wire/limits.ts'
import { pathTo } from '../../contract/wire/paths.ts'
import { lockRow } from '../../server/platform/database/row-locks.ts'
import { type AdminClient, adminClient } from '../admin-client.ts'
import { untilLockWaits } from '../databases/until-lock-waits.ts'
import { insertApplicant } from '../factories.ts'
import { startTestApp, type TestApp } from '../test-app.ts'

let app: TestApp
let admin: AdminClient
let signedIn: { authorization: string }
beforeAll(async () => {
  app = await startTestApp({})
  signedIn = await app.signIn()
  admin = adminClient(app, signedIn)
})
afterAll(() => app.stop())

const post = (path: string, headers: Record<string, string>, body: unknown) =>
  app.request(path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Asks a colleague and opens the link. @returns how the colleague answers */
async function openLink(id: number) {
  const asking = { email: 'lena@example.com', question: 'Would you talk to her?', byMail: false }
  const asked = await admin.request<{ url: string }>('POST', pathTo(ADMIN_API.colleagueQuestions, id), asking)
  const headers = { [COLLEAGUE_TOKEN_HEADER]: asked.body.url.split('#')[1] ?? '' }
  const { device } = (await (await post(COLLEAGUE_API.openAskedQuestion, headers, { code: null })).json()) as {
    device: string
  }
  const opened = { ...headers, [COLLEAGUE_DEVICE_HEADER]: device }
  return () => post(COLLEAGUE_API.askedQuestionAnswer, opened, { verdict: 'talk', comment: 'Yes' })
}

test('an answer that meets the deletion of its application waits for it, and finds no link', async () => {
  const id = await insertApplicant(app.db)
  const answer = await openLink(id)
  let answering: Promise<Response> | undefined
  await app.db.transaction().execute(async (trx) => {
    await lockRow(trx, 'applications', id)
    answering = answer()
    await untilLockWaits(trx)
    await trx.deleteFrom('applications').where('id', '=', id).execute()
  })
  expect((await answering)?.status).toBe(404)
})

test('a comment that meets the deletion of its application waits for it, and is told that the application is gone', async () => {
  const id = await insertApplicant(app.db)
  let writing: Promise<Response> | undefined
  await app.db.transaction().execute(async (trx) => {
    await lockRow(trx, 'applications', id)
    writing = post(pathTo(ADMIN_API.comments, id), signedIn, { text: 'Too late', mentions: [] })
    await untilLockWaits(trx)
    await trx.deleteFrom('applications').where('id', '=', id).execute()
  })
  expect((await writing)?.status).toBe(404)
})

test('an answer that meets the deletion of the account that asked waits for it', async () => {
  const id = await insertApplicant(app.db)
  const answer = await openLink(id)
  let answering: Promise<Response> | undefined
  const deletion = app.db.transaction().execute(async (trx) => {
    await lockRow(trx, 'accounts', 1)
    answering = answer()
    await untilLockWaits(trx)
    await trx.deleteFrom('accounts').where('id', '=', 1).execute()
    throw new Error('The other tests need the account.')
  })
  await expect(deletion).rejects.toThrow('The other tests need the account.')
  expect((await answering)?.status).toBe(204)
})

test('a comment that is sent twice at once is stored once, and the last place is given once', async () => {
  const id = await insertApplicant(app.db)
  const add = (text: string, key: string) =>
    post(pathTo(ADMIN_API.comments, id), { ...signedIn, 'idempotency-key': key }, { text, mentions: [] })
  const twice = await Promise.all([add('once', 'the-same-key-twice'), add('once', 'the-same-key-twice')])
  expect(twice.map(({ status }) => status)).toEqual([201, 201])
  const count = async () =>
    (await app.db.selectFrom('comments').select('id').where('application_id', '=', id).execute()).length
  expect(await count()).toBe(1)
  const row = { application_id: id, account_id: 1, author_name: 'admin', text: 'x', mentions: '[]', created_at: '' }
  const others = Array.from({ length: COMMENT.mostOfApplication - 2 }, () => row)
  await app.db.insertInto('comments').values(others).execute()
  const last = await Promise.all(Array.from({ length: 6 }, (_, index) => add('last', `a-key-of-its-own-${index}`)))
  expect(last.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400, 400, 400])
  expect(await count()).toBe(COMMENT.mostOfApplication)
})
