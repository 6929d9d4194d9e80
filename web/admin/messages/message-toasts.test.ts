import { expect, test } from 'vitest'
import type { Message } from '../../../contract/messages/messages.ts'
import { describeDone, describeLeaving, describeWritten } from './message-toasts.ts'

const message = (toName: string) => ({ toName, notBefore: '2026-03-02T12:00:00.000Z' }) as Message

test('a decision says how many messages are ready, or leave by themselves, and nothing where it has written none', () => {
  expect(describeWritten({ drafts: [1], waiting: [] })).toBe('A message is ready.')
  expect(describeWritten({ drafts: Array.from({ length: 14 }, (_, id) => id), waiting: [] })).toBe(
    '14 messages are ready.',
  )
  expect(describeWritten({ drafts: [], waiting: [1] })).toBe('A message leaves in 10 minutes.')
  expect(describeWritten({ drafts: [], waiting: [1, 2] })).toBe('2 messages leave in 10 minutes.')
  expect(describeWritten({ drafts: [], waiting: [] })).toBeUndefined()
})

test('an action says what it did with one message by name, with several by number, and what it left', () => {
  const done = (...changed: Message[]) => ({ changed, refused: [] })
  expect(describeDone('send', done(message('Ana')))).toMatchObject({ title: 'Message on the way', about: 'Ana' })
  expect(describeDone('cancel', done(message('Ana'), message('Ben')))).toMatchObject({ title: '2 messages cancelled' })
  expect(describeDone('take_back', done(message('Ana')))).toMatchObject({
    ...{ title: 'Message taken back', about: 'Ana', description: 'It waits to be confirmed.' },
  })
  expect(describeLeaving(message('Ana'), Date.parse('2026-03-02T12:00:01.000Z'))).toBe('Leaves now.')
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
    description: expect.stringMatching(/^1 on the way, 2 to leave .+\.$/),
    note: 'Until then the 2 can be taken back.',
  })
  expect(send([{ ...waiting, canBeTakenBack: false }], before).note).toBeUndefined()
  expect(send([waiting], after)).toEqual({
    title: 'Message on the way',
    about: 'Ana',
    description: 'Leaves now.',
  })
})
