import { expect, test, vi } from 'vitest'
import type { Application } from '../../../contract/applications/application.ts'
import type { Person } from '../../../contract/personal-data/person-erasure.ts'
import type { Retention } from '../../../contract/personal-data/retention-rules.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { API, pathTo } from '../../../contract/wire/paths.ts'
import { formatReference } from '../../../contract/wire/reference.ts'
import { adminClient, signInAs } from '../../../test/admin-client.ts'
import { APPLICANT, createJob, insertApplicant } from '../../../test/factories.ts'
import { sendResume } from '../../../test/private-link.ts'
import { everyRow } from '../../../test/security/operations.ts'
import { prepareApplicants } from '../../../test/smtp/applicant-kit.ts'
import { DAY, NOON, PATIENT } from '../../../test/smtp/mail-kit.ts'
import { testStores } from '../../../test/stores/test-stores.ts'
import { readConfig } from '../../config.ts'
import { openLocalStore } from '../../platform/file-stores/local-store.ts'
import { scheduleTask } from '../../platform/outbox/outbox-queries.ts'
import type { TaskAttempt } from '../../platform/outbox/task-kinds.ts'
import { eraseApplicationTask } from '../resumes/resume-task-kinds.ts'
import { erasureHandler } from './erase-application.ts'

const { countTasks, app, admin, arrive, goTo, withLink } = prepareApplicants()

const ADDRESS = APPLICANT.email.toLowerCase()

const readPerson = async (id: number) =>
  (await admin().request<Person>('GET', pathTo(ADMIN_API.personOfApplication, id))).body
const erase = (id: number, applicationIds: number[]) =>
  admin().send('POST', pathTo(ADMIN_API.erasePerson, id), { applicationIds })
const untilErased = () => vi.waitFor(async () => expect(await countTasks('erase-application')).toBe(0), PATIENT)
const storedIds = async () =>
  (await app().db.selectFrom('applications').select('id').orderBy('id').execute()).map(({ id }) => id)
const entriesOf = async (id: number) => {
  const entries = app().db.selectFrom('audit_trail').select(['username', 'event']).orderBy('id', 'desc')
  const rows = await entries.where('subject_id', '=', id).where('subject', '=', 'application').execute()
  return rows.map(({ username, event }) => ({ by: username, ...JSON.parse(event) }))
}
const subscribe = (email: string, request_id: string) => {
  const at = new Date(NOON).toISOString()
  const row = { email, request_id, remote: 0 as const, created_at: at, ends_at: at, seen_until: at }
  return app().db.insertInto('job_alerts').values(row).execute()
}

test('an owner is shown all that is stored of a person, and it is erased with every application and job alert', async () => {
  const jobId = await createJob(app())
  const { id, token } = await arrive({ jobId: String(jobId) })
  const archived = await arrive({ email: ADDRESS.toUpperCase() })
  await admin().send('PATCH', pathTo(ADMIN_API.adminApplication, archived.id), { archived: true })
  const quarantined = await insertApplicant(app().db, { email: ADDRESS, name: APPLICANT.name, quarantined: 1 })
  const other = await arrive({ name: 'Ben Ode', email: 'ben@example.com' })
  await admin().send('POST', pathTo(ADMIN_API.comments, id), { text: 'Knows pumps', mentions: [] })
  for (const [email, request] of [
    [ADDRESS, 'one'],
    ['ben@example.com', 'two'],
  ] as const)
    await subscribe(email, request)

  const person = await readPerson(id)
  expect(person).toMatchObject({
    applications: [
      { id: quarantined, quarantined: true, isErasing: false },
      { id: archived.id, archived: true, jobTitle: null },
      { id, archived: false, jobTitle: expect.stringMatching(/./), createdAt: new Date(NOON).toISOString() },
    ],
    counts: { files: 2, messages: 2, comments: 1, scorecards: 0, interviews: 0, jobAlerts: 1 },
    ...{ hasMore: false, waitsFor: null },
  })
  expect((await erase(id, [quarantined, archived.id, id])).status).toBe(204)
  expect((await withLink('GET', '/api/my-application', token)).status).toBe(404)
  await untilErased()
  expect(await storedIds()).toEqual([other.id])
  expect(await entriesOf(id)).toMatchObject([
    { by: null, action: 'erased' },
    { by: 'admin', action: 'erasure_requested', cause: 'owner' },
    { action: 'comment_added' },
    { action: 'message' },
    { action: 'received' },
  ])
  const alerts = await app().db.selectFrom('job_alerts').select('email').orderBy('id').execute()
  expect(alerts).toEqual([{ email: 'ben@example.com' }])
  const everything = JSON.stringify(await everyRow(app()))
  for (const personal of [APPLICANT.name, ADDRESS, 'Knows pumps', token])
    expect(everything.toLowerCase()).not.toContain(personal.toLowerCase())
})

