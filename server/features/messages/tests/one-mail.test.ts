import { expect, test } from 'vitest'
import type { MadeChange, UndoneChange } from '../../../../contract/applications/application-changes.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../../contract/wire/paths.ts'
import { insertApplicant } from '../../../../test/factories.ts'
import { prepareMessages } from '../../../../test/smtp/message-kit.ts'

const { app, smtp, admin, goTo, listMessages, statesOf, act, untilStates, decide, write } = prepareMessages()

test('a message by hand and a refusal are one mail, which says what was written; an undo leaves the message alone', async () => {
  const id = await insertApplicant(app().db)
  await write(id)
  const change = await decide('rejected', id)
  expect(await statesOf()).toEqual(['rejected waiting', 'personal cancelled'])
  const [one = expect.fail(), written = expect.fail()] = await listMessages()
  expect(one).toMatchObject({ subject: 'A question', isByHand: true })
  expect((await act('send', written.id)).body).toMatchObject({ changed: [], refused: [written.id] })
  await admin().request('POST', pathTo(ADMIN_API.undoApplicationChange, change))
  expect(await statesOf()).toEqual(['rejected cancelled', 'personal waiting'])
  await decide('rejected', id)
  await goTo(20)
  await smtp().untilReceived(1)
  await untilStates('rejected sent', 'rejected cancelled', 'personal cancelled')
  expect(smtp().received.map(({ mail }) => mail.subject)).toEqual(['A question'])
})

test('what a person writes after a refusal leaves in its place; cancelled, it gives the place back', async () => {
  const id = await insertApplicant(app().db)
  const change = await decide('rejected', id)
  const message = await write(id)
  expect(await statesOf()).toEqual(['rejected waiting', 'rejected cancelled'])
  await act('cancel', message)
  expect(await statesOf()).toEqual(['rejected cancelled', 'rejected draft'])
  await act('restore', message)
  expect(await statesOf()).toEqual(['rejected waiting', 'rejected cancelled'])
  const { body } = await admin().request<UndoneChange>('POST', pathTo(ADMIN_API.undoApplicationChange, change))
  expect(body.withheld).toEqual([id])
  expect(await statesOf()).toEqual(['rejected cancelled', 'rejected cancelled'])
  await goTo(60)
  expect(smtp().received).toEqual([])
})

test('several are refused with a text of their own, filled in for each, or without one, whatever the settings say', async () => {
  const [ana, ben, cy] = await Promise.all(
    ['Ana Ruiz', 'Ben Ode', 'Cy Tan'].map((name) => insertApplicant(app().db, { name })),
  )
  const reject = (message: object, ...ids: unknown[]) =>
    admin().request<MadeChange>('POST', ADMIN_API.applicationChanges, {
      ...{ change: { status: 'rejected' }, message, applications: ids.map((id) => ({ id })) },
    })
  const text = { subject: 'Your application', body: 'Dear {first_name}, not this time.' }
  const made = (await reject({ rule: 'always', text }, ana, ben)).body
  expect(made.messages).toMatchObject({ drafts: [], waiting: [expect.any(Number), expect.any(Number)], byHand: [] })
  expect((await reject({ rule: 'never' }, cy)).body.messages).toMatchObject({ drafts: [], waiting: [] })
  await goTo(9)
  expect(smtp().received).toEqual([])
  await goTo(10)
  await smtp().untilReceived(2)
  const texts = smtp()
    .received.map(({ mail }) => mail.text?.split('\n')[0])
    .toSorted()
  expect(texts).toEqual(['Dear Ana, not this time.', 'Dear Ben, not this time.'])
})
