import { expect, test } from 'vitest'
import type { MailStatus, Message, MessageCounts, MessageList } from '../../../../contract/messages/messages.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../../contract/wire/paths.ts'
import type { AdminClient } from '../../../../test/admin-client.ts'
import { insertApplicant } from '../../../../test/factories.ts'
import { expectOnlyOwn, prepareManagers } from '../../../../test/managers/manager-kit.ts'
import { MINUTE, NOON } from '../../../../test/smtp/mail-kit.ts'
import { prepareMessages } from '../../../../test/smtp/message-kit.ts'
import { noteOutage } from '../../../platform/mail/mail-outage.ts'

const { app, admin, goTo, decide, listMessages } = prepareMessages()

type Acted = { status: number; body: { changed: Message[]; refused: number[]; more: boolean } }
const actAs = (client: AdminClient, body: object): Promise<Acted> =>
  client.request('POST', ADMIN_API.messageActions, body)
const stored = async () => ({
  mails: await app().db.selectFrom('mails').selectAll().orderBy('id').execute(),
  trail: await app().db.selectFrom('audit_trail').selectAll().orderBy('id').execute(),
})

/** An applicant each to the own posting, to another one, and to none, with a draft about a rejection each. */
async function prepare() {
  await app().db.deleteFrom('jobs').execute()
  const managers = await prepareManagers(app(), NOON)
  const [own, others, general] = [
    await insertApplicant(app().db, { job_id: managers.mine, name: 'Mia Mine' }),
    await insertApplicant(app().db, { job_id: managers.other, name: 'Otto Other' }),
    await insertApplicant(app().db, { job_id: null, name: 'Gina General' }),
  ]
  await decide('rejected', own, others, general)
  const drafts = new Map((await listMessages()).map(({ id, applicationId }) => [applicationId, id]))
  const draftOf = (applicationId: number) => drafts.get(applicationId) ?? expect.fail('no draft')
  return { ...managers, own, others, general, draftOf }
}

test('a hiring manager reads messages and their counts of the own postings alone', async () => {
  const { mine, plain, own, others, draftOf } = await prepare()
  await actAs(admin(), { action: 'cancel', ids: [draftOf(others)] })
  const { body } = await plain.request<MessageList>('GET', ADMIN_API.messages)
  expect(body.messages.map(({ applicationId, jobId }) => [applicationId, jobId])).toEqual([[own, mine]])
  const paths = [ADMIN_API.messages, `${ADMIN_API.messages}?tab=draft`, `${ADMIN_API.messages}?applicationId=${others}`]
  await expectOnlyOwn(app(), { manager: plain, owner: admin(), jobId: mine, paths })
})

test('only what a hiring manager may confirm or send again waits for the manager', async () => {
  const { mine, plain, deciding } = await prepare()
  const counts = async (client: AdminClient) =>
    (await client.request<MessageCounts>('GET', ADMIN_API.messageCounts)).body
  expect(await counts(admin())).toEqual({ drafts: 3, problems: 0 })
  expect(await counts(plain)).toEqual({ drafts: 0, problems: 0 })
  await expectOnlyOwn(app(), { manager: deciding, owner: admin(), jobId: mine, paths: [ADMIN_API.messageCounts] })
})

test('messages of others are refused like those that do not exist, and what is permitted is done', async () => {
  const { plain, deciding, own, others, general, draftOf } = await prepare()
  const ids = [draftOf(own), draftOf(others), draftOf(general), 999_999]
  const before = await stored()
  for (const action of ['send', 'cancel', 'answered', 'take_back', 'restore']) {
    const { status, body } = await actAs(plain, { action, ids })
    expect([status, body]).toEqual([200, expect.objectContaining({ changed: [], refused: ids, more: false })])
    expect((await actAs(deciding, { action, ids: ids.slice(1) })).body.refused).toEqual(ids.slice(1))
  }
  expect(await stored()).toEqual(before)
  const { body } = await actAs(deciding, { action: 'send', ids })
  expect([body.changed.map(({ id }) => id), body.refused]).toEqual([[draftOf(own)], ids.slice(1)])
})

