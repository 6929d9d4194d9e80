import { expect, test } from 'vitest'
import { changeBodyOf, changePasswordFormSchema } from './change-password-form.ts'

const RIGHT = {
  username: 'ana',
  currentPassword: 'old-secret',
  newPassword: 'a new secret',
  repeatedPassword: 'a new secret',
}

function messagesOf(changes: Partial<typeof RIGHT>) {
  const { error } = changePasswordFormSchema('Аna 漢').safeParse({ ...RIGHT, ...changes })
  return error?.issues.map(({ path, message }) => [path.join('.'), message])
}

test('the same new password twice is taken', () => {
  expect(messagesOf({})).toBeUndefined()
})

test('a username that could not be chosen today may stay', () => {
  expect(messagesOf({ username: 'Аna 漢' })).toBeUndefined()
  expect(messagesOf({ username: 'Аna' })).toEqual([['username', 'Use Latin letters, digits, spaces and . _ - @ only']])
})

test.each([
  [{ username: ' ' }, 'username', 'Username is required'],
  [{ username: 'x'.repeat(51) }, 'username', 'Must be at most 50 characters'],
  [{ currentPassword: '' }, 'currentPassword', 'Current password is required'],
  [
    { newPassword: 'eleven char', repeatedPassword: 'eleven char' },
    'newPassword',
    'Password must be at least 12 characters',
  ],
  [{ repeatedPassword: 'a new secrte' }, 'repeatedPassword', 'The new passwords do not match'],
])('%o is refused at its field', (changes, field, message) => {
  expect(messagesOf(changes)).toEqual([[field, message]])
})

test('the username is sent only where it has changed', () => {
  const passwords = { currentPassword: 'old-secret', newPassword: 'a new secret' }
  expect(changeBodyOf(RIGHT, 'ana')).toEqual(passwords)
  expect(changeBodyOf(RIGHT, 'admin')).toEqual({ ...passwords, username: 'ana' })
  expect(changeBodyOf(RIGHT, undefined)).toEqual({ ...passwords, username: 'ana' })
})
