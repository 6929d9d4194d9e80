import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DEFAULT_SETTINGS, type Settings } from '../../../contract/site/settings.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { type AdminClient, adminClient } from '../../../test/admin-client.ts'
import { question } from '../../../test/questions.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'

type Stored = { settings: Settings; version: number | null }

let app: TestApp
let admin: AdminClient
beforeAll(async () => {
  app = await startTestApp()
  admin = adminClient(app, await app.signIn())
})
afterAll(() => app.stop())
beforeEach(() => app.db.deleteFrom('settings').execute())

const read = async () => (await admin.request<Stored>('GET', ADMIN_API.settings)).body
const change = (settings: Partial<Settings>, version: number | null) =>
  admin.request<Stored & { code?: string; current?: Stored }>('PATCH', ADMIN_API.settings, { settings, version })
const store = (document: object) =>
  app.db
    .insertInto('settings')
    .values({ id: 1, settings: JSON.stringify(document) })
    .execute()
const storedDocument = async () =>
  JSON.parse((await app.db.selectFrom('settings').select('settings').executeTakeFirstOrThrow()).settings)

test('settings have their default until they are changed, and a change leaves the others as they are', async () => {
  expect(await read()).toEqual({ settings: DEFAULT_SETTINGS, version: null })
  const first = await change({ answerWithinDays: 4 }, null)
  expect([first.status, first.body]).toEqual([
    200,
    { settings: { ...DEFAULT_SETTINGS, answerWithinDays: 4 }, version: 1 },
  ])
  const digest = { isOn: false, time: '09:30' }
  expect((await change({ digest }, 1)).body.settings).toEqual({ ...DEFAULT_SETTINGS, answerWithinDays: 4, digest })
  expect(await storedDocument()).toEqual({ answerWithinDays: 4, digest })
})

test('after a return to an older version, saving one card keeps all of the others that it cannot read', async () => {
  const document = {
    answerWithinDays: 4,
    decisionMessages: { ...DEFAULT_SETTINGS.decisionMessages, hired: 'tomorrow' },
    digest: { isOn: true, time: '08:00', days: ['Monday'] },
    savedQuestions: [question(), question({ text: 'Show us', kind: 'video' as 'link' })],
    settingOfLater: { isOn: true },
  }
  await store(document)
  const readable = { ...DEFAULT_SETTINGS, answerWithinDays: 4, savedQuestions: [question()] }
  expect((await read()).settings).toEqual(readable)

  const embeddingSites = ['https://www.example.com']
  const saved = await change({ embeddingSites }, 1)
  expect(saved.body).toEqual({ settings: { ...readable, embeddingSites }, version: 2 })
  expect(await storedDocument()).toEqual({ ...document, embeddingSites })

  const digest = { isOn: true, time: '10:00' }
  await change({ digest }, 2)
  expect(await storedDocument()).toEqual({ ...document, embeddingSites, digest })
})

test('a change that is repeated because no response came succeeds, and is recorded once', async () => {
  const count = async () =>
    (await app.db.selectFrom('audit_trail').select('id').where('event', 'like', '%settings_changed%').execute()).length
  const before = await count()
  const first = await change({ answerWithinDays: 4 }, null)
  expect(await change({ answerWithinDays: 4 }, null)).toEqual(first)
  expect([first.status, (await count()) - before]).toEqual([200, 1])
  const atOnce = await Promise.all(Array.from({ length: 6 }, () => change({ answerWithinDays: 5 }, 1)))
  expect(atOnce.map(({ status, body }) => [status, body.version])).toEqual(atOnce.map(() => [200, 2]))
  expect((await count()) - before).toBe(2)
})

test('of two changes of the same version one is refused with what is stored, and each is in the audit trail', async () => {
  const entries = () =>
    app.db.selectFrom('audit_trail').select('username').where('event', 'like', '%settings_changed%').execute()
  const before = (await entries()).length
  const attempts = await Promise.all([change({ answerWithinDays: 4 }, null), change({ answerWithinDays: 5 }, null)])
  const refused = attempts.find(({ status }) => status !== 200)
  expect(attempts.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect([refused?.body.code, refused?.body.current]).toEqual(['changed_meanwhile', await read()])
  expect((await entries()).slice(before)).toEqual([{ username: 'admin' }])
})

test('two saved questions with the same text, whatever its case, are refused, and the first of stored ones is read', async () => {
  const savedQuestions = [question({ text: 'Where?' }), question({ text: 'where?', kind: 'long_text' })]
  const { status, body } = await change({ savedQuestions }, null)
  expect([status, body]).toMatchObject([
    400,
    { issues: [{ path: 'settings.savedQuestions.1.text', message: 'Save each question once' }] },
  ])
  await store({ savedQuestions })
  expect((await read()).settings.savedQuestions).toEqual(savedQuestions.slice(0, 1))
})
