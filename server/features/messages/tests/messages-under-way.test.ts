import { expect, test } from 'vitest'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../../contract/wire/paths.ts'
import { insertApplicant } from '../../../../test/factories.ts'
import { NOON } from '../../../../test/smtp/mail-kit.ts'
import { prepareMessages } from '../../../../test/smtp/message-kit.ts'
import { findMessages, scheduleMessages } from '../message-queries.ts'

const { app, smtp, admin, goTo, listMessages, statesOf, act, sendDraftNow, untilStates, decide, write, withdraw } =
  prepareMessages()

/** Sends what a person wrote, and holds it at the mail server, which then asks to try later. */
async function holdAtServer(id: number): Promise<number> {
  smtp().plan({ name: 'refuse', at: 'content', code: 451, text: 'Try later', ms: 600 })
  const message = await write(id)
  await act('send', message)
  await untilStates('personal sending')
  return message
}

test('a message under way when its applicant withdraws is not tried again', async () => {
  const id = await insertApplicant(app().db)
  await holdAtServer(id)
  await withdraw(id)
  await untilStates('personal cancelled')
  await goTo(5)
  expect(smtp().received).toEqual([])
})

test('a message whose applicant withdraws while the mail server is not ready for it is not sent', async () => {
  const id = await insertApplicant(app().db)
  smtp().plan({ name: 'hold', at: 'recipient' })
  await act('send', await write(id))
  await smtp().untilHeld()
  await withdraw(id)
  await untilStates('personal sending')
  smtp().release()
  await untilStates('personal cancelled')
  expect(smtp().received).toEqual([])
})

test('a message under way when its decision is undone is not tried again; the undone one before it is', async () => {
  const id = await insertApplicant(app().db)
  await decide('rejected', id)
  const [draft = expect.fail()] = await listMessages()
  await goTo(10)
  smtp().plan({ name: 'refuse', at: 'content', code: 451, text: 'Try later', ms: 600 })
  await sendDraftNow(draft.id)
  await untilStates('rejected sending')
  const change = await decide('reviewing', id)
  await untilStates('rejected cancelled')
  await admin().request('POST', pathTo(ADMIN_API.undoApplicationChange, change))
  await untilStates('rejected waiting')
})

test('a message that the mail server refuses after its decision has changed cannot be sent after all', async () => {
  const id = await insertApplicant(app().db)
  await decide('rejected', id)
  const [rejection = expect.fail()] = await listMessages()
  await goTo(10)
  smtp().plan({ name: 'hold', at: 'recipient', code: 550 })
  await sendDraftNow(rejection.id)
  await smtp().untilHeld()
  await decide('reviewing', id)
  smtp().release()
  await untilStates('rejected failed')
  expect((await act('send', rejection.id)).body).toMatchObject({ changed: [], refused: [rejection.id] })
})

test('a message that has changed since it was read is not put in the queue again', async () => {
  const id = await insertApplicant(app().db)
  const message = await write(id)
  const read = (await findMessages(app().db, [message]))[0] ?? expect.fail()
  await act('send', message)
  await untilStates('personal sent')
  const now = new Date(NOON)
  const scheduled = await app()
    .db.transaction()
    .execute((trx) => scheduleMessages(trx, [read], { from: ['waiting', 'sending'], now, delayMs: 0 }))
  expect(scheduled).toEqual([])
  expect(await statesOf()).toEqual(['personal sent'])
  expect((await act('send', message)).body).toMatchObject({ changed: [], refused: [message] })
  expect(smtp().received).toHaveLength(1)
})

test('a process that was paused does not put off a message that another one is sending', async () => {
  const id = await insertApplicant(app().db)
  const message = await write(id)
  const read = (await findMessages(app().db, [message]))[0] ?? expect.fail()
  smtp().plan({ name: 'slow', ms: 600 })
  await act('send', message)
  await untilStates('personal sending')
  const sending = (await findMessages(app().db, [message]))[0] ?? expect.fail()
  const paused = { ...sending, attempts: read.attempts }
  const now = new Date(NOON)
  const scheduled = await app()
    .db.transaction()
    .execute((trx) => scheduleMessages(trx, [paused], { from: ['waiting', 'sending'], now, delayMs: 0 }))
  expect(scheduled).toEqual([])
  await untilStates('personal sent')
})

test('a refusal that the mail server refused is not sent again after a later decision', async () => {
  const id = await insertApplicant(app().db)
  await decide('rejected', id)
  const [refusal = expect.fail()] = await listMessages()
  smtp().plan({ name: 'refuse', at: 'recipient', code: 550, text: '5.1.1 Unknown' })
  await sendDraftNow(refusal.id)
  await untilStates('rejected failed')
  await decide('reviewing', id)
  expect((await act('send', refusal.id)).body).toMatchObject({ changed: [], refused: [refusal.id] })
  expect(smtp().received).toEqual([])
})
