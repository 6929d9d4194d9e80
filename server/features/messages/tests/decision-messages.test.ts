import { expect, test, vi } from 'vitest'
import type { Application } from '../../../../contract/applications/application.ts'
import type { MadeChange, UndoneChange } from '../../../../contract/applications/application-changes.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../../contract/wire/paths.ts'
import { applyAtOnce, insertApplicant } from '../../../../test/factories.ts'
import { MINUTE, NOON } from '../../../../test/smtp/mail-kit.ts'
import { prepareMessages } from '../../../../test/smtp/message-kit.ts'

const { app, smtp, admin, goTo, list, onlyMessage, statesOf, act, untilState, decide, useRules, actionsOf } =
  prepareMessages()

test('a decision is drafted where the settings ask, sent after ten minutes where they say always, and otherwise silent', async () => {
  await useRules({ interview: 'always', rejected: 'ask', reviewing: 'never' })
  const [asked, always, never] = [
    await insertApplicant(app().db),
    await insertApplicant(app().db),
    await insertApplicant(app().db),
  ]
  await decide('rejected', asked as number)
  await decide('interview', always as number)
  await decide('reviewing', never as number)
  const { messages, counts } = await list()
  expect(messages.map(({ applicationId, state, by }) => [applicationId, state, by])).toEqual([
    [always, 'waiting', 'admin'],
    [asked, 'draft', 'admin'],
  ])
  expect(counts).toMatchObject({ draft: 1, waiting: 1, sent: 0 })
  await goTo(9)
  expect(smtp().received).toEqual([])
  await goTo(10)
  await smtp().untilReceived(1)
  expect(smtp().received[0]?.mail.headers.map(({ key }) => key)).not.toContain('auto-submitted')
  // The message that was sent is the answer; the draft is none.
  const answerOf = async (id: number | undefined) =>
    (await admin().request<Application>('GET', pathTo(ADMIN_API.adminApplication, id as number))).body.answered
  const answered = { at: new Date(NOON + 10 * MINUTE).toISOString(), by: null }
  await vi.waitFor(async () => expect(await answerOf(always)).toEqual(answered), { timeout: 20_000 })
  expect(await answerOf(asked)).toBeNull()
  expect(
    (await admin().send('PUT', pathTo(ADMIN_API.answeredApplication, always as number), { answered: false })).status,
  ).toBe(400)
})

test('undoing a decision cancels its message, and a later decision the messages of the earlier one', async () => {
  await useRules({ rejected: 'always', interview: 'always' })
  const id = await insertApplicant(app().db)
  const changeId = await decide('rejected', id)
  await admin().send('POST', pathTo(ADMIN_API.undoApplicationChange, changeId))
  expect(await onlyMessage()).toMatchObject({ state: 'cancelled' })
  await decide('rejected', id)
  await decide('interview', id)
  expect(await statesOf()).toEqual(['interview waiting', 'rejected cancelled', 'rejected cancelled'])
  await goTo(10)
  await smtp().untilReceived(1)
  expect(smtp().received.map(({ mail }) => mail.subject)).toEqual([expect.stringContaining('talk to you')])
})

test('undoing a decision says whose message has left already', async () => {
  const [left, held] = [await insertApplicant(app().db), await insertApplicant(app().db)]
  const changeId = await decide('rejected', left, held)
  const draft = Number((await list(`?applicationId=${left}`)).messages[0]?.id)
  await act('send', draft)
  await act('send', draft)
  await smtp().untilReceived(1)
  const { body } = await admin().request<UndoneChange>('POST', pathTo(ADMIN_API.undoApplicationChange, changeId))
  expect(body.changed.map(({ id }) => id).toSorted()).toEqual([left, held].toSorted())
  expect(body.notified).toEqual([left])
})

test('undoing a later decision brings back the message that it had cancelled, but not one that was sent before', async () => {
  await useRules({ rejected: 'always', interview: 'ask', reviewing: 'never' })
  const [waiting, drafted, sent] = await Promise.all([1, 2, 3].map(() => insertApplicant(app().db)))
  await decide('rejected', Number(waiting), Number(sent))
  await decide('interview', Number(drafted))
  await goTo(8)
  await act('send', Number((await list(`?applicationId=${sent}`)).messages[0]?.id))
  const states = ['interview draft', 'rejected sent', 'rejected waiting']
  await vi.waitFor(async () => expect(await statesOf()).toEqual(states), { timeout: 20_000 })
  const reviewing = await decide('reviewing', Number(waiting), Number(drafted), Number(sent))
  expect(await statesOf()).toEqual(['interview cancelled', 'rejected sent', 'rejected cancelled'])
  await goTo(15)
  await admin().send('POST', pathTo(ADMIN_API.undoApplicationChange, reviewing))
  expect(await statesOf()).toEqual(['interview draft', 'rejected sent', 'rejected waiting'])
  await goTo(24)
  expect(smtp().received).toHaveLength(1)
  await goTo(25)
  await smtp().untilReceived(2)
})

