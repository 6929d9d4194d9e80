import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { People } from '../../../contract/accounts/people.ts'
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
const isConfirmed = async () =>
  (await owner.request<People>('GET', ADMIN_API.people)).body.people.find((person) => person.id === id)
    ?.isEmailConfirmed
/** Whether an interviewer with this address counts as a stranger, who is asked by a private link. */
const isStranger = async () => {
  const applicant = await insertApplicant(app.db)
  await owner.request('POST', pathTo(ADMIN_API.applicationInterviews, applicant), DETAILS)
  const path = pathTo(ADMIN_API.colleagueQuestions, applicant)
  return (await owner.request<{ questions: unknown[] }>('GET', path)).body.questions.length > 0
}

test('an interviewer who typed the own address has an account once an owner names the same one', async () => {
  expect(await isStranger()).toBe(true)
  expect(await isConfirmed()).toBe(false)
  const other = await change({ displayName: 'Kim Lee', role: 'owner' })
  expect(other.body, 'another change confirms nothing').toMatchObject({ isEmailConfirmed: false })
  expect(await isStranger()).toBe(true)
  const confirmed = { email: KIM, displayName: 'Kim Lee', isEmailConfirmed: true }
  expect(await change({ email: KIM })).toMatchObject({ status: 200, body: confirmed })
  expect(await isStranger()).toBe(false)
  expect(await isConfirmed()).toBe(true)
  expect((await kim.send('PUT', ADMIN_API.ownEmail, { email: KIM })).status).toBe(200)
  expect(await isStranger(), 'the person changes nothing by the same').toBe(false)
  const trail = await owner.send('GET', `${ADMIN_API.audit}?person=1`)
  expect(await trail.text(), 'the audit trail has it').toContain('email_changed')
})

test('a person does not confirm the own address, and the operator does', async () => {
  await change({ role: 'owner' })
  const own = await kim.request('PATCH', pathTo(ADMIN_API.person, id), { email: KIM })
  expect(own).toMatchObject({ status: 200, body: { isEmailConfirmed: false } })
  expect(await isStranger()).toBe(true)
  const operator = { by: null, device: null, now: new Date(NOON) }
  await changeEmail({ db: app.db, hash: createKeyedHash(), securityMails: null }, id, KIM, operator)
  expect(await isStranger()).toBe(false)
})

test('another address is confirmed where another person gives it, and none is where there is no address', async () => {
  const given = { email: 'kim.lee@example.com', isEmailConfirmed: true }
  expect((await change({ email: given.email })).body).toMatchObject(given)
  await change({ role: 'owner' })
  const own = await kim.request('PATCH', pathTo(ADMIN_API.person, id), { email: KIM })
  expect(own.body).toMatchObject({ email: KIM, isEmailConfirmed: false })
  expect((await change({ email: null })).body).toMatchObject({ email: null, isEmailConfirmed: false })
})
