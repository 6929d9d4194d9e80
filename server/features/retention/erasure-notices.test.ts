import { beforeEach, expect, test, vi } from 'vitest'
import type { KeepingOfLink } from '../../../contract/applications/my-application.ts'
import type { MessageList } from '../../../contract/messages/messages.ts'
import type { Retention, RetentionPreview, SetAside } from '../../../contract/personal-data/retention-rules.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { API, pathTo } from '../../../contract/wire/paths.ts'
import { insertApplicant } from '../../../test/factories.ts'
import { DAY, NOON, PATIENT, prepareMail } from '../../../test/smtp/mail-kit.ts'

const { app, smtp, admin, goTo, withLink, mailTo } = prepareMail({
  clears: ['legal_holds', 'retention_rules', 'audit_trail', 'jobs', 'message_templates'],
})

const decide = (id: number, status: string) => admin().send('PATCH', pathTo(ADMIN_API.application, id), { status })
const get = async <Body>(path: string) => (await admin().request<Body>('GET', path)).body
const preview = () => get<RetentionPreview>(ADMIN_API.retentionPreview)
const run = () => app().runWork('apply-retention')
const rules = async (changes: object) => {
  const { version } = await get<Retention>(ADMIN_API.retention)
  return (await admin().request<Retention>('PATCH', ADMIN_API.retention, { rules: changes, version })).body
}
const switchOn = async () => {
  const { people, applications, version } = await preview()
  await admin().send('POST', ADMIN_API.retentionOn, { people, applications, version })
}
const after = async (days: number) => {
  await goTo(days * DAY)
  await run()
}
const setAside = async () => (await get<SetAside>(ADMIN_API.setAside)).list.map(({ name, eraseOn }) => [name, eraseOn])
const notices = async () => {
  const rows = app()
    .db.selectFrom('mails')
    .select(['application_id', 'state', 'day', 'deferred_since'])
    .where('kind', '=', 'erasure_notice')
  return rows.orderBy('id').execute()
}
const untilTold = (count: number) =>
  vi.waitFor(async () => expect((await notices()).filter(({ state }) => state === 'sent')).toHaveLength(count), PATIENT)
const told = (address: string) => mailTo(address).filter(({ mail }) => mail.subject?.includes('erase'))
const tokenIn = (address: string) =>
  /\/my-application#choice=([\w-]{43})\s/.exec(told(address).at(-1)?.mail.text ?? '')?.[1] ?? expect.fail('no link')
const addApplicant = async (name: string, email: string, about: { jobId?: number | null; status?: string } = {}) => {
  const at = new Date(NOON - 10 * DAY).toISOString()
  const jobId = about.jobId === undefined ? 9_999 : about.jobId
  const id = await insertApplicant(app().db, { name, email, created_at: at, job_id: jobId })
  if (about.status !== undefined) await decide(id, about.status)
  return id
}

let zoe: number
beforeEach(async () => {
  await addApplicant('Zoe Ito', 'zoe@example.com', { status: 'rejected' })
  zoe = await addApplicant('Zoë Ito', 'Zoe@example.com', { status: 'rejected' })
  await addApplicant('Ben Orr', 'ben@example.com')
  await app().db.deleteFrom('mails').execute()
  smtp().received.length = 0
})

test('nobody is told before owners want it, and other days of the notice leave the rules on', async () => {
  await goTo(170 * DAY)
  await switchOn()
  await run()
  expect(await notices()).toEqual([])
  expect((await rules({ noticeDays: 14 })).rules).toMatchObject({ isOn: true, noticeDays: 14 })
  expect((await preview()).notices).toEqual({ toSend: 1, unsent: 0, told: 0, over: 0 })
  await run()
  await untilTold(1)
  expect((await preview()).notices).toEqual({ toSend: 0, unsent: 0, told: 1, over: 0 })
})

