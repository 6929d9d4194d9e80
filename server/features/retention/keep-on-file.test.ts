import { beforeEach, expect, test, vi } from 'vitest'
import type { HistoryEntry } from '../../../contract/applications/history.ts'
import type { KeepingOfLink } from '../../../contract/applications/my-application.ts'
import type { ConsentOfApplication, ConsentTexts } from '../../../contract/personal-data/consents.ts'
import type { Retention, RetentionPreview, SetAside } from '../../../contract/personal-data/retention-rules.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import type { ErrorBody } from '../../../contract/wire/error.ts'
import { API, pathTo } from '../../../contract/wire/paths.ts'
import { insertApplicant } from '../../../test/factories.ts'
import { insertPrivateLink } from '../../../test/private-link.ts'
import { DAY, NOON, PATIENT, prepareMail } from '../../../test/smtp/mail-kit.ts'

const { app, smtp, admin, goTo, withLink, readOwn } = prepareMail({
  clears: ['legal_holds', 'retention_rules', 'audit_trail', 'consent_texts'],
})

const get = async <Body>(path: string) => (await admin().request<Body>('GET', path)).body
const preview = () => get<RetentionPreview>(ADMIN_API.retentionPreview)
const run = () => app().runWork('apply-retention')
const after = async (days: number) => {
  await goTo(days * DAY)
  await run()
}
const setAside = async () => (await get<SetAside>(ADMIN_API.setAside)).list.map(({ eraseOn }) => eraseOn)
const countTold = async () =>
  (
    await app()
      .db.selectFrom('mails')
      .select('id')
      .where('kind', '=', 'erasure_notice')
      .where('state', '=', 'sent')
      .execute()
  ).length
/** The token in the notice that comes as number `count`. */
const noticed = async (count: number) => {
  await vi.waitFor(async () => expect(await countTold()).toBe(count), PATIENT)
  const text = smtp().received.at(-1)?.mail.text ?? ''
  return /#choice=([\w-]{43})\s/.exec(text)?.[1] ?? expect.fail(`no link in: ${text}`)
}
const keeping = async (token: string) => (await (await withLink('GET', API.keeping, token)).json()) as KeepingOfLink
const keep = (token: string, version = 1) => withLink('POST', API.keepOnFile, token, { version })
const withdraw = (token: string) => withLink('POST', API.withdrawConsent, token, {})
const consent = (id: number) => get<ConsentOfApplication>(pathTo(ADMIN_API.consentOfApplication, id))
const events = async (id: number) =>
  (await get<HistoryEntry[]>(pathTo(ADMIN_API.applicationHistory, id))).map(({ event }) => event.action)
const texts = async () => (await get<ConsentTexts>(ADMIN_API.consentTexts)).versions
const saveText = (text: string, version: number) =>
  admin().request<ConsentTexts & ErrorBody>('PUT', ADMIN_API.consentTexts, { text, version })

let first: number
let second: number
beforeEach(async () => {
  const about = { name: 'Zoe Ito', created_at: new Date(NOON - 10 * DAY).toISOString(), job_id: 9_999 }
  first = await insertApplicant(app().db, { ...about, email: 'zoe@example.com' })
  second = await insertApplicant(app().db, { ...about, email: 'Zoe@example.com' })
  for (const id of [first, second])
    await admin().send('PATCH', pathTo(ADMIN_API.application, id), { status: 'rejected' })
  await app().db.deleteFrom('mails').execute()
  const { version } = await get<Retention>(ADMIN_API.retention)
  await admin().send('PATCH', ADMIN_API.retention, { rules: { noticeDays: 14 }, version })
  const seen = await preview()
  await admin().send('POST', ADMIN_API.retentionOn, { people: 0, applications: 0, version: seen.version })
})

test('the link of the notice shows the choice alone, and reading it changes nothing', async () => {
  await after(166)
  const token = await noticed(1)
  for (const _ of [1, 2])
    expect(await keeping(token)).toEqual({
      ...{ reference: `APP-${String(second).padStart(4, '0')}`, job: null, eraseOn: '2026-09-28', consent: null },
      offer: { version: 1, text: expect.stringContaining('may keep my applications on file'), until: '2027-02-11' },
    })
  expect(await consent(second)).toEqual({ consent: null })
  for (const path of [API.myApplication, API.myApplicationResume, API.myApplicationArchive])
    expect((await withLink('GET', path, token)).status, path).toBe(404)
  for (const [path, body] of [
    [API.myApplicationNote, { note: 'More' }],
    [API.withdrawApplication, {}],
    [API.eraseApplication, { reference: `APP-${String(second).padStart(4, '0')}` }],
  ] as const)
    expect((await withLink('POST', path, token, body)).status, path).toBe(404)
})

test('the link lives until the erasure, also after the decision is old and the person is set aside, and ends with it', async () => {
  await after(166)
  const token = await noticed(1)
  await after(180)
  expect(await setAside()).toEqual(['2026-09-28'])
  await goTo(209 * DAY)
  expect((await keeping(token)).eraseOn).toBe('2026-09-28')
  await after(210)
  await vi.waitFor(
    async () => expect(await app().db.selectFrom('applications').select('id').execute()).toEqual([]),
    PATIENT,
  )
  expect((await withLink('GET', API.keeping, token)).status).toBe(404)
  expect((await keep(token)).status).toBe(404)
})

