import { expect, test } from 'vitest'
import type { Message } from '../../../contract/messages.ts'
import { describeDone, describeLeaving, describeLeft, describeWritten } from './message-texts.ts'

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
  expect(describeDone('send', [message('Ana')])).toMatchObject({ title: 'Message on the way', about: 'Ana' })
  expect(describeDone('cancel', [message('Ana'), message('Ben')])).toEqual({ title: '2 messages cancelled' })
  expect(describeLeaving(message('Ana'), Date.parse('2026-03-02T12:00:01.000Z'))).toBe('Leaves now.')
  expect(describeLeft('cancel', 1)).toMatchObject({ title: 'One message was left as it is', tone: 'error' })
})

test('a confirmed message that waits says until when, and one that leaves at once does not', () => {
  const waiting = { ...message('Ana'), state: 'waiting' } as const
  const [before, after] = [Date.parse('2026-03-02T11:59:00.000Z'), Date.parse('2026-03-02T12:00:00.000Z')]
  expect(describeDone('send', [waiting], before)).toMatchObject({
    title: 'Message confirmed',
    note: 'Until then it can be taken back.',
  })
  expect(describeDone('send', [waiting, waiting], before)).toMatchObject({
    title: '2 messages confirmed',
    note: 'Until then they can be taken back.',
  })
  expect(describeDone('send', [waiting], after)).toEqual({
    title: 'Message on the way',
    about: 'Ana',
    description: 'Leaves now.',
  })
  expect(describeLeft('cancel', 1).description).toBe('It has left, or was cancelled before.')
  expect(describeLeft('send', 2).description).toBe('Their state has changed meanwhile.')
})
