import { beforeEach, expect, test } from 'vitest'
import type { HistoryEntry } from '../../../contract/applications/history.ts'
import type { Scorecards, ScorecardVersions } from '../../../contract/team/scorecards.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import type { ErrorBody } from '../../../contract/wire/error.ts'
import { SCORECARD } from '../../../contract/wire/limits.ts'
import { API, pathTo } from '../../../contract/wire/paths.ts'
import { type AdminClient, adminClient, signInAs } from '../../../test/admin-client.ts'
import { insertApplicant } from '../../../test/factories.ts'
import { prepareManagers } from '../../../test/managers/manager-kit.ts'
import { MINUTE, NOON, prepareMail } from '../../../test/smtp/mail-kit.ts'
import { createSession } from '../accounts/session-queries.ts'

const { app, admin, goTo } = prepareMail({ clears: ['jobs'] })

const CRITERIA = ['PLC programming', 'Explains things well']
const YES = {
  overall: 'yes',
  ratings: [
    { criterion: CRITERIA[0], rating: 'strong_yes', note: 'Wrote a Modbus driver' },
    { criterion: CRITERIA[1], rating: null, note: '' },
  ],
  note: 'Hire her.',
}
const NO = { ...YES, overall: 'definitely_not', note: 'Never.' }

let rita: AdminClient
let applicant: number
let kit: Awaited<ReturnType<typeof prepareManagers>>
beforeEach(async () => {
  await app().db.deleteFrom('accounts').where('id', '>', 1).execute()
  kit = await prepareManagers(app(), NOON)
  rita = adminClient(app(), await signInAs(app(), 'rita', { now: new Date(NOON), role: 'recruiter' }))
  await admin().send('PATCH', pathTo(ADMIN_API.adminJob, kit.mine), { criteria: CRITERIA })
  applicant = await insertApplicant(app().db, { name: 'Zoë Ito', job_id: kit.mine })
})

const path = (id = applicant) => pathTo(ADMIN_API.scorecards, id)
const list = async (client: AdminClient) => (await client.request<Scorecards>('GET', path())).body
const give = (client: AdminClient, card: object, version: number | null = null, id = applicant) =>
  client.request<Scorecards & ErrorBody>('PUT', pathTo(ADMIN_API.ownScorecard, id), { ...card, version })
const skip = (client: AdminClient) => client.request<Scorecards>('POST', pathTo(ADMIN_API.skipScorecard, applicant))
const versions = (client: AdminClient, id: number) =>
  client.request<ScorecardVersions>('GET', pathTo(ADMIN_API.scorecardVersions, id))
const events = async () => {
  const { body } = await admin().request<HistoryEntry[]>('GET', pathTo(ADMIN_API.applicationHistory, applicant))
  return body.map(({ event }) => event.action)
}

test('what others say of an applicant is hidden until one’s own scorecard is in, from an owner too', async () => {
  const given = await give(kit.plain, NO)
  expect(given).toMatchObject({ status: 200, body: { criteria: CRITERIA, own: { card: { ...NO, version: 1 } } } })
  const id = given.body.own?.id ?? 0
  for (const client of [admin(), rita, kit.deciding]) {
    const read = await list(client)
    expect(read).toMatchObject({
      own: null,
      others: [{ id, by: { name: expect.stringMatching(/^paul/) }, isSkipped: false, card: null }],
    })
    expect(JSON.stringify(read)).not.toMatch(/Never|definitely_not|Modbus/)
    expect((await versions(client, id)).status).toBe(403)
  }
  const { body } = await give(rita, YES)
  expect(body.others).toMatchObject([{ id, card: NO }])
  expect((await versions(rita, id)).body).toEqual({ versions: [] })
  expect((await list(kit.plain)).others).toMatchObject([{ by: { name: 'rita' }, card: YES }])
  expect(await events()).toEqual(['scorecard_given', 'scorecard_given'])
  expect(JSON.stringify(await app().db.selectFrom('audit_trail').selectAll().execute())).not.toMatch(/Never|Modbus/)
})

test('who skips reads those of others, which all can read, and may still give a card', async () => {
  await give(kit.plain, NO)
  expect((await skip(admin())).body).toMatchObject({ own: { isSkipped: true, card: null }, others: [{ card: NO }] })
  expect((await skip(admin())).status, 'a repeated request succeeds').toBe(200)
  expect((await list(rita)).others).toMatchObject([{ isSkipped: false }, { by: { name: 'admin' }, isSkipped: true }])
  expect((await skip(kit.plain)).body.own, 'a given card stays').toMatchObject({ isSkipped: false, card: NO })
  expect((await give(admin(), YES)).body.own).toMatchObject({
    isSkipped: false,
    skippedAt: new Date(NOON).toISOString(),
    card: { ...YES, changedAt: null },
  })
  expect((await events()).toSorted()).toEqual(['scorecard_given', 'scorecard_given', 'scorecard_skipped'])
})

test('its author changes a card from the version that was read, and what it said before stays readable', async () => {
  await give(rita, YES)
  await goTo(MINUTE)
  rita = await signInAgain()
  const changed = (await give(rita, NO, 1)).body.own
  expect(changed?.card).toMatchObject({ ...NO, version: 2, changedAt: new Date(NOON + MINUTE).toISOString() })
  for (const outdated of [null, 1])
    expect(await give(rita, { ...YES, note: 'From an older page' }, outdated)).toMatchObject({
      status: 409,
      body: { code: 'changed_meanwhile', current: { own: { card: NO } } },
    })
  expect((await give(rita, NO, 1)).status, 'a repeated change succeeds').toBe(200)
  expect((await versions(rita, changed?.id ?? 0)).body.versions).toEqual([
    { ...YES, until: new Date(NOON + MINUTE).toISOString() },
  ])
  expect(await events()).toEqual(['scorecard_changed', 'scorecard_given'])
})

