import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Message, MessageActionBody, MessageActionResult } from '../../../contract/messages/messages.ts'
import { actOnMessages, describeDone } from './message-acting.ts'

beforeEach(() => vi.stubGlobal('localStorage', { getItem: () => null }))
afterEach(() => vi.unstubAllGlobals())

const idsFrom = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index)

/** A server that has the next response for each request for an action; null for a failed connection. */
function respondWith(...responses: Array<{ ids: number[]; more?: boolean } | null>): MessageActionBody[] {
  const requests: MessageActionBody[] = []
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    requests.push(JSON.parse(body))
    const response = responses.shift()
    if (!response) throw new TypeError('Failed to fetch')
    const changed = response.ids.map((id) => ({ id }) as Message)
    const result: MessageActionResult = { changed, refused: [], more: response.more ?? false, sendsMail: true }
    return Response.json(result)
  })
  return requests
}

test('any number of messages are taken back, in requests of at most 500', async () => {
  const requests = respondWith({ ids: idsFrom(1, 500) }, { ids: idsFrom(501, 100) })
  const acted = await actOnMessages({ action: 'take_back', ids: idsFrom(1, 600) })
  expect(requests).toEqual([
    { action: 'take_back', ids: idsFrom(1, 500) },
    { action: 'take_back', ids: idsFrom(501, 100) },
  ])
  expect([acted.changed.length, acted.isCut]).toEqual([600, false])
})

test('all drafts are requested until there are no more, or none of them changes', async () => {
  const requests = respondWith({ ids: [1, 2], more: true }, { ids: [3] })
  const acted = await actOnMessages({ action: 'send', draftsUpTo: 9 })
  expect(requests).toEqual([1, 2].map(() => ({ action: 'send', draftsUpTo: 9 })))
  expect(acted.changed.map(({ id }) => id)).toEqual([1, 2, 3])
  const stuck = respondWith({ ids: [], more: true })
  await actOnMessages({ action: 'send', draftsUpTo: 9 })
  expect(stuck).toHaveLength(1)
})

test('a connection that fails on the way leaves what was done, and one that fails at once nothing', async () => {
  respondWith({ ids: [1], more: true }, null)
  expect(await actOnMessages({ action: 'send', draftsUpTo: 9 })).toMatchObject({ changed: [{ id: 1 }], isCut: true })
  respondWith(null)
  await expect(actOnMessages({ action: 'send', draftsUpTo: 9 })).rejects.toThrow('Failed to fetch')
})

const message = (toName: string) => ({ toName, notBefore: '2026-03-02T12:00:00.000Z' }) as Message

test('an action says what it did with one message by name, with several by number, and what it left', () => {
  const done = (...changed: Message[]) => ({ changed, refused: [] })
  expect(describeDone('send', done(message('Ana')))).toMatchObject({ title: 'Message on the way', about: 'Ana' })
  expect(describeDone('cancel', done(message('Ana'), message('Ben')))).toMatchObject({ title: '2 messages cancelled' })
  expect(describeDone('take_back', done(message('Ana')))).toMatchObject({
    ...{ title: 'Message taken back', about: 'Ana', description: 'It waits to be confirmed.' },
  })
  const perhaps = { ...message('Cy'), state: 'dismissed' } as Message
  expect(describeDone('cancel', done(perhaps))).toMatchObject({
    ...{ title: 'Message discarded', about: 'Cy', description: 'It may have arrived all the same.' },
  })
  expect(describeDone('cancel', done(perhaps, message('Ana')))).toMatchObject({
    ...{ title: '2 messages discarded', description: '1 of them may have arrived all the same.' },
  })
  expect(describeDone('cancel', { changed: [], refused: [1] })).toEqual({
    title: 'Nothing was changed',
    description: 'One message was left as it is: it has left, or was cancelled before.',
    tone: 'error',
  })
  expect(describeDone('send', { changed: [], refused: [1] }).description).toBe(
    'One message was left as it is: its state or the decision has changed. Look at the newest one.',
  )
  expect(describeDone('take_back', { changed: [message('Ana')], refused: [1, 2], isCut: true }).description).toBe(
    'It waits to be confirmed. 2 messages were left as they are: they have left, or were cancelled before. Then the connection failed. Look at the others, and try again.',
  )
})

test('confirmed messages that wait say until when they can be taken back, and how many have left', () => {
  const waiting = { ...message('Ana'), state: 'waiting', canBeTakenBack: true } as const
  const sent = { ...message('Ben'), state: 'waiting', notBefore: '2026-03-02T11:00:00.000Z' } as const
  const [before, after] = [Date.parse('2026-03-02T11:59:00.000Z'), Date.parse('2026-03-02T12:00:00.000Z')]
  const send = (changed: Message[], now: number) => describeDone('send', { changed, refused: [] }, now)
  expect(send([waiting], before)).toMatchObject({
    title: 'Message confirmed',
    note: 'Until then it can be taken back.',
  })
  expect(send([waiting, waiting], before)).toMatchObject({
    title: '2 messages confirmed',
    note: 'Until then they can be taken back.',
  })
  expect(send([waiting, waiting, sent], before)).toMatchObject({
    title: '3 messages confirmed',
    description: expect.stringMatching(/^1 on the way, 2 to leave from .+ on\.$/),
    note: 'Until then 2 of them can be taken back.',
  })
  expect(send([{ ...waiting, canBeTakenBack: false }], before).note).toBeUndefined()
  expect(send([waiting], after)).toEqual({
    title: 'Message on the way',
    about: 'Ana',
    description: 'Leaves now.',
  })
})

test('restored messages say what they wait for, and without a mail server nothing is on the way', () => {
  const now = Date.parse('2026-03-02T11:59:00.000Z')
  const [draft, waiting] = [
    { ...message('Ana'), state: 'draft' } as const,
    { ...message('Ben'), state: 'waiting' } as const,
  ]
  const describe = (changed: Message[], sendsMail = true) =>
    describeDone('restore', { changed, refused: [], sendsMail }, now).description
  expect(describe([draft])).toBe('It waits to be confirmed.')
  expect(describe([waiting])).toMatch(/^Leaves .+\.$/)
  expect(describe([draft, waiting])).toMatch(/^1 to be confirmed, 1 to leave .+\.$/)
  expect(describeDone('send', { changed: [waiting], refused: [], sendsMail: false }, now)).toMatchObject({
    ...{ title: 'Message not sent', about: 'Ben', description: expect.stringContaining('nothing leaves') },
  })
})
