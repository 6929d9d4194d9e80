import { expect, test } from 'vitest'
import { parseTopic, writeTopic } from './live-topics.ts'

test('a notification is read as it was written, whatever its text', () => {
  const message = { of: 'reading', sender: 'a-b', text: '{"here":["1:2"],\n"gone":[]}' } as const
  expect(parseTopic(writeTopic(message))).toEqual(message)
})

test('a notification of another feature is not read, and one without a text has an empty one', () => {
  expect(parseTopic('jobs a-b')).toBeUndefined()
  expect(parseTopic('lively a-b')).toBeUndefined()
  expect(parseTopic('live a-b')).toEqual({ of: 'live', sender: 'a-b', text: '' })
})
