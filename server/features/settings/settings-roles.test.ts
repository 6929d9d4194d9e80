import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Settings } from '../../../contract/site/settings.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { adminClient, signInAs } from '../../../test/admin-client.ts'
import { changeSettings } from '../../../test/change-settings.ts'
import { question } from '../../../test/questions.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

test('a hiring manager reads the settings without the questions that are saved from postings', async () => {
  const owner = adminClient(app, await app.signIn())
  await changeSettings(owner, { answerWithinDays: 4, savedQuestions: [question({ text: 'Why the secret project?' })] })
  const manager = adminClient(app, await signInAs(app, 'maria', { role: 'hiring_manager' }))
  const recruiter = adminClient(app, await signInAs(app, 'rita', { role: 'recruiter' }))
  const read = async (client: typeof owner) =>
    (await client.request<{ settings: Settings; version: number }>('GET', ADMIN_API.settings)).body
  const stored = await read(owner)
  expect(stored.settings.savedQuestions).toHaveLength(1)
  expect(await read(recruiter)).toEqual(stored)
  expect(await read(manager)).toEqual({ ...stored, settings: { ...stored.settings, savedQuestions: [] } })
  const change = { settings: { answerWithinDays: 5 }, version: stored.version }
  expect((await manager.request('PATCH', ADMIN_API.settings, change)).status).toBe(403)
  expect(await read(owner)).toEqual(stored)
})