test('nothing is erased unseen: one application more, or one less, is 409', async () => {
  const { id } = await arrive()
  const seen = (await readPerson(id)).applications.map((each) => each.id)
  const later = await arrive()
  for (const ids of [seen, [id, later.id, later.id + 1], [later.id]]) {
    const response = await erase(id, ids)
    expect([response.status, (await response.json()).code]).toEqual([409, 'changed_meanwhile'])
  }
  expect(await storedIds()).toEqual([id, later.id])
  expect(await countTasks('erase-application')).toBe(0)
  expect((await erase(id, [later.id, id])).status).toBe(204)
  await untilErased()
  expect(await storedIds()).toEqual([])
  expect((await erase(id, [later.id, id])).status).toBe(404)
  expect((await admin().send('GET', pathTo(ADMIN_API.personOfApplication, id))).status).toBe(404)
})

test('a repeated request changes nothing while an erasure waits, which the owner is told', async () => {
  const { id } = await arrive()
  const task = await scheduleTask(app().db, eraseApplicationTask({ applicationId: id }), new Date(NOON), 5 * 60_000)
  await app().db.updateTable('outbox_tasks').set({ last_error: 'S3: no route' }).where('id', '=', task).execute()
  expect(await readPerson(id)).toMatchObject({ applications: [{ isErasing: true }], waitsFor: 'S3: no route' })
  const before = await entriesOf(id)
  expect((await erase(id, [id])).status).toBe(204)
  expect(await entriesOf(id)).toEqual(before)
  expect(await countTasks('erase-application')).toBe(1)
})

test('a recruiter neither sees what would go nor has it erased', async () => {
  const { id } = await arrive()
  const recruiter = adminClient(app(), await signInAs(app(), 'ria', { role: 'recruiter', now: new Date(NOON) }))
  expect((await recruiter.send('GET', pathTo(ADMIN_API.personOfApplication, id))).status).toBe(403)
  const refused = await recruiter.send('POST', pathTo(ADMIN_API.erasePerson, id), { applicationIds: [id] })
  expect(refused.status).toBe(403)
  expect(await storedIds()).toEqual([id])
})

test('a person who is held for a legal matter is not erased; who asks for it by the own link is told, and erased after the hold', async () => {
  const { id, token } = await arrive()
  const hold = { reason: 'Claim 7', endsOn: '2026-09-01' }
  expect((await admin().send('PUT', pathTo(ADMIN_API.legalHold, id), hold)).status).toBe(200)
  expect(await readPerson(id)).toMatchObject({ hold })
  const refused = await erase(id, [id])
  expect([refused.status, (await refused.json()).code]).toEqual([409, 'legal_hold'])
  const reference = { reference: formatReference('APP', id) }
  const own = await withLink('POST', API.eraseApplication, token, reference)
  expect([own.status, await own.json()]).toEqual([200, { keptUntil: '2026-09-01' }])
  expect((await withLink('GET', API.myApplication, token)).status).toBe(404)
  const stored = await admin().request<Application>('GET', pathTo(ADMIN_API.adminApplication, id))
  expect(stored.body).toMatchObject({ withdrawnAt: expect.any(String), isErasing: true, heldUntil: '2026-09-01' })

  app().wakeOutbox()
  const tried = app().db.selectFrom('outbox_tasks').select('last_error').where('kind', '=', 'erase-application')
  await vi.waitFor(
    async () => expect((await tried.executeTakeFirstOrThrow()).last_error).toContain('until 2026-09-01'),
    PATIENT,
  )
  expect(await readPerson(id), 'the hold says why').toMatchObject({ hold, waitsFor: null })
  const { erasing } = (await admin().request<Retention>('GET', ADMIN_API.retention)).body
  expect(erasing).toEqual({
    ...{ applications: 0, faults: [] },
    waitingForHold: [{ applicationId: id, since: new Date(NOON).toISOString(), endsOn: '2026-09-01' }],
  })
  expect(await storedIds()).toEqual([id])
  expect((await admin().send('DELETE', pathTo(ADMIN_API.legalHold, id))).status).toBe(204)
  await goTo(DAY)
  await vi.waitFor(async () => expect(await storedIds()).toEqual([]), PATIENT)
})

test('a hold that is set while an erasure removes files keeps the application, and the files that are still there', async () => {
  const { id, token } = await arrive()
  expect((await sendResume(app(), token)).status).toBe(204)
  const { db, dataDir, now: clock } = app()
  const local = await openLocalStore(dataDir, { isComplete: true })
  const removed: string[] = []
  const remove = async (key: string) => {
    removed.push(key)
    const hold = { reason: 'Claim 7', endsOn: '2026-09-01' }
    expect((await admin().send('PUT', pathTo(ADMIN_API.legalHold, id), hold)).status).toBe(200)
  }
  const stores = testStores({ ...local, remove })
  const { run } = erasureHandler({ db, stores, clock, config: readConfig({}, 'development') })
  await expect(run({ applicationId: id }, {} as TaskAttempt)).rejects.toThrow(
    'A legal hold keeps this until 2026-09-01.',
  )
  expect(removed).toHaveLength(1)
  expect(await storedIds()).toEqual([id])
})
