import { expect, test } from 'vitest'
import { loginSchema } from '../accounts/account.ts'
import { requiredLine, requiredText } from './validation.ts'

test.each([
  ['line', requiredLine],
  ['text', requiredText],
])('a missing required %s gets its own message, and one that is too long gets its limit', (_kind, required) => {
  const messageOf = (value: unknown) => required('Please write it', 5).safeParse(value).error?.issues[0]?.message
  for (const missing of ['', ' \u200b', undefined, 7]) expect(messageOf(missing)).toBe('Please write it')
  expect(messageOf('123456')).toBe('Must be at most 5 characters')
  expect(messageOf('12345')).toBeUndefined()
})

test('the message about a long username or password names the limit', () => {
  const { error } = loginSchema.safeParse({ username: 'x'.repeat(101), password: 'x'.repeat(1_001) })
  expect(error?.issues.map(({ message }) => message)).toEqual([
    'Must be at most 100 characters',
    'Must be at most 1,000 characters',
  ])
})
