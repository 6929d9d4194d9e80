import { expect, test } from 'vitest'
import type { MessageList } from '../../../contract/messages/messages.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { API, pathTo } from '../../../contract/wire/paths.ts'
import { createJob } from '../../../test/factories.ts'
import { MINUTE } from '../../../test/smtp/mail-kit.ts'
import { type Arrived, FIRST, linkIn, prepareOffers } from '../../../test/smtp/offer-kit.ts'

const { app, smtp, admin, goTo, withLink, readOwn, mailTo, arrive, offer, choose, readOffers, setStatus, undo } =
  prepareOffers()

test('a refusal that is not told looks to the applicant as times that an admin has taken back, also to one who taps', async () => {
  const [ann, bob] = [await arrive('Ann Refused'), await arrive('Bob Waiting')]
  const [ofAnn, ofBob] = [await offer(ann), await offer(bob)]
  await goTo(11 * MINUTE)
  await smtp().untilReceived(2)
  await setStatus(ann, 'rejected')
  await admin().request('POST', pathTo(ADMIN_API.withdrawOffer, ofBob.id))
  const look = async (one: Arrived, offered: { id: number }) => {
    const { stage, answer, withdrawnAt, interviews, offers, messages } = await readOwn(one.token)
    const page = await (await app().request(linkIn(mailTo(one.email)[0]?.mail.text ?? ''))).text()
    return {
      ...{ stage, answer, withdrawnAt, interviews, offers, messages: messages.length },
      isClosed: page.includes('These times are not offered any more'),
      choice: await choose(one, offered, FIRST),
    }
  }
  for (const minutes of [12, 30]) {
    await goTo(minutes * MINUTE)
    const seen = await look(ann, ofAnn)
    expect(seen).toEqual(await look(bob, ofBob))
    expect(seen).toMatchObject({ stage: 'received', offers: [], isClosed: true, choice: { status: 409 } })
  }
})

test('a decision closes an offer and what it would have sent; its undo opens both again', async () => {
  const dana = await arrive('Dana Reed')
  const offered = await offer(dana)
  const changeId = await setStatus(dana, 'rejected')
  expect(await readOffers()).toMatchObject({ open: [], unanswered: [] })
  await goTo(9 * MINUTE)
  expect((await undo(changeId)).body).toMatchObject({ changed: [{ status: 'pending' }] })
  expect(await readOffers()).toMatchObject({ open: [{ id: offered.id }] })
  await goTo(18 * MINUTE)
  expect(smtp().received).toEqual([])
  await goTo(20 * MINUTE)
  await smtp().untilReceived(1)
  expect(smtp().received[0]?.mail.subject).toContain('Choose a time')

  await setStatus(dana, 'rejected')
  expect((await readOwn(dana.token)).offers).toEqual([])
  expect(await choose(dana, offered, FIRST)).toEqual({ status: 409, message: 'These times are not offered any more.' })
})

test('a message of an offer that an admin has discarded stays so, whatever is decided', async () => {
  const dana = await arrive('Dana Reed')
  await offer(dana)
  const readMessages = async () =>
    (await admin().request<MessageList>('GET', `${ADMIN_API.messages}?applicationId=${dana.id}`)).body.messages
  const [message] = await readMessages()
  await admin().request('POST', ADMIN_API.messageActions, { action: 'cancel', ids: [message?.id] })
  await setStatus(dana, 'reviewing')
  await undo(await setStatus(dana, 'rejected', { rule: 'never' }))
  expect(await readMessages()).toMatchObject([{ kind: 'interview_offer', state: 'cancelled' }])
})

