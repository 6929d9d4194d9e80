import { beforeEach, expect, test } from 'vitest'
import type { Application } from '../../../contract/applications/application.ts'
import type { MadeChange } from '../../../contract/applications/application-changes.ts'
import type { ApplicationSummary } from '../../../contract/applications/application-list.ts'
import type { HistoryEntry } from '../../../contract/applications/history.ts'
import type { Insights } from '../../../contract/applications/insights.ts'
import type {
  BroughtBack,
  Retention,
  RetentionPreview,
  SetAside,
} from '../../../contract/personal-data/retention-rules.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import type { ErrorBody } from '../../../contract/wire/error.ts'
import { API, PAGE, pathTo } from '../../../contract/wire/paths.ts'
import { insertApplicant } from '../../../test/factories.ts'
import { prepareManagers } from '../../../test/managers/manager-kit.ts'
import { insertPrivateLink } from '../../../test/private-link.ts'
import { DAY, NOON, PATIENT, prepareMail } from '../../../test/smtp/mail-kit.ts'

const { app, admin, goTo, withLink } = prepareMail({
  clears: ['legal_holds', 'retention_rules', 'audit_trail', 'jobs'],
})

let zoe: number
let again: number
let ben: number
const decide = (id: number, status: string) => admin().send('PATCH', pathTo(ADMIN_API.application, id), { status })
beforeEach(async () => {
  const at = (days: number) => new Date(NOON - days * DAY).toISOString()
  zoe = await insertApplicant(app().db, { name: 'Zoe Ito', email: 'zoe@example.com', created_at: at(400) })
  again = await insertApplicant(app().db, { name: 'Zoë Ito', email: 'Zoe@example.com', created_at: at(300) })
  ben = await insertApplicant(app().db, { name: 'Ben Orr', email: 'ben@example.com', created_at: at(20) })
  for (const id of [zoe, again, ben])
    await app().db.updateTable('applications').set({ job_id: 9_999 }).where('id', '=', id).execute()
  for (const id of [zoe, again]) await decide(id, 'rejected')
})

const get = async <Body>(path: string) => (await admin().request<Body>('GET', path)).body
const read = () => get<Retention>(ADMIN_API.retention)
const preview = (query = '') => get<RetentionPreview>(`${ADMIN_API.retentionPreview}${query}`)
const setAside = () => get<SetAside>(ADMIN_API.setAside)
const run = () => app().runWork('apply-retention')
const after = async (days: number) => {
  await goTo(days * DAY)
  await run()
}
const switchOn = async () => {
  const { people, applications, version } = await preview()
  return admin().request<Retention & ErrorBody>('POST', ADMIN_API.retentionOn, { people, applications, version })
}
const bringBack = async (body: object) => (await admin().request<BroughtBack>('POST', ADMIN_API.bringBack, body)).body
const listed = async () => (await get<Application[]>(`${ADMIN_API.applications}?sort=name`)).map(({ name }) => name)
const events = async (id: number) =>
  (await get<HistoryEntry[]>(pathTo(ADMIN_API.applicationHistory, id))).map(({ event }) => event.action)
const stored = async () =>
  (await app().db.selectFrom('applications').select('id').orderBy('id').execute()).map(({ id }) => id)

test('the dry run says whom the rules would erase, by rule, and nothing happens before an owner switches them on', async () => {
  expect((await read()).rules).toEqual({ refused: 180, hired: null, undecided: 365, noticeDays: null, isOn: false })
  await after(179)
  expect(await preview()).toMatchObject({ people: 0, applications: 0, oldest: null, list: [] })
  await after(180)
  expect(await preview()).toMatchObject({
    ...{ version: null, people: 1, applications: 2, oldest: new Date(NOON - 400 * DAY).toISOString(), held: 0 },
    list: [{ applicationId: again, name: 'Zoë Ito', applications: 2, rule: 'refused', due: '2026-08-29' }],
  })
  expect((await preview()).byRule).toContainEqual({ rule: 'refused', people: 1, applications: 2 })
  expect(await listed()).toHaveLength(3)
})

test('nobody switches on unseen: other counts than those of the dry run, or other rules, are refused', async () => {
  await goTo(180 * DAY)
  const seen = await preview()
  const on = (body: object) => admin().request<ErrorBody>('POST', ADMIN_API.retentionOn, body)
  expect((await on({ people: 0, applications: 0, version: null })).status).toBe(409)
  await admin().send('PATCH', ADMIN_API.retention, { rules: { refused: 90 }, version: null })
  expect((await on({ people: seen.people, applications: seen.applications, version: seen.version })).status).toBe(409)
  expect((await read()).rules.isOn).toBe(false)
  expect((await switchOn()).body.rules).toMatchObject({ refused: 90, isOn: true })
  const changed = await admin().request<Retention>('PATCH', ADMIN_API.retention, { rules: { refused: 80 }, version: 2 })
  expect(changed.body.rules).toMatchObject({ refused: 80, isOn: false })
})

