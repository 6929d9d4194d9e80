import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Application } from '../../../contract/applications/application.ts'
import type { FeedbackVersions, RelatedApplications } from '../../../contract/applications/application-changes.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { FEEDBACK_VERSIONS_LENGTH, RELATED_LENGTH } from '../../../contract/wire/limits.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { type AdminClient, adminClient, signInAs } from '../../../test/admin-client.ts'
import { APPLICANT, apply, insertApplicant } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'

let app: TestApp
let admin: AdminClient
beforeAll(async () => {
  app = await startTestApp()
})
const NOW = Date.parse('2026-05-04T10:00:00.000Z')
const atMinute = (minute: number) => new Date(NOW + minute * 60_000)
beforeEach(async () => {
  app.setNow(atMinute(0))
  admin = adminClient(app, await app.signIn())
})
afterAll(() => app.stop())

const related = async (id: number) =>
  (await admin.request<RelatedApplications>('GET', pathTo(ADMIN_API.relatedApplications, id))).body.applications.map(
    ({ application, matches }) => [application.id, matches.toSorted()],
  )
const versions = async (id: number) =>
  (await admin.request<FeedbackVersions>('GET', pathTo(ADMIN_API.feedbackVersions, id))).body.versions
const write = (id: number, feedback: string, client = admin) =>
  client.request('PATCH', pathTo(ADMIN_API.application, id), { feedback })

/** An applicant with an address and a number that no other test has. */
let people = 0
function person() {
  people += 1
  return { email: `person.${people}@example.com`, phone: `+1 432 555 ${1000 + people}` }
}

test('GET /api/admin/applications/{id} reads one application as the list does, also an archived or quarantined one', async () => {
  const id = await apply(app)
  const { status, body } = await admin.request<Application>('GET', pathTo(ADMIN_API.adminApplication, id))
  expect(status).toBe(200)
  const { body: list } = await admin.request<Application[]>('GET', ADMIN_API.applications)
  expect(body).toEqual(list.find((row) => row.id === id))
  expect(body).toMatchObject({ ...APPLICANT, resume: { fileName: 'resume.pdf' } })
  const archived = await insertApplicant(app.db, { archived: 1, quarantined: 1 })
  expect((await admin.request('GET', pathTo(ADMIN_API.adminApplication, archived))).body).toMatchObject({
    id: archived,
    archived: true,
    quarantined: true,
  })
})

test.each([ADMIN_API.adminApplication, ADMIN_API.relatedApplications, ADMIN_API.feedbackVersions])(
  'GET %s of a deleted application is 404, needs a sign-in, and is stored by no cache',
  async (pattern) => {
    const id = await insertApplicant(app.db)
    expect((await admin.send('GET', pathTo(pattern, id))).headers.get('cache-control')).toBe('no-store')
    await admin.send('DELETE', pathTo(ADMIN_API.adminApplication, id))
    const { status, body } = await admin.request('GET', pathTo(pattern, id))
    expect(status).toBe(404)
    expect(body).toEqual({ code: 'not_found', message: 'This application no longer exists.' })
    for (const odd of ['0', 'x', '99999999999', '1%00']) {
      expect((await admin.send('GET', pattern.replace(':id', odd))).status).toBe(404)
    }
    expect((await app.request(pathTo(pattern, id))).status).toBe(401)
  },
)

test('applications with the same address, digits or file are related, newest first, with what they share', async () => {
  const { email, phone } = person()
  const id = await apply(app, { email, phone })
  await insertApplicant(app.db, person())
  const sameEmail = await insertApplicant(app.db, { ...person(), email: email.toUpperCase() })
  const samePhone = await insertApplicant(app.db, { ...person(), phone: phone.replaceAll(' ', '-'), archived: 1 })
  const sameBoth = await insertApplicant(app.db, { email, phone: phone.replaceAll(/\D/g, '') })
  const all = await related(id)
  expect(all.filter(([, matches]) => String(matches) !== 'file')).toEqual([
    [sameBoth, ['email', 'phone']],
    [samePhone, ['phone']],
    [sameEmail, ['email']],
  ])
})

test('applications with the same file are related, under whatever name and address', async () => {
  const one = await apply(app, { ...person(), name: 'One Name' })
  const other = await apply(app, { ...person(), name: 'Other Name' })
  expect(await related(one)).toContainEqual([other, ['file']])
  expect(await related(other)).toContainEqual([one, ['file']])
})

test('a quarantined application and a number of six digits relate nothing', async () => {
  const { email, phone } = person()
  const id = await insertApplicant(app.db, { email, phone: '12-34-56 ext' })
  await insertApplicant(app.db, { email, quarantined: 1, phone })
  await insertApplicant(app.db, { ...person(), phone: '123456 extension' })
  await insertApplicant(app.db, { ...person(), phone: null })
  expect(await related(id)).toEqual([])
})