test('all drafts of a hiring manager are those of the postings for which the manager writes', async () => {
  const { plain, deciding, own, draftOf } = await prepare()
  const all = { action: 'cancel', draftsUpTo: 999_999 }
  expect((await actAs(plain, all)).body).toMatchObject({ changed: [], refused: [], more: false })
  const { body } = await actAs(deciding, all)
  expect([body.changed.map(({ id }) => id), body.refused, body.more]).toEqual([[draftOf(own)], [], false])
  const drafts = app().db.selectFrom('mails').select('id').where('state', '=', 'draft')
  expect(await drafts.execute()).toHaveLength(2)
})

test('a hiring manager writes to applicants of the deciding postings, and to others as if they did not exist', async () => {
  const { plain, deciding, own, others, general } = await prepare()
  const applications = [own, others, general, 999_999]
  const text = { subject: 'A question', body: 'When can you start?\n' }
  const before = await stored()
  const refused = await plain.request<{ refused: number[] }>('POST', ADMIN_API.messages, { ...text, applications })
  expect([refused.status, refused.body.refused]).toEqual([200, applications])
  expect(await stored()).toEqual(before)
  const sent = await deciding.request<{ messages: Message[]; refused: number[] }>('POST', ADMIN_API.messages, {
    ...text,
    applications,
  })
  expect(sent.body.messages.map(({ applicationId }) => applicationId)).toEqual([own])
  expect(sent.body.refused).toEqual([others, general, 999_999])
})

test('a text is filled in for applicants of the deciding postings, and an edit needs the same', async () => {
  const { plain, deciding, own, others, general, draftOf } = await prepare()
  const text = { subject: 'To {name}', body: 'Hello {name}\n' }
  const preview = (client: AdminClient, applicationId: number) =>
    client.request('POST', ADMIN_API.messagePreview, { ...text, applicationId })
  expect(await preview(deciding, own)).toMatchObject({ status: 200, body: { subject: 'To Mia Mine' } })
  const missing = await preview(deciding, 999_999)
  expect(missing.status).toBe(404)
  for (const id of [others, general]) expect(await preview(deciding, id)).toEqual(missing)
  expect(await preview(plain, own)).toEqual(missing)

  const seen = (await listMessages()).find(({ id }) => id === draftOf(own)) ?? expect.fail('no draft')
  const edit = async (client: AdminClient, id: number) => {
    const body = { ...text, seen: { subject: seen.subject, body: seen.body } }
    return (await client.request('PATCH', pathTo(ADMIN_API.message, id), body)).status
  }
  const statuses = [
    await edit(plain, draftOf(own)),
    await edit(deciding, draftOf(others)),
    await edit(deciding, 999_999),
  ]
  expect(statuses).toEqual([403, 404, 404])
  expect(await edit(deciding, draftOf(own))).toBe(200)
})

test('of mail that does not leave, a hiring manager reads how much of the own postings is held up, and no address', async () => {
  const { deciding, own, others, draftOf } = await prepare()
  const status = async (client: AdminClient) => (await client.request<MailStatus>('GET', ADMIN_API.mail)).body.outage
  await actAs(admin(), { action: 'send', ids: [draftOf(others)] })
  const hourLater = new Date(NOON + 60 * MINUTE)
  const outage = { scope: 'all', message: 'Refused: 550 5.7.1 otto@example.com is listed' } as const
  const begun = hourLater.toISOString()
  await app()
    .db.transaction()
    .execute((trx) => noteOutage(trx, outage, { begun, now: hourLater }))
  await goTo(60)
  expect(await status(admin())).toMatchObject({ waiting: 1, reason: outage.message })
  expect(await status(deciding)).toBeNull()
  await actAs(admin(), { action: 'send', ids: [draftOf(own)] })
  await app().db.updateTable('mails').set({ not_before: begun }).where('id', '=', draftOf(own)).execute()
  expect((await status(admin()))?.waiting).toBe(2)
  expect(await status(deciding)).toMatchObject({ waiting: 1, reason: 'The mail server takes no mail at present.' })
})