test('a card keeps the words that it answered when the criteria change, and its author’s account ends', async () => {
  await give(kit.plain, YES)
  await admin().send('PATCH', pathTo(ADMIN_API.adminJob, kit.mine), { criteria: ['Reads P&IDs'] })
  await app().db.updateTable('accounts').set({ deactivated_at: 'x' }).where('username', 'like', 'paul%').execute()
  const { body } = await give(rita, { ...YES, ratings: [{ criterion: 'Reads P&IDs', rating: 'no', note: '' }] })
  expect(body).toMatchObject({ criteria: ['Reads P&IDs'], others: [{ card: { ratings: YES.ratings } }] })
})

test('visitors read no criteria of a posting', async () => {
  for (const address of [pathTo(API.job, kit.mine), API.jobs, `/jobs/${kit.mine}`]) {
    const response = await app().request(address)
    expect(response.status, address).toBe(200)
    expect(await response.text(), address).not.toContain('Explains things well')
  }
})

test('a card that is sent twice at once is stored once, and one that is wrong says what is', async () => {
  const both = await Promise.all([give(rita, YES), give(rita, YES)])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect(await app().db.selectFrom('scorecards').select('id').execute()).toHaveLength(1)
  const [rating] = YES.ratings
  const wrong = [
    { ...YES, overall: 'perhaps' },
    { ...YES, note: 'x'.repeat(SCORECARD.note + 1) },
    { ...YES, ratings: [rating, { ...rating, criterion: 'plc programming' }] },
    { ...YES, ratings: [{ ...rating, criterion: ' ' }] },
    {
      ...YES,
      ratings: Array.from({ length: SCORECARD.mostRatings + 1 }, (_, at) => ({ ...rating, criterion: `${at}` })),
    },
  ]
  for (const card of wrong) expect((await give(rita, card, 1)).status).toBe(400)
  const tooMany = Array.from({ length: SCORECARD.mostCriteria + 1 }, (_, at) => `Criterion ${at}`)
  for (const criteria of [tooMany, ['Same', 'SAME'], ['']])
    expect((await admin().send('PATCH', pathTo(ADMIN_API.adminJob, kit.mine), { criteria })).status).toBe(400)
})

test('a hiring manager of another posting finds no scorecards, and none of an application that does not exist', async () => {
  const elsewhere = await insertApplicant(app().db, { job_id: kit.other })
  const { body } = await give(admin(), YES, null, elsewhere)
  for (const id of [elsewhere, 999_999]) {
    expect((await kit.deciding.send('GET', path(id))).status).toBe(404)
    expect((await give(kit.deciding, YES, null, id)).status).toBe(404)
    expect((await kit.deciding.send('POST', pathTo(ADMIN_API.skipScorecard, id))).status).toBe(404)
  }
  expect((await versions(kit.deciding, body.own?.id ?? 0)).status).toBe(404)
})

test('an application and a card have room for so many, and both are deleted with the application', async () => {
  const { body } = await give(rita, YES)
  const row = { application_id: applicant, author_name: 'x', answers: '{}', created_at: 'x' }
  const others = Array.from({ length: SCORECARD.mostOfApplication - 1 }, (_, at) => ({
    ...row,
    account_id: 1_000 + at,
  }))
  await app().db.insertInto('scorecards').values(others).execute()
  expect(await give(admin(), YES)).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  const version = { scorecard_id: body.own?.id ?? 0, answers: '{}', until: 'x' }
  await app()
    .db.insertInto('scorecard_versions')
    .values(Array.from({ length: SCORECARD.mostVersions }, () => version))
    .execute()
  expect(await give(rita, NO, 1)).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  await admin().send('POST', ADMIN_API.deleteApplications, { applications: [{ id: applicant }] })
  expect(await app().db.selectFrom('scorecards').select('id').execute()).toEqual([])
  expect(await app().db.selectFrom('scorecard_versions').select('id').execute()).toEqual([])
})

test('the cards of an application and what they said before have room for so many characters', async () => {
  const { body } = await give(rita, YES)
  const scorecard_id = body.own?.id ?? 0
  const taken = SCORECARD.mostCharacters - 2 * JSON.stringify(YES).length
  const version = { scorecard_id, answers: JSON.stringify('x'.repeat(taken - 2)), until: 'x' }
  await app().db.insertInto('scorecard_versions').values(version).execute()
  const refused = { status: 400, body: { code: 'invalid_request', message: expect.stringContaining('Shorten') } }
  const longer = { ...YES, note: `${YES.note}!` }
  expect(await give(admin(), longer)).toMatchObject(refused)
  expect(await give(rita, longer, 1)).toMatchObject(refused)
  expect((await give(admin(), YES)).status).toBe(200)
})

/** A session of the recruiter at the present time. */
async function signInAgain(): Promise<AdminClient> {
  const { id } = await app()
    .db.selectFrom('accounts')
    .select('id')
    .where('username', '=', 'rita')
    .executeTakeFirstOrThrow()
  const { token } = await createSession(app().db, id, new Date(NOON + MINUTE))
  return adminClient(app(), { authorization: `Bearer ${token}` })
}