test('a person with two applications gets one notice that names the day, and is set aside after the days and erased on that day', async () => {
  await rules({ noticeDays: 14 })
  await switchOn()
  await after(165)
  expect(await notices()).toEqual([])
  await after(166)
  await untilTold(1)
  await run()
  await after(179)
  expect(await notices()).toMatchObject([{ application_id: zoe, state: 'sent', day: '2026-09-28' }])
  expect(await setAside()).toEqual([])
  const [mail] = told('Zoe@example.com')
  expect(mail?.mail.text).toContain('we will erase it on Monday, September 28')
  expect(mail?.mail.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
  await after(180)
  expect(await setAside()).toEqual([['Zoë Ito', '2026-09-28']])
  expect(smtp().received).toHaveLength(1)
})

test('who could not be told is not set aside, and who is told late has all the days', async () => {
  await rules({ noticeDays: 14 })
  await switchOn()
  smtp().behave({ name: 'refuse', at: 'recipient', code: 450, text: 'Later' })
  await after(166)
  await vi.waitFor(async () => expect(await notices()).toMatchObject([{ deferred_since: expect.any(String) }]), PATIENT)
  expect((await preview()).notices).toMatchObject({ toSend: 1 })
  await after(185)
  await vi.waitFor(async () => expect((await preview()).notices).toMatchObject({ toSend: 0, unsent: 1 }), PATIENT)
  await run()
  expect(await setAside()).toEqual([])
  smtp().behave({ name: 'take' })
  const { messages } = await get<MessageList>(`${ADMIN_API.messages}?tab=problems`)
  await admin().send('POST', ADMIN_API.messageActions, { action: 'send', ids: messages.map(({ id }) => id) })
  await goTo(186 * DAY)
  await untilTold(1)
  await after(199)
  expect(await setAside()).toEqual([])
  await after(200)
  expect(await setAside()).toEqual([['Zoë Ito', '2026-10-18']])
})

test('a person who is held, whose address may be forged, who was imported, or who applies again gets none', async () => {
  await rules({ noticeDays: 14 })
  const spam = await addApplicant('Spam', 'spam@example.com', { status: 'rejected' })
  await app().db.updateTable('applications').set({ quarantined: 1 }).where('id', '=', spam).execute()
  const imported = await addApplicant('Moved', 'moved@example.com', { status: 'rejected' })
  await app().db.updateTable('applications').set({ import_id: 1 }).where('id', '=', imported).execute()
  await addApplicant('Kim Lee', 'kim@example.com', { status: 'rejected' })
  await switchOn()
  await goTo(166 * DAY)
  const endsOn = new Date(NOON + 250 * DAY).toISOString().slice(0, 10)
  await admin().send('PUT', pathTo(ADMIN_API.legalHold, zoe), { reason: 'Claim', endsOn })
  await addApplicant('Kim Lee', 'kim@example.com')
  await run()
  await after(180)
  expect(await notices()).toEqual([])
  expect((await setAside()).toSorted()).toEqual([
    ['Moved', '2026-09-28'],
    ['Spam', '2026-09-28'],
  ])
})

test('a notice that waits while its person is held does not leave, and is made anew after the hold', async () => {
  await rules({ noticeDays: 14 })
  await switchOn()
  smtp().behave({ name: 'refuse', at: 'recipient', code: 450, text: 'Later' })
  await after(166)
  await vi.waitFor(async () => expect(await notices()).toMatchObject([{ state: 'waiting' }]), PATIENT)
  const endsOn = new Date(NOON + 170 * DAY).toISOString().slice(0, 10)
  await admin().send('PUT', pathTo(ADMIN_API.legalHold, zoe), { reason: 'Claim', endsOn })
  smtp().behave({ name: 'take' })
  await goTo(167 * DAY)
  await vi.waitFor(async () => expect(await notices()).toMatchObject([{ state: 'cancelled' }]), PATIENT)
  await goTo(171 * DAY)
  await app().runWork('end-legal-holds')
  await run()
  await untilTold(1)
  expect((await notices()).map(({ day }) => day)).toEqual(['2026-09-28', '2026-10-03'])
})

test('a text of an owner without the link still brings the choice', async () => {
  const text = { subject: 'We erase {reference}', body: 'On {erase_on} it is gone.' }
  await admin().send('PUT', ADMIN_API.messageTemplate.replace(':kind', 'erasure_notice'), text)
  await rules({ noticeDays: 14 })
  await switchOn()
  await after(166)
  await untilTold(1)
  expect(told('Zoe@example.com')[0]?.mail.text).toMatch(/On Monday, September 28 it is gone\./)
  const read = await withLink('GET', API.keeping, tokenIn('Zoe@example.com'))
  expect((await read.json()) as KeepingOfLink).toMatchObject({ eraseOn: '2026-09-28' })
})

test('the preview of the text shows what a day looks like', async () => {
  const text = { subject: 'Soon', body: 'On {erase_on} it is gone.' }
  const body = { applicationId: zoe, ...text, decision: 'erasure_notice' }
  const filled = await admin().request<{ body: string }>('POST', ADMIN_API.messagePreview, body)
  expect(filled.body.body).toBe('On Wednesday, April 1 it is gone.')
})
