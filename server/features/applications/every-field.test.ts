import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import {
  APPLICANT_FIELD_NAMES,
  APPLICANT_FIELDS,
  type ApplicantField,
  type PersonField,
} from '../../../contract/applications/applicant-fields.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { API, APPLICATION_TOKEN_HEADER, PAGE } from '../../../contract/wire/paths.ts'
import { adminClient } from '../../../test/admin-client.ts'
import { apply, createJob } from '../../../test/factories.ts'
import { insertPrivateLink } from '../../../test/private-link.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'
import type { Applicant } from './stored/application-fields.ts'
import { fingerprint } from './submission/earlier-attempt.ts'

/** Each is found by a word that no other field has. */
const PERSON: Record<PersonField, { typed: string; word: string }> = {
  name: { typed: 'Everina Fields', word: 'everina' },
  email: { typed: 'mailbox@example.com', word: 'mailbox' },
  phone: { typed: '+1 432 555 0187', word: '0187' },
}
const wordOf = (field: ApplicantField) => (field in PERSON ? PERSON[field as PersonField].word : field.toLowerCase())
const typedIn = (field: ApplicantField) => {
  if (field in PERSON) return PERSON[field as PersonField].typed
  const entry = APPLICANT_FIELDS[field]
  if (entry.kind === 'link') return `https://${'domain' in entry ? entry.domain : 'example.org'}/${wordOf(field)}`
  return `A text with ${wordOf(field)}.`
}
const TYPED = Object.fromEntries(APPLICANT_FIELD_NAMES.map((field) => [field, typedIn(field)]))

let app: TestApp
let id: number
beforeAll(async () => {
  app = await startTestApp()
  id = await apply(app, { ...TYPED, jobId: String(await createJob(app)) })
})
afterAll(() => app.stop())

test('each field of the applicant is in the form, with JavaScript and without', async () => {
  for (const page of [PAGE.landing, PAGE.apply]) {
    const html = await (await app.request(page)).text()
    for (const field of APPLICANT_FIELD_NAMES) {
      expect(html).toContain(`name="${field}"`)
      expect(html).toContain(APPLICANT_FIELDS[field].label)
    }
  }
})

test('each field of the applicant is shown again where the form without JavaScript was refused', async () => {
  const body = new FormData()
  for (const [field, text] of Object.entries(TYPED)) body.append(field, text)
  const response = await app.request(PAGE.apply, { method: 'POST', body })
  const html = await response.text()
  expect(response.status).toBe(400)
  for (const field of APPLICANT_FIELD_NAMES) expect(html).toContain(typedIn(field))
})

test('each field of the applicant is stored, and admins and the applicant read it', async () => {
  const listed = await app.request('/api/applications', { headers: await app.signIn() })
  expect(await listed.json()).toMatchObject([{ id, ...TYPED }])
  const headers = { [APPLICATION_TOKEN_HEADER]: await insertPrivateLink(app.db, id) }
  expect(await (await app.request(API.myApplication, { headers })).json()).toMatchObject(TYPED)
})

test('each field of the applicant is searched', async () => {
  const headers = await app.signIn()
  for (const field of APPLICANT_FIELD_NAMES) {
    const found = await (await app.request(`/api/applications?q=${wordOf(field)}`, { headers })).json()
    expect(found, field).toMatchObject([{ id }])
  }
})

test('each field of the applicant is in the text beside the downloaded resume', async () => {
  const admin = adminClient(app, await app.signIn())
  const response = await admin.send('POST', ADMIN_API.downloadResumes, { applications: [{ id }] })
  const archive = await fromBufferPromise(Buffer.from(await response.arrayBuffer()))
  let text = ''
  for await (const entry of archive.eachEntry())
    if (entry.fileName.includes('details')) text = String(await buffer(await archive.openReadStreamPromise(entry)))
  for (const field of APPLICANT_FIELD_NAMES) expect(text).toContain(typedIn(field))
})

test('a form that differs in any field of the applicant has another fingerprint', () => {
  const sent = { applicant: TYPED as Applicant, answers: {}, jobId: null }
  for (const field of APPLICANT_FIELD_NAMES) {
    const other = { ...sent, applicant: { ...sent.applicant, [field]: 'another text' } }
    expect(fingerprint(other, undefined)).not.toBe(fingerprint(sent, undefined))
  }
})
