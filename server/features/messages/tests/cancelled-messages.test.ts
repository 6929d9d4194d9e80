import { expect, test, vi } from 'vitest'
import type { MadeChange } from '../../../../contract/applications/application-changes.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { API, APPLICATION_TOKEN_HEADER, pathTo } from '../../../../contract/wire/paths.ts'
import { insertApplicant } from '../../../../test/factories.ts'
import { insertPrivateLink } from '../../../../test/private-link.ts'
import { MINUTE, NOON } from '../../../../test/smtp/mail-kit.ts'
import { prepareMessages } from '../../../../test/smtp/message-kit.ts'

const { app, smtp, admin, goTo, listMessages, statesOf, act, untilStates, decide, write, planInterview, withdraw } =
  prepareMessages()

test('a cancelled refusal is not sent after all beside that of a later decision, which can be cancelled and sent instead', async () => {
  const id = await insertApplicant(app().db)
  const change = await decide('rejected', id)
  const [undone = expect.fail()] = await listMessages()
  await admin().request('POST', pathTo(ADMIN_API.undoApplicationChange, change))
  await decide('rejected', id)
  const [present = expect.fail()] = await listMessages()
  expect((await act('send', undone.id)).body).toMatchObject({ changed: [], refused: [undone.id] })
  await act('cancel', present.id)
  expect((await act('send', undone.id, present.id)).body).toMatchObject({
    changed: [{ id: present.id, state: 'waiting' }],
    refused: [undone.id],
  })
  await untilStates('rejected sent', 'rejected cancelled')
  expect((await act('send', undone.id)).body).toMatchObject({ changed: [], refused: [undone.id] })
  expect(smtp().received).toHaveLength(1)
})

test('the first refusal, sent after all, holds back the second one, which was cancelled too', async () => {
  const id = await insertApplicant(app().db)
  const change = await decide('rejected', id)
  const [first = expect.fail()] = await listMessages()
  await admin().request('POST', pathTo(ADMIN_API.undoApplicationChange, change))
  await decide('rejected', id)
  const [second = expect.fail()] = await listMessages()
  await act('cancel', second.id)
  expect((await act('send', first.id)).body).toMatchObject({ changed: [{ id: first.id }] })
  expect((await act('send', second.id)).body).toMatchObject({ changed: [], refused: [second.id] })
  await untilStates('rejected cancelled', 'rejected sent')
})

test('a cancelled message can be sent after all, but not one about a decision that is no longer the present one', async () => {
  const id = await insertApplicant(app().db)
  const personal = await write(id)
  await act('cancel', personal)
  await decide('rejected', id)
  const [rejection = expect.fail()] = await listMessages()
  await decide('reviewing', id)
  expect((await act('send', rejection.id, personal)).body).toMatchObject({
    changed: [{ id: personal, state: 'waiting' }],
    refused: [rejection.id],
  })
})

test('a decision writes nothing to an applicant who has withdrawn', async () => {
  const id = await insertApplicant(app().db)
  await withdraw(id)
  await decide('interview', id)
  expect(await listMessages()).toEqual([])
})

test('an interviewer is told of a cancelled interview, whatever its applicant does then', async () => {
  const id = await insertApplicant(app().db)
  await planInterview(id)
  await act('send', ...(await listMessages()).map((message) => message.id))
  await untilStates('interview_invitation sent', 'interview_invitation sent')
  const [interview = expect.fail()] = await app().db.selectFrom('interviews').select(['id', 'version']).execute()
  const { version } = interview
  await admin().request('POST', pathTo(ADMIN_API.cancelInterview, interview.id), { version })
  await withdraw(id)
  await goTo(10)
  await smtp().untilReceived(3)
  expect(smtp().received.map(({ envelopeTo }) => envelopeTo[0])).toEqual([
    expect.stringContaining('@'),
    'dana@example.com',
    'dana@example.com',
  ])
})