test('who agrees is kept for one more period with all applications, and is then asked again', async () => {
  await after(166)
  const token = await noticed(1)
  expect((await keep(token)).status).toBe(204)
  expect((await keep(token)).status).toBe(204)
  const given = { version: 1, text: expect.stringContaining('on file'), at: new Date(NOON + 166 * DAY).toISOString() }
  for (const id of [first, second]) {
    expect(await consent(id)).toEqual({ consent: { ...given, withdrawnAt: null } })
    expect((await events(id)).filter((action) => action === 'consent_given')).toHaveLength(1)
  }
  expect(await keeping(token)).toMatchObject({ eraseOn: null, offer: null, consent: { ...given, until: '2027-02-11' } })
  await after(300)
  expect(await preview()).toMatchObject({ people: 0, consented: 1 })
  await after(331)
  expect(await countTold()).toBe(1)
  await after(332)
  const again = await noticed(2)
  expect(await keeping(again)).toMatchObject({ offer: { version: 1 }, consent: given })
  await after(346)
  expect(await setAside()).toHaveLength(1)
})

test('who withdraws is due as if nothing had ever been agreed to, with the 30 days of everybody', async () => {
  await after(166)
  const token = await noticed(1)
  await keep(token)
  await after(300)
  expect((await withdraw(token)).status).toBe(204)
  expect((await withdraw(token)).status).toBe(204)
  expect((await events(first)).filter((action) => action === 'consent_withdrawn')).toHaveLength(1)
  expect(await consent(second)).toMatchObject({ consent: { withdrawnAt: new Date(NOON + 300 * DAY).toISOString() } })
  await run()
  const day = new Date(NOON + 330 * DAY).toISOString().slice(0, 10)
  expect(await setAside()).toEqual([day])
  expect(await countTold()).toBe(1)
  expect((await keeping(token)).eraseOn).toBe(day)
})

test('who agrees while set aside comes back', async () => {
  await after(166)
  const token = await noticed(1)
  await after(185)
  expect(await setAside()).toHaveLength(1)
  expect((await keep(token)).status).toBe(204)
  expect(await setAside()).toEqual([])
  await run()
  expect(await setAside()).toEqual([])
  expect((await events(first)).slice(0, 2)).toEqual(['brought_back', 'consent_given'])
})

test('the private page has the same choice once the erasure is announced, and not before', async () => {
  const own = await insertPrivateLink(app().db, first)
  expect((await readOwn(own)).keeping).toBeNull()
  expect((await keep(own)).status).toBe(400)
  await after(166)
  await noticed(1)
  expect((await readOwn(own)).keeping).toMatchObject({ eraseOn: '2026-09-28', offer: { version: 1 } })
  expect((await keep(own)).status).toBe(204)
  expect((await readOwn(own)).keeping).toMatchObject({ offer: null, consent: { version: 1 } })
})

test('a legal hold and a new application leave nothing to agree to, and a consent can be withdrawn all the same', async () => {
  await after(166)
  const token = await noticed(1)
  await keep(token)
  const endsOn = new Date(NOON + 250 * DAY).toISOString().slice(0, 10)
  await admin().send('PUT', pathTo(ADMIN_API.legalHold, first), { reason: 'Claim', endsOn })
  expect((await withdraw(token)).status).toBe(204)
  expect(await keeping(token)).toMatchObject({ eraseOn: null, offer: null, consent: null })
  expect((await keep(token)).status).toBe(400)
})

test('each change of the text is a version, and a consent keeps the words that were agreed to', async () => {
  expect(await texts()).toEqual([{ version: 1, by: null, at: null, text: expect.stringContaining('on file') }])
  await after(166)
  const token = await noticed(1)
  const [builtIn] = await texts()
  expect((await saveText('I agree to stay on file.', 1)).body.versions.map(({ version }) => version)).toEqual([2, 1])
  expect((await saveText('I agree to stay on file.', 1)).status).toBe(200)
  expect((await saveText('Something else.', 1)).status).toBe(409)
  expect((await keep(token, 1)).status).toBe(409)
  expect((await keep(token, 2)).status).toBe(204)
  await saveText('Words of later.', 2)
  expect(await consent(first)).toMatchObject({ consent: { version: 2, text: 'I agree to stay on file.' } })
  expect((await texts()).map(({ version, text, by }) => [version, text, by])).toEqual([
    [3, 'Words of later.', 'admin'],
    [2, 'I agree to stay on file.', 'admin'],
    [1, builtIn?.text, null],
  ])
})

test('five consents at once are one', async () => {
  await after(166)
  const token = await noticed(1)
  const answers = await Promise.all(Array.from({ length: 5 }, () => keep(token)))
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204])
  expect((await events(second)).filter((action) => action === 'consent_given')).toHaveLength(1)
})

test('what is agreed to goes with the application, and the others of the person keep theirs', async () => {
  await after(166)
  await keep(await noticed(1))
  await admin().send('DELETE', pathTo(ADMIN_API.adminApplication, second))
  expect(await consent(first)).toMatchObject({ consent: { version: 1 } })
  const rows = await app().db.selectFrom('consents').select('application_id').execute()
  expect(rows).toEqual([{ application_id: first }])
})
