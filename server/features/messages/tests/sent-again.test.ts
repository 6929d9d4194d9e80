import { expect, test, vi } from 'vitest'
import type { SavedInterview } from '../../../../contract/interviews/interview.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../../contract/wire/paths.ts'
import { insertApplicant } from '../../../../test/factories.ts'
import { insertPrivateLink } from '../../../../test/private-link.ts'
import { PATIENT } from '../../../../test/smtp/mail-kit.ts'
import { prepareMessages } from '../../../../test/smtp/message-kit.ts'
import type { Behaviour } from '../../../../test/smtp/smtp-kit.ts'

const kit = prepareMessages()
const { app, smtp, admin, goTo, listMessages, statesOf, act, untilStates, decide, undo, write, withdraw, readOwn } = kit

const CUT: Behaviour = { name: 'cut', at: 'response' }
const UNKNOWN: Behaviour = { name: 'refuse', at: 'recipient', code: 550, text: '5.1.1 Unknown' }
const LATER: Behaviour = { name: 'refuse', at: 'recipient', code: 451, text: 'Try later' }

const untilAll = (columns: object) =>
  vi.waitFor(async () => {
    const messages = await listMessages()
    expect(messages).toEqual(messages.map(() => expect.objectContaining(columns)))
  }, PATIENT)
/** Sends every message, of which nobody then knows whether it has arrived, and once more while the mail server takes none. */
const sendTwice = async () => {
  const ids = (await listMessages()).map(({ id }) => id)
  smtp().behave(CUT)
  // A draft that is confirmed waits for the end of the undo time.
  await act('send', ...ids)
  await act('send', ...ids)
  await untilAll({ state: 'perhaps_sent' })
  await sendInVain(...ids)
}
const sendInVain = async (...ids: number[]) => {
  smtp().behave(LATER)
  await act('send', ...ids)
  await untilAll({ state: 'waiting', attempts: 1 })
}
const mendServer = () => {
  smtp().received.length = 0
  smtp().behave({ name: 'take' })
}
const calendarsOf = () =>
  smtp().received.map(({ envelopeTo, source }) => [envelopeTo[0], /method=(\w+)/i.exec(source)?.[1]?.toUpperCase()])
const inviteTwice = async () => {
  const id = await insertApplicant(app().db, { email: 'ana@example.com' })
  await kit.planInterview(id)
  await sendTwice()
  const stored = app().db.selectFrom('interviews').select(['id', 'version'])
  const interview = await stored.executeTakeFirstOrThrow()
  const path = pathTo(ADMIN_API.cancelInterview, interview.id)
  const { version } = interview
  return { cancel: async () => (await admin().request<SavedInterview>('POST', path, { version })).body }
}
const refuseTwice = async () => {
  const id = await insertApplicant(app().db)
  const change = await decide('rejected', id)
  await sendTwice()
  const [message = expect.fail()] = await listMessages()
  return { id, change, message: message.id }
}

test('one who may have got an invitation that is sent again in vain gets a cancellation of the interview', async () => {
  const { cancel } = await inviteTwice()
  await cancel()
  expect(await statesOf()).toEqual([
    ...['interview_cancellation waiting', 'interview_cancellation waiting'],
    ...['interview_invitation dismissed', 'interview_invitation dismissed'],
  ])
  mendServer()
  await goTo(11)
  await smtp().untilReceived(2)
  expect(calendarsOf().toSorted()).toEqual([
    ['ana@example.com', 'CANCEL'],
    ['dana@example.com', 'CANCEL'],
  ])
})

test('an invitation that was to be sent again leaves after all once the cancellation of its interview is undone', async () => {
  const { cancel } = await inviteTwice()
  const { changeId } = await cancel()
  await undo(changeId ?? expect.fail())
  mendServer()
  await goTo(11)
  await smtp().untilReceived(2)
  expect(calendarsOf().toSorted()).toEqual([
    ['ana@example.com', 'REQUEST'],
    ['dana@example.com', 'REQUEST'],
  ])
})

test('a refusal that is sent again in vain shows in My application, and counts as told when it is undone', async () => {
  const { id, change } = await refuseTwice()
  const token = await insertPrivateLink(app().db, id)
  expect(await readOwn(token)).toMatchObject({ stage: 'decided', messages: [{ sentAt: expect.any(String) }] })
  expect((await undo(change)).body.notified).toEqual([id])
  expect(await statesOf()).toEqual(['rejected dismissed'])
})

test('a refusal that is sent again in vain is held back by a later decision, and waits again after its undo', async () => {
  const { id } = await refuseTwice()
  const later = await decide('reviewing', id)
  expect(await statesOf()).toContain('rejected dismissed')
  await undo(later)
  expect(await statesOf()).toContain('rejected waiting')
})

test('a message by hand takes the place of a refusal that is sent again in vain, and gives it back', async () => {
  const { id } = await refuseTwice()
  const message = await write(id)
  expect(await statesOf()).toEqual(['rejected waiting', 'rejected dismissed'])
  await act('cancel', message)
  expect(await statesOf()).toEqual(['rejected cancelled', 'rejected waiting'])
  await act('restore', message)
  expect(await statesOf()).toEqual(['rejected waiting', 'rejected dismissed'])
})

test('a message that is sent again in vain is discarded, not cancelled, and an undo lets it wait again', async () => {
  const { message } = await refuseTwice()
  expect((await act('cancel', message)).body.changed).toMatchObject([{ state: 'dismissed' }])
  expect((await act('restore', message)).body.changed).toMatchObject([{ state: 'waiting' }])
})

test('a message that was perhaps sent and then refused is discarded, not cancelled', async () => {
  const { change, id, message } = await refuseTwice()
  smtp().behave(UNKNOWN)
  await act('send', message)
  await untilStates('rejected failed')
  expect((await act('cancel', message)).body.changed).toMatchObject([{ state: 'dismissed' }])
  expect((await act('restore', message)).body.changed).toMatchObject([{ state: 'failed' }])
  expect((await undo(change)).body.notified).toEqual([id])
})

test('a message that was perhaps sent is not cancelled either when its applicant withdraws while it is under way again', async () => {
  const id = await insertApplicant(app().db)
  const message = await write(id)
  await sendTwice()
  smtp().behave({ name: 'refuse', at: 'content', code: 451, text: 'Try later', ms: 600 })
  await act('send', message)
  await untilStates('personal sending')
  await withdraw(id)
  await untilStates('personal dismissed')
})

test.each([
  [UNKNOWN, 'failed', 'cancelled'],
  [CUT, 'perhaps_sent', 'dismissed'],
] as const)(
  'the undo of a discarding restores no message that was sent again and then cancelled by a withdrawal: %o',
  async (fault, problem, end) => {
    const id = await insertApplicant(app().db)
    const message = await write(id)
    smtp().behave(fault)
    await act('send', message)
    await untilStates(`personal ${problem}`)
    await act('cancel', message)
    await sendInVain(message)
    await withdraw(id)
    expect((await act('restore', message)).body).toMatchObject({ changed: [], refused: [message] })
    expect(await statesOf()).toEqual([`personal ${end}`])
  },
)