test('an erasure waits until the interviewers are told', async () => {
  const id = await insertApplicant(app().db)
  await planInterview(id, 4)
  await act('send', ...(await listMessages()).map((message) => message.id))
  await smtp().untilReceived(5)
  await vi.waitFor(async () => expect(new Set(await statesOf())).toEqual(new Set(['interview_invitation sent'])))
  const headers = {
    [APPLICATION_TOKEN_HEADER]: await insertPrivateLink(app().db, id),
    'content-type': 'application/json',
  }
  const body = JSON.stringify({ reference: `APP-${String(id).padStart(4, '0')}` })
  expect((await app().request(API.eraseApplication, { method: 'POST', headers, body })).status).toBe(204)
  await smtp().untilReceived(9)
  await vi.waitFor(async () => expect((await statesOf()).filter((state) => !/ sent$/.test(state))).toEqual([]))
  await goTo(15)
  const told = smtp()
    .received.slice(5)
    .map(({ source }) => /METHOD:CANCEL|method=CANCEL/i.test(source))
  expect(told).toEqual([true, true, true, true])
  const left = () => app().db.selectFrom('applications').select('id').execute()
  await vi.waitFor(async () => expect(await left()).toEqual([]), { timeout: 20_000, interval: 50 })
})

test('a refusal holds back an invitation that has not left, and its undo restores it', async () => {
  const id = await insertApplicant(app().db)
  await planInterview(id)
  await untilStates('interview_invitation waiting', 'interview_invitation waiting')
  const change = await decide('rejected', id)
  await untilStates('rejected draft', 'interview_invitation cancelled', 'interview_invitation cancelled')
  await admin().request('POST', pathTo(ADMIN_API.undoApplicationChange, change))
  const waiting = ['interview_invitation waiting', 'interview_invitation waiting']
  await untilStates(
    ...waiting,
    'rejected cancelled',
    'interview_invitation cancelled',
    'interview_invitation cancelled',
  )
})

test('a message of a person that was cancelled waits again after the undo, and is not sent to one who has withdrawn', async () => {
  const id = await insertApplicant(app().db)
  const message = await write(id)
  await goTo(4)
  await act('cancel', message)
  expect((await act('restore', message)).body).toMatchObject({
    changed: [{ state: 'waiting', notBefore: new Date(NOON + 10 * MINUTE).toISOString() }],
  })
  await act('cancel', message)
  await goTo(20)
  expect((await act('restore', message)).body).toMatchObject({
    changed: [{ state: 'waiting', notBefore: new Date(NOON + 30 * MINUTE).toISOString() }],
  })
  await act('cancel', message)
  await withdraw(id)
  for (const action of ['send', 'restore'])
    expect((await act(action, message)).body).toMatchObject({ changed: [], refused: [message] })
  await goTo(60)
  expect(smtp().received).toEqual([])
})

test('what a decision or a withdrawal has cancelled is not restored by an admin', async () => {
  const id = await insertApplicant(app().db)
  const change = await decide('rejected', id)
  const [draft = expect.fail()] = await listMessages()
  await act('cancel', draft.id)
  await admin().request('POST', pathTo(ADMIN_API.undoApplicationChange, change))
  expect((await act('restore', draft.id)).body).toMatchObject({ changed: [], refused: [draft.id] })
  const other = await write(id)
  await withdraw(id)
  expect((await act('restore', other)).body).toMatchObject({ changed: [], refused: [other] })
})

test('requests that confirm, take back, cancel and restore the same many messages at once all get their response', async () => {
  const applicants = await Promise.all(Array.from({ length: 60 }, () => insertApplicant(app().db)))
  const change = { change: { status: 'rejected' }, applications: applicants.map((id) => ({ id })) }
  const { drafts: ids } = (await admin().request<MadeChange>('POST', ADMIN_API.applicationChanges, change)).body
    .messages
  const reversed = ids.toReversed()
  const outcomes = await Promise.all(
    Array.from({ length: 4 }, () => [
      act('send', ...ids),
      act('take_back', ...reversed),
      act('cancel', ...ids),
      act('restore', ...reversed),
    ]).flat(),
  )
  for (const { body } of outcomes) expect(body.changed.length + body.refused.length).toBe(60)
  const sent = (await act('send', ...ids)).body
  expect(sent.changed.length + sent.refused.length).toBe(60)
})