test(`of many related applications the newest ${RELATED_LENGTH} are read`, async () => {
  const { email, phone } = person()
  const ids: number[] = []
  for (let count = 0; count <= RELATED_LENGTH + 1; count++) ids.push(await insertApplicant(app.db, { email, phone }))
  const [first = 0, ...others] = ids
  expect((await related(first)).map(([id]) => id)).toEqual(others.toReversed().slice(0, RELATED_LENGTH))
})

test('feedback that one author saves while typing is one version', async () => {
  const id = await insertApplicant(app.db)
  for (const [minute, text] of ['St', 'Strong', 'Strong on MQTT', 'Very strong. Strong on MQTT'].entries()) {
    app.setNow(atMinute(minute))
    await write(id, text)
  }
  expect(await versions(id)).toEqual([
    { at: atMinute(3).toISOString(), by: 'admin', text: 'Very strong. Strong on MQTT' },
  ])
})

test('a save by another author, or more than ten minutes later, begins a new version', async () => {
  const id = await insertApplicant(app.db)
  await write(id, 'Strong')
  const ben = adminClient(app, await signInAs(app, 'ben', { now: atMinute(0) }))
  await write(id, 'Strong. Ben: too far away', ben)
  app.setNow(atMinute(10))
  await write(id, 'Strong. Ben: too far away, for a start', ben)
  app.setNow(new Date(atMinute(10).getTime() + 1))
  await write(id, 'Strong. Ben: too far away, for a start.', ben)
  expect(await versions(id)).toEqual([
    { at: expect.any(String), by: 'ben', text: 'Strong. Ben: too far away, for a start.' },
    { at: atMinute(10).toISOString(), by: 'ben', text: 'Strong. Ben: too far away, for a start' },
    { at: atMinute(0).toISOString(), by: 'admin', text: 'Strong' },
  ])
})

test.each([
  ['cleared', ['Strong on MQTT', '', 'Weak'], ['Weak', 'Strong on MQTT']],
  ['replaced by a longer one', ['Strong on MQTT', 'Weak on everything'], ['Weak on everything', 'Strong on MQTT']],
  ['corrected', ['Do not hire', 'Do hire'], ['Do hire', 'Do not hire']],
  ['shortened from both sides', ['abab', 'ab'], ['ab', 'abab']],
])('a text that is %s while typing stays as an earlier version', async (_, texts, expected) => {
  const id = await insertApplicant(app.db)
  for (const text of texts) await write(id, text)
  expect((await versions(id)).map(({ text }) => text)).toEqual(expected)
})

test('saving the same text again makes no version, and neither does another change', async () => {
  const id = await insertApplicant(app.db)
  await write(id, 'Strong')
  app.setNow(atMinute(60))
  await write(id, 'Strong')
  await admin.request('PATCH', pathTo(ADMIN_API.application, id), { status: 'hired' })
  expect(await versions(id)).toHaveLength(1)
})

test(`of many versions the newest ${FEEDBACK_VERSIONS_LENGTH} are read, and all are deleted with the application`, async () => {
  const id = await insertApplicant(app.db)
  for (let count = 0; count <= FEEDBACK_VERSIONS_LENGTH; count++) {
    app.setNow(atMinute(count * 11))
    await write(id, `Text ${count}`)
  }
  const read = await versions(id)
  expect(read).toHaveLength(FEEDBACK_VERSIONS_LENGTH)
  expect(read.at(0)?.text).toBe(`Text ${FEEDBACK_VERSIONS_LENGTH}`)
  await admin.send('DELETE', pathTo(ADMIN_API.adminApplication, id))
  expect(await app.db.selectFrom('feedback_versions').select('id').where('application_id', '=', id).execute()).toEqual(
    [],
  )
})

test('an address with a domain in another script is one address in both spellings: stored, searched, and as the same person', async () => {
  const stored = 'eva@xn--mller-kva.example'
  const first = await apply(app, { email: 'Eva@Müller.example', phone: '+1 432 555 7001' })
  const second = await apply(app, { email: stored, phone: '+1 432 555 7002' })
  const others = await related(first)
  expect(others.filter((other) => other.flat().includes('email'))).toEqual([[second, ['email', 'file']]])
  for (const q of ['eva@müller.example', 'Eva@mu\u0308ller.example', stored]) {
    const { body } = await admin.request<Application[]>('GET', `${ADMIN_API.applications}?q=${encodeURIComponent(q)}`)
    expect([q, body.map(({ id }) => id)]).toEqual([q, [second, first]])
  }
})
