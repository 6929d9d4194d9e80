import { expect, test } from 'vitest'
import { loginSchema } from './account.ts'
import { requiredLine, requiredText } from './validation.ts'

test.each([
  ['line', requiredLine],
  ['text', requiredText],
])('a required %s has its own words when it is missing, and its limit when it is too long', (_kind, required) => {
  const messageOf = (value: unknown) => required('Please write it', 5).safeParse(value).error?.issues[0]?.message
  for (const missing of ['', ' \u200b', undefined, 7]) expect(messageOf(missing)).toBe('Please write it')
  expect(messageOf('123456')).toBe('Must be at most 5 characters')
  expect(messageOf('12345')).toBeUndefined()
})

test('a sign-in that is too long is told by its limits', () => {
  const { error } = loginSchema.safeParse({ username: 'x'.repeat(101), password: 'x'.repeat(1_001) })
  expect(error?.issues.map(({ message }) => message)).toEqual([
    'Must be at most 100 characters',
    'Must be at most 1000 characters',
  ])
})
