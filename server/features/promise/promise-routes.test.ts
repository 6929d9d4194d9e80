import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ResponseTime } from '../../../contract/promise/promised-time.ts'
import { PAGE_DATA_ID, type PageData } from '../../../contract/site/page-data.ts'
import { API } from '../../../contract/wire/paths.ts'
import { type AdminClient, adminClient } from '../../../test/admin-client.ts'
import { changeSettings } from '../../../test/change-settings.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'

let app: TestApp
let admin: AdminClient
beforeAll(async () => {
  app = await startTestApp()
  admin = adminClient(app, await app.signIn())
})
afterAll(() => app.stop())

const promise = async () => (await (await app.request(API.promise)).json()) as ResponseTime
const dataOf = async (path: string) => {
  const page = await (await app.request(path)).text()
  const [, json = ''] = new RegExp(`id="${PAGE_DATA_ID}">([^<]*)`).exec(page) ?? []
  return { page, data: JSON.parse(json) as PageData }
}

test('the promised days are those of the settings, in every page and from the next request on', async () => {
  expect(await promise()).toEqual({ answerWithinDays: 10, medianDays: null, decisions: null })
  expect((await dataOf('/')).page).toContain('You hear from us either way, within 10 days.')
  expect((await dataOf('/')).page).not.toContain('(median of')
  await changeSettings(admin, { answerWithinDays: 1 })
  expect(await promise()).toEqual({ answerWithinDays: 1, medianDays: null, decisions: null })
  expect((await dataOf('/')).page).toContain('within 1 day.')
  for (const path of ['/', '/recovery', '/admin/dashboard', '/admin/insights'])
    expect((await dataOf(path)).data.promise, path).toEqual({ answerWithinDays: 1, medianDays: null, decisions: null })
})