test('people of one day stand by name, and after those who are erased before', async () => {
  const aside = (name: string, email: string, erase_on: string) =>
    insertApplicant(app().db, { name, email, quarantined: 2, erase_on })
  await aside('Cleo', 'a@example.com', '2026-12-30')
  await aside('Ada', 'c@example.com', '2026-12-30')
  await aside('Zora', 'b@example.com', '2026-12-29')
  expect((await setAside()).list.map(({ name }) => name)).toEqual(['Zora', 'Ada', 'Cleo'])
})

test('who is due leaves every list for 30 days, and is then erased with all applications', async () => {
  await goTo(180 * DAY)
  await switchOn()
  const figures = await get(`${ADMIN_API.insights}?period=52`)
  await run()
  expect(await get(`${ADMIN_API.insights}?period=52`)).toEqual(figures)
  expect(await listed()).toEqual(['Ben Orr'])
  const summary = await get<ApplicationSummary>(ADMIN_API.applicationSummary)
  expect([summary.quarantined, summary.tabs.rejected]).toEqual([0, 0])
  expect(await get<Application>(pathTo(ADMIN_API.adminApplication, again))).toMatchObject({ eraseOn: '2026-09-28' })
  expect(await setAside()).toEqual({
    ...{ people: 1, applications: 2 },
    list: [{ applicationId: again, name: 'Zoë Ito', applications: 2, eraseOn: '2026-09-28' }],
  })
  expect((await decide(zoe, 'reviewing')).status).toBe(400)
  await after(209)
  expect(await stored()).toEqual([zoe, again, ben])
  await after(210)
  await expect.poll(stored, PATIENT).toEqual([ben])
  expect((await read()).setAside).toEqual({ people: 0, applications: 0 })
  const entries = app()
    .db.selectFrom('audit_trail')
    .select(['username', 'event'])
    .where('action', '=', 'people_set_aside')
  expect(await entries.execute()).toEqual([
    { username: null, event: JSON.stringify({ action: 'people_set_aside', people: 1, applications: 2 }) },
  ])
})

test('spam that is erased in time is in the figures neither before nor after', async () => {
  const spam = {
    email: 'spam@example.com',
    quarantined: 1 as const,
    created_at: new Date(NOON - 10 * DAY).toISOString(),
  }
  const id = await insertApplicant(app().db, spam)
  await admin().send('PATCH', ADMIN_API.retention, { rules: { undecided: 90 }, version: null })
  await goTo(100 * DAY)
  await switchOn()
  await run()
  const funnel = async () => (await get<Insights>(`${ADMIN_API.insights}?period=52`)).funnel
  const before = await funnel()
  await after(130)
  await expect.poll(stored, PATIENT).not.toContain(id)
  expect(await funnel()).toEqual(before)
})

test('an owner brings a person back, who is then kept for another whole period', async () => {
  await goTo(180 * DAY)
  await switchOn()
  await run()
  await goTo(200 * DAY)
  expect(await bringBack({ applications: [zoe] })).toEqual({ people: 1, applications: 2 })
  expect(await listed()).toEqual(['Ben Orr', 'Zoe Ito', 'Zoë Ito'])
  expect((await events(zoe))[0]).toBe('brought_back')
  await after(379)
  expect(await listed()).toHaveLength(3)
  await after(380)
  expect(await listed()).toEqual(['Ben Orr'])
})

test('all of one day come back at once', async () => {
  await goTo(180 * DAY)
  await switchOn()
  await run()
  expect(await bringBack({ eraseOn: '2026-09-27' })).toEqual({ people: 0, applications: 0 })
  expect(await bringBack({ eraseOn: '2026-09-28' })).toEqual({ people: 1, applications: 2 })
  expect(await bringBack({ eraseOn: '2026-09-28' })).toEqual({ people: 0, applications: 0 })
  expect(await listed()).toHaveLength(3)
})

test('a person who applies again comes back by that, and is not erased', async () => {
  await goTo(180 * DAY)
  await switchOn()
  await run()
  await goTo(205 * DAY)
  await insertApplicant(app().db, { name: 'Zoë Ito', email: 'zoe@example.com', job_id: 9_999 })
  await after(211)
  expect(await listed()).toHaveLength(4)
  expect((await events(zoe))[0]).toBe('brought_back')
})

test('rules that are switched off bring back who is set aside, and erase nobody', async () => {
  await goTo(180 * DAY)
  await switchOn()
  await run()
  await admin().send('POST', ADMIN_API.retentionOff)
  await after(211)
  expect(await listed()).toHaveLength(3)
  expect(await stored()).toHaveLength(3)
})