test('a message of an offer that was perhaps sent and waits once more does so again after the undo, and none that was discarded', async () => {
  const dana = await arrive('Dana Reed')
  await offer(dana)
  const readMessage = async () =>
    (await admin().request<MessageList>('GET', `${ADMIN_API.messages}?applicationId=${dana.id}`)).body.messages[0]
  const act = async (action: string) =>
    admin().request('POST', ADMIN_API.messageActions, { action, ids: [(await readMessage())?.id] })
  smtp().plan({ name: 'cut', at: 'response' }, { name: 'refuse', at: 'recipient', code: 451, text: 'Later' })
  await act('send')
  await expect.poll(readMessage).toMatchObject({ state: 'perhaps_sent' })
  await act('cancel')
  await undo(await setStatus(dana, 'rejected', { rule: 'never' }))
  expect(await readMessage()).toMatchObject({ state: 'dismissed' })
  await act('send')
  await expect.poll(readMessage).toMatchObject({ state: 'waiting', attempts: 1 })
  const changeId = await setStatus(dana, 'rejected', { rule: 'never' })
  expect(await readMessage()).toMatchObject({ state: 'dismissed' })
  await undo(changeId)
  expect(await readMessage()).toMatchObject({ state: 'waiting' })
})

test('a filled posting, the archive and a withdrawal close offers, and nothing more is sent of them', async () => {
  const jobId = await createJob(app())
  const [ofFilled, archived, withdrawn] = [
    await arrive('Ann Filled', jobId),
    await arrive('Bob Archived'),
    await arrive('Cy Withdrawn'),
  ]
  for (const one of [ofFilled, archived, withdrawn]) await offer(one)
  await app().db.updateTable('jobs').set({ status: 'filled', is_active: 0 }).execute()
  const body = { applications: [{ id: archived.id }], change: { archived: true } }
  expect((await admin().request('POST', ADMIN_API.applicationChanges, body)).status).toBe(200)
  expect((await withLink('POST', API.withdrawApplication, withdrawn.token, { reason: '' })).status).toBe(204)
  expect((await readOffers()).open).toEqual([])
  await goTo(11 * MINUTE)
  await expect
    .poll(async () =>
      (await app().db.selectFrom('mails').select('state').where('offer_id', 'is not', null).execute()).map(
        ({ state }) => state,
      ),
    )
    .toEqual(['cancelled', 'cancelled', 'cancelled'])
  expect(smtp().received).toEqual([])
})

test('filling a posting closes its offers; reopening it, by undo or by hand, sends what had not left, but not what was cancelled', async () => {
  const jobId = await createJob(app())
  const [ann, bob, cy] = [
    await arrive('Ann Open', jobId),
    await arrive('Bob Rejected', jobId),
    await arrive('Cy Cancelled', jobId),
  ]
  for (const one of [ann, bob, cy]) await offer(one)
  const mails = () =>
    app().db.selectFrom('mails').select(['id', 'state', 'application_id']).where('offer_id', 'is not', null)
  const ofCy = (await mails().execute()).filter((mail) => mail.application_id === cy.id).map(({ id }) => id)
  await admin().request('POST', ADMIN_API.messageActions, { action: 'cancel', ids: ofCy })
  const states = async () => (await mails().orderBy('application_id').execute()).map(({ state }) => state)
  const body = { hired: null, reject: [{ id: bob.id }], message: { rule: 'never' } }
  const filled = await admin().request<{ changeId: number }>('POST', pathTo(ADMIN_API.fillJob, jobId), body)
  expect(await states()).toEqual(['cancelled', 'cancelled', 'cancelled'])
  expect((await readOffers()).open).toEqual([])
  await goTo(9 * MINUTE)
  await undo(filled.body.changeId)
  expect(await states()).toEqual(['waiting', 'waiting', 'cancelled'])

  const setJob = (changes: object) => admin().request('PATCH', pathTo(ADMIN_API.adminJob, jobId), changes)
  await setJob({ status: 'filled' })
  expect(await states()).toEqual(['cancelled', 'cancelled', 'cancelled'])
  await goTo(60 * MINUTE)
  await setJob({ status: 'active', isActive: true })
  expect(smtp().received).toEqual([])
  await goTo(70 * MINUTE)
  await smtp().untilReceived(2)
  expect(
    smtp()
      .received.map(({ envelopeTo }) => envelopeTo[0])
      .toSorted(),
  ).toEqual([ann.email, bob.email].toSorted())
})
