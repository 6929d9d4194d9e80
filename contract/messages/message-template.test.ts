import { expect, test } from 'vitest'
import { nearVariable, withoutPrivateLink } from './message-template.ts'
import { messageTextSchema } from './messages.ts'

test.each([
  ['firstname', 'first_name'],
  ['First_Name', 'first_name'],
  ['first', 'first_name'],
  ['name2', 'name'],
  ['job_title', 'job'],
  ['status', 'status_link'],
  ['begin', undefined],
  ['x', undefined],
])('the variable that {%s} was meant for is %s', (name, variable) => {
  expect(nearVariable(name)).toBe(variable)
})

test('an unknown variable is refused by name, with the one that was meant', () => {
  const { error } = messageTextSchema.safeParse({ subject: 'Hello', body: 'Hello {firstname}, {begin}' })
  expect(error?.issues[0]?.message).toBe(
    '{firstname}, {begin} are no variables of messages. Did you mean {first_name}?',
  )
})

test('the paragraph of the private link is left out', () => {
  expect(withoutPrivateLink('Hello Ana,\n\nSee {status_link}\n\nRegards')).toBe('Hello Ana,\n\nRegards')
})