test('a change names the messages that it has written, and a confirmed draft leaves with the end of the undo time', async () => {
  const ids = [await insertApplicant(app().db), await insertApplicant(app().db)]
  const body = { change: { status: 'rejected' }, applications: ids.map((id) => ({ id, version: 1 })) }
  const made = (await admin().request<MadeChange>('POST', ADMIN_API.applicationChanges, body)).body
  expect(made.messages).toEqual({
    ...{ drafts: [expect.any(Number), expect.any(Number)], waiting: [], byHand: [], sendsMail: true },
  })
  expect((await admin().request<MadeChange>('POST', ADMIN_API.applicationChanges, body)).body.messages).toEqual(
    made.messages,
  )
  await act('send', ...made.messages.drafts)
  await goTo(9)
  expect(smtp().received).toEqual([])
  await goTo(10)
  await smtp().untilReceived(2)
})

test('the API of the specification sends nothing unless the settings say always', async () => {
  const id = await insertApplicant(app().db)
  await admin().send('PATCH', pathTo(ADMIN_API.application, id), { status: 'rejected' })
  expect(await onlyMessage()).toMatchObject({ state: 'draft' })
  await goTo(60)
  expect(smtp().received).toEqual([])
  const message = await onlyMessage()
  expect((await act('send', message.id)).body.changed).toHaveLength(1)
  await goTo(70)
  await smtp().untilReceived(1)
  await useRules({ rejected: 'always' })
  const other = await insertApplicant(app().db)
  await admin().send('PATCH', pathTo(ADMIN_API.application, other), { status: 'rejected' })
  expect(await onlyMessage()).toMatchObject({ applicationId: other, state: 'waiting' })
  await goTo(80)
  await smtp().untilReceived(2)
})

test('a message that was perhaps sent is discarded from the count, never called cancelled, and an undo counts it again', async () => {
  smtp().plan({ name: 'cut', at: 'response' })
  const id = await applyAtOnce(app())
  await untilState('perhaps_sent')
  const message = await onlyMessage()
  const problems = async () =>
    (await admin().request<{ problems: number }>('GET', ADMIN_API.messageCounts)).body.problems
  expect(await problems()).toBe(1)
  const { changed } = (await act('cancel', message.id)).body
  expect(changed).toMatchObject([{ state: 'dismissed', settledAt: message.settledAt, response: message.response }])
  expect([await problems(), (await list()).counts]).toMatchObject([0, { problems: 0, cancelled: 1 }])
  expect(await actionsOf(id)).toContain('dismissed')
  expect((await act('cancel', message.id)).body).toMatchObject({ changed: [], refused: [message.id] })
  expect((await act('restore', message.id)).body.changed).toMatchObject([{ state: 'perhaps_sent' }])
  expect(await problems()).toBe(1)
  await act('cancel', message.id)
  await goTo(10_000)
  expect(smtp().received).toHaveLength(1)
  await act('send', message.id)
  await smtp().untilReceived(2)
  await untilState('sent')
  expect((await act('restore', message.id)).body).toMatchObject({ changed: [], refused: [message.id] })
})

test('a decision whose message was perhaps sent and discarded counts as told to the applicant when it is undone', async () => {
  const id = await insertApplicant(app().db)
  const changeId = await decide('rejected', id)
  smtp().plan({ name: 'cut', at: 'response' })
  const draft = await onlyMessage()
  await act('send', draft.id)
  await act('send', draft.id)
  await untilState('perhaps_sent')
  await act('cancel', draft.id)
  const { body } = await admin().request<UndoneChange>('POST', pathTo(ADMIN_API.undoApplicationChange, changeId))
  expect(body.notified).toEqual([id])
})

test('deleting an application deletes its messages', async () => {
  const id = await applyAtOnce(app())
  await smtp().untilReceived(1)
  await admin().send('DELETE', pathTo(ADMIN_API.adminApplication, id))
  expect(await app().db.selectFrom('mails').select('id').execute()).toEqual([])
})
