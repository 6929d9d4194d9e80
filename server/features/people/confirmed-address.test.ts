import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { API, pathTo } from '../../../contract/wire/paths.ts'
import { type AdminClient, adminClient, signInAs } from '../../../test/admin-client.ts'
import { insertApplicant } from '../../../test/factories.ts'
import { DETAILS } from '../../../test/smtp/interview-kit.ts'
import { NOON } from '../../../test/smtp/mail-kit.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'
import { createKeyedHash } from '../../platform/http/client-address.ts'
import { changeEmail } from '../accounts/manage-accounts.ts'

const KIM = 'kim@example.com'

let app: TestApp
let owner: AdminClient
let kim: AdminClient
let id: number
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
/** Kim has typed her address. */
beforeEach(async () => {
  app.setNow(new Date(NOON))
  await app.db.deleteFrom('accounts').where('id', '>', 1).execute()
  owner = adminClient(app, await app.signIn())
  kim = adminClient(app, await signInAs(app, 'kim', { now: new Date(NOON), role: 'recruiter' }))
  id = (await kim.request<{ id: number }>('GET', API.me)).body.id
  expect((await kim.send('PUT', ADMIN_API.ownEmail, { email: KIM })).status).toBe(200)
})

const change = (body: object) => owner.request('PATCH', pathTo(ADMIN_API.person, id), body)
/** Whether an interviewer with this address counts as a stranger, who is asked by a private link. */
const isStranger = async () => {
  const applicant = await insertApplicant(app.db)
  await owner.request('POST', pathTo(ADMIN_API.applicationInterviews, applicant), DETAILS)
  const path = pathTo(ADMIN_API.colleagueQuestions, applicant)
  return (await owner.request<{ questions: unknown[] }>('GET', path)).body.questions.length > 0
}

test('an interviewer who typed the own address has an account once an owner names the same one', async () => {
  expect(await isStranger()).toBe(true)
  await change({ displayName: 'Kim Lee', role: 'owner' })
  expect(await isStranger(), 'another change confirms nothing').toBe(true)
  expect(await change({ email: KIM })).toMatchObject({ status: 200, body: { email: KIM, displayName: 'Kim Lee' } })
  expect(await isStranger()).toBe(false)
  expect((await kim.send('PUT', ADMIN_API.ownEmail, { email: KIM })).status).toBe(200)
  expect(await isStranger(), 'the person changes nothing by the same').toBe(false)
  const trail = await owner.send('GET', `${ADMIN_API.audit}?person=1`)
  expect(await trail.text(), 'the audit trail has it').toContain('email_changed')
})

test('a person does not confirm the own address, and the operator does', async () => {
  await change({ role: 'owner' })
  expect((await kim.send('PATCH', pathTo(ADMIN_API.person, id), { email: KIM })).status).toBe(200)
  expect(await isStranger()).toBe(true)
  const operator = { by: null, device: null, now: new Date(NOON) }
  await changeEmail({ db: app.db, hash: createKeyedHash(), securityMails: null }, id, KIM, operator)
  expect(await isStranger()).toBe(false)
})