test('a legal hold brings a person back at once, and keeps until it ends', async () => {
  await goTo(180 * DAY)
  await switchOn()
  await run()
  const endsOn = new Date(NOON + 250 * DAY).toISOString().slice(0, 10)
  await admin().send('PUT', pathTo(ADMIN_API.legalHold, zoe), { reason: 'Claim 4711', endsOn })
  expect(await listed()).toHaveLength(3)
  await after(250)
  expect(await preview()).toMatchObject({ people: 0, held: 1 })
  expect(await listed()).toHaveLength(3)
  await goTo(251 * DAY)
  await app().runWork('end-legal-holds')
  await run()
  expect(await listed()).toEqual(['Ben Orr'])
})

test('a decision that is changed counts anew', async () => {
  await goTo(100 * DAY)
  await decide(zoe, 'reviewing')
  await goTo(200 * DAY)
  expect(await preview()).toMatchObject({ people: 0 })
  await decide(zoe, 'rejected')
  await goTo(379 * DAY)
  expect(await preview()).toMatchObject({ people: 0 })
  await goTo(380 * DAY)
  expect(await preview()).toMatchObject({ people: 1 })
})

test('archiving what was refused keeps it no longer, and archiving what was not decided begins its period', async () => {
  const archive = (id: number) => admin().send('PATCH', pathTo(ADMIN_API.adminApplication, id), { archived: true })
  await goTo(100 * DAY)
  for (const id of [zoe, ben]) await archive(id)
  await goTo(180 * DAY)
  expect(await preview()).toMatchObject({ people: 1 })
  await goTo(464 * DAY)
  expect(await preview()).toMatchObject({ people: 1 })
  await goTo(465 * DAY)
  expect(await preview()).toMatchObject({ people: 2 })
})

test('the privacy policy says what the rules do, from the moment they are on', async () => {
  const policy = async () => (await app().request(PAGE.privacy)).text()
  expect(await policy()).toContain('Applications are not deleted on a fixed day.')
  await switchOn()
  const on = await policy()
  expect(on).toContain('180 days after we have declined it or you have withdrawn it')
  expect(on).toContain('deleted 30 days later')
  expect(on).not.toContain('after we have hired you')
  expect(on).not.toContain('stay on file')
  expect(on).not.toContain('not deleted on a fixed day')
  const { version } = await read()
  await admin().send('PATCH', ADMIN_API.retention, { rules: { noticeDays: 14 }, version })
  expect(await policy()).toContain(
    'We tell you by mail 14 days before that time is over. You can then agree to stay on file',
  )
  await admin().send('POST', ADMIN_API.retentionOff)
  expect(await policy()).toContain('Applications are not deleted on a fixed day.')
})

test('what is set aside is released, decided and asked about by nobody, and hiring managers find it in no list', async () => {
  await goTo(180 * DAY)
  const { mine: jobId, plain } = await prepareManagers(app(), NOON + 180 * DAY)
  await app().db.updateTable('applications').set({ job_id: jobId }).where('id', '=', zoe).execute()
  const seen = async () => (await plain.request<Application[]>('GET', ADMIN_API.applications)).body.map(({ id }) => id)
  expect(await seen()).toEqual([zoe])
  await switchOn()
  await run()
  expect(await seen()).toEqual([])
  const moves = [{ quarantined: false }, { archived: true }]
  for (const body of moves) {
    const refused = await admin().request<ErrorBody>('PATCH', pathTo(ADMIN_API.adminApplication, zoe), body)
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('set aside to be erased')])
  }
  const change = { change: { status: 'reviewing' }, applications: [{ id: zoe }] }
  const many = await admin().request<MadeChange>('POST', ADMIN_API.applicationChanges, change)
  expect(many.body.refused).toMatchObject([{ id: zoe, reason: 'set_aside' }])
  const asked = { email: 'lena@example.com', question: 'Would you talk to her?', byMail: false }
  expect((await admin().send('POST', pathTo(ADMIN_API.colleagueQuestions, zoe), asked)).status).toBe(400)
  expect((await setAside()).people).toBe(1)
})

test('an applicant who adds to an application that is set aside changes nothing, and who withdraws it begins its period anew', async () => {
  const general = await insertApplicant(app().db, { name: 'Gil Ode', email: 'gil@example.com', job_id: null })
  await app()
    .db.updateTable('applications')
    .set({ created_at: new Date(NOON).toISOString() })
    .where('id', '=', general)
    .execute()
  const token = await insertPrivateLink(app().db, general)
  await goTo(365 * DAY)
  await switchOn()
  await run()
  expect((await withLink('GET', API.myApplication, token)).status).toBe(200)
  expect((await withLink('POST', API.myApplicationNote, token, { note: 'More' })).status).toBe(204)
  await run()
  expect(await listed()).toEqual(['Ben Orr'])
  expect((await withLink('POST', API.withdrawApplication, token, {})).status).toBe(204)
  await run()
  expect(await listed()).toEqual(['Ben Orr', 'Gil Ode'])
})
