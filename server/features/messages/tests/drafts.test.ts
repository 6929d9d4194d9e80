import { expect, test, vi } from 'vitest'
import type { Message } from '../../../../contract/messages/messages.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import type { ErrorBody } from '../../../../contract/wire/error.ts'
import { pathTo } from '../../../../contract/wire/paths.ts'
import { insertApplicant } from '../../../../test/factories.ts'
import { MINUTE, NOON } from '../../../../test/smtp/mail-kit.ts'
import { prepareMessages } from '../../../../test/smtp/message-kit.ts'

const { app, smtp, admin, goTo, list, onlyMessage, act, decide } = prepareMessages()

test('drafts of any age wait together once they are confirmed, and taking them back makes them drafts again', async () => {
  const [old, fresh] = [await insertApplicant(app().db), await insertApplicant(app().db)]
  await decide('rejected', old)
  await goTo(30)
  await decide('rejected', fresh)
  const ids = (await list('?tab=draft')).messages.map(({ id }) => id)
  const confirmed = (await act('send', ...ids)).body.changed
  const together = { state: 'waiting', notBefore: new Date(NOON + 40 * MINUTE).toISOString() }
  expect(confirmed).toMatchObject([together, together])
  await goTo(39)
  expect(smtp().received).toEqual([])
  expect((await list()).messages).toMatchObject([{ canBeTakenBack: true }, { canBeTakenBack: true }])
  expect((await act('take_back', ...ids)).body).toMatchObject({
    ...{ changed: [{ state: 'draft', canBeTakenBack: false }, { state: 'draft' }], refused: [] },
  })
  await goTo(60)
  expect((await list()).counts).toMatchObject({ draft: 2, waiting: 0, sent: 0 })
  await act('send', ...ids)
  await goTo(70)
  await smtp().untilReceived(2)
  await vi.waitFor(async () => expect((await list()).counts.sent).toBe(2), { timeout: 20_000 })
  expect((await act('take_back', ...ids)).body).toMatchObject({ changed: [], refused: expect.arrayContaining(ids) })
})

test('what a person wrote is not taken back to be confirmed', async () => {
  const id = await insertApplicant(app().db)
  await admin().send('POST', ADMIN_API.messages, { applications: [id], subject: 'One question', body: 'When?' })
  const personal = await onlyMessage()
  expect(personal).toMatchObject({ state: 'waiting', canBeTakenBack: false })
  expect((await act('take_back', personal.id)).body).toMatchObject({ changed: [], refused: [personal.id] })
})

test('all drafts are confirmed in steps, but none that was written after the page was read, or that another admin settled', async () => {
  const applicants = await Promise.all(Array.from({ length: 130 }, () => insertApplicant(app().db)))
  await decide('rejected', ...applicants)
  const { messages, counts } = await list('?tab=draft&limit=25')
  expect([messages.length, counts.draft]).toEqual([25, 130])
  const draftsUpTo = messages[0]?.id as number
  await act('cancel', draftsUpTo - 60)
  const [waiting] = (await act('send', draftsUpTo - 70)).body.changed
  await decide('rejected', await insertApplicant(app().db))
  const confirmed: Message[] = []
  for (let more = true; more; ) {
    const { body } = await admin().request<{ changed: Message[]; more: boolean }>('POST', ADMIN_API.messageActions, {
      ...{ action: 'send', draftsUpTo },
    })
    expect(body.changed.length).toBeLessThanOrEqual(100)
    confirmed.push(...body.changed)
    more = body.more
  }
  expect(new Set(confirmed.map(({ id }) => id)).size).toBe(128)
  expect(confirmed.map(({ id }) => id)).not.toContain(waiting?.id)
  expect((await list()).counts).toMatchObject({ draft: 1, waiting: 129, cancelled: 1 })
})

test('all drafts are discarded, and one undo brings every one back to be confirmed', async () => {
  const applicants = await Promise.all(Array.from({ length: 120 }, () => insertApplicant(app().db)))
  await decide('rejected', ...applicants)
  const draftsUpTo = (await list('?tab=draft&limit=1')).messages[0]?.id as number
  const discard = () =>
    admin().request<{ changed: Message[]; more: boolean }>('POST', ADMIN_API.messageActions, {
      ...{ action: 'cancel', draftsUpTo },
    })
  const [first, second] = [(await discard()).body, (await discard()).body]
  expect([first.changed.length, first.more, second.changed.length, second.more]).toEqual([100, true, 20, false])
  expect((await admin().request('GET', ADMIN_API.messageCounts)).body).toEqual({ drafts: 0, problems: 0 })
  const restored = await act('restore', ...[...first.changed, ...second.changed].map(({ id }) => id))
  expect(restored.body).toMatchObject({ refused: [] })
  expect(new Set(restored.body.changed.map(({ state }) => state))).toEqual(new Set(['draft']))
  expect((await admin().request('GET', ADMIN_API.messageCounts)).body).toEqual({ drafts: 120, problems: 0 })
  await goTo(60)
  expect(smtp().received).toEqual([])
})

test('a draft is edited over the text that was read, and leaves with the new one', async () => {
  const id = await insertApplicant(app().db, { name: 'Ana Núñez' })
  await decide('rejected', id)
  const draft = await onlyMessage()
  const seen = { subject: draft.subject, body: draft.body }
  const edit = (body: string, over = seen) =>
    admin().request<Message & ErrorBody>('PATCH', pathTo(ADMIN_API.message, draft.id), {
      ...{ subject: 'Your application', body, seen: over },
    })
  expect((await edit('Dear {first_name}, not this time.')).body).toMatchObject({ state: 'draft' })
  expect(await onlyMessage()).toMatchObject({ subject: 'Your application', body: 'Dear Ana, not this time.' })
  // The response of the first was lost.
  expect((await edit('Dear {first_name}, not this time.')).status).toBe(200)
  const refused = await edit('Something else.')
  expect([refused.status, refused.body.code]).toEqual([409, 'changed_meanwhile'])
  expect(refused.body.current).toMatchObject({ body: 'Dear Ana, not this time.' })
  const stored = { subject: 'Your application', body: 'Dear Ana, not this time.' }
  expect((await edit('Dear {nme}', stored)).status).toBe(400)
  await act('send', draft.id)
  expect((await edit('Too late.', stored)).status).toBe(409)
  await goTo(10)
  await smtp().untilReceived(1)
  expect(smtp().received[0]?.mail).toMatchObject({ subject: 'Your application' })
  expect(smtp().received[0]?.mail.text).toContain('Dear Ana, not this time.')
})
