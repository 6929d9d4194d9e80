import { expect, test } from 'vitest'
import { describeLeaving, describeWritten } from './message-toasts.ts'

test('a decision says how many messages are ready, or leave by themselves, and nothing where it has written none', () => {
  expect(describeWritten({ drafts: [1], waiting: [], byHand: [], sendsMail: true })).toBe('A message is ready.')
  expect(
    describeWritten({ drafts: Array.from({ length: 14 }, (_, id) => id), waiting: [], byHand: [], sendsMail: true }),
  ).toBe('14 messages are ready.')
  expect(describeWritten({ drafts: [], waiting: [1], byHand: [], sendsMail: true })).toBe(
    'A message leaves in 10 minutes.',
  )
  expect(describeWritten({ drafts: [], waiting: [1, 2], byHand: [], sendsMail: true })).toBe(
    '2 messages leave in 10 minutes.',
  )
  expect(describeWritten({ drafts: [], waiting: [], byHand: [], sendsMail: true })).toBeUndefined()
})

test('without a mail server a decision says that its message is not sent', () => {
  expect(describeWritten({ drafts: [1], waiting: [], byHand: [], sendsMail: false })).toBe(
    'A message is written, and not sent.',
  )
  expect(describeWritten({ drafts: [], waiting: [1, 2], byHand: [], sendsMail: false })).toBe(
    '2 messages are written, and not sent.',
  )
})

test('a message leaves at its time, or now', () => {
  const message = { notBefore: '2026-03-02T12:00:00.000Z' }
  expect(describeLeaving(message, Date.parse('2026-03-02T12:00:01.000Z'))).toBe('Leaves now.')
  expect(describeLeaving(message, Date.parse('2026-03-02T11:59:00.000Z'))).toMatch(/^Leaves Mar 2/)
})

test('a refusal says that what was written by hand is its mail', () => {
  expect(describeWritten({ drafts: [], waiting: [1], byHand: [1], sendsMail: true })).toBe(
    'A message leaves in 10 minutes. What was written by hand is the mail.',
  )
  expect(describeWritten({ drafts: [1, 2], waiting: [3], byHand: [3], sendsMail: true })).toBe(
    '2 messages are ready. 1 leaves in 10 minutes. In 1, what was written by hand is the mail.',
  )
})
