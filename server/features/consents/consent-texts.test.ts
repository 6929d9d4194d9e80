import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ConsentTexts } from '../../../contract/personal-data/consents.ts'
import { CONSENT } from '../../../contract/personal-data/personal-data-limits.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import type { ErrorBody } from '../../../contract/wire/error.ts'
import { type AdminClient, adminClient } from '../../../test/admin-client.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'

let app: TestApp
let admin: AdminClient
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
beforeEach(async () => {
  await app.db.deleteFrom('consent_texts').execute()
  admin = adminClient(app, await app.signIn())
})

const read = async () => (await admin.request<ConsentTexts>('GET', ADMIN_API.consentTexts)).body.versions
const save = (text: string, version: number) =>
  admin.request<ConsentTexts & ErrorBody>('PUT', ADMIN_API.consentTexts, { text, version })

test('until an owner words it, the text of the program applies, with the name of the company', async () => {
  expect(await read()).toEqual([
    { version: 1, by: null, at: null, text: expect.stringContaining('Permian Edge Controls may keep') },
  ])
  expect(await app.db.selectFrom('consent_texts').selectAll().execute()).toEqual([])
})

test('each change is a new version, with who made it and when, and the earlier ones can be read', async () => {
  const [builtIn] = await read()
  await save('I agree.', 1)
  await save('I really agree.', 2)
  expect(await read()).toMatchObject([
    { version: 3, text: 'I really agree.', by: 'admin', at: expect.any(String) },
    { version: 2, text: 'I agree.', by: 'admin' },
    { version: 1, text: builtIn?.text, by: null },
  ])
  const trail = app.db.selectFrom('audit_trail').select('username').where('action', '=', 'consent_text_changed')
  expect(await trail.execute()).toEqual([{ username: 'admin' }, { username: 'admin' }])
})

test('a repeated change is one version, and one of a text that somebody has changed meanwhile is refused', async () => {
  const answers = await Promise.all([save('I agree.', 1), save('I agree.', 1), save('I agree.', 1)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await read()).toHaveLength(2)
  const late = await save('Something else.', 1)
  expect([late.status, late.body.code]).toEqual([409, 'changed_meanwhile'])
  expect((await read())[0]?.text).toBe('I agree.')
})

test('an empty text, one that is too long, and one version too many are refused', async () => {
  expect((await save('  ', 1)).status).toBe(400)
  expect((await save('x'.repeat(CONSENT.text + 1), 1)).status).toBe(400)
  const at = new Date().toISOString()
  const rows = Array.from({ length: CONSENT.mostVersions }, (_, index) => ({
    ...{ version: index + 1, text: `Version ${index + 1}`, saved_by: 'admin', saved_at: at },
  }))
  await app.db.insertInto('consent_texts').values(rows).execute()
  expect((await save('One more', CONSENT.mostVersions)).status).toBe(400)
  expect(await read()).toHaveLength(CONSENT.mostVersions)
})
