import { expect, test } from 'vitest'
import { colleagueName, plainName } from './plain-name.ts'

test.each([
  'Ana Núñez',
  "Siobhán O'Brien-Łukasz",
  'Dr. J.R.R. Tolkien, Jr.',
  'Robert "Bob" Smith (Bobby)',
  'Gal·la Puig 3rd',
  'محمد بن عبد الله',
  'نیما می‌خواهد',
  'देवी प्रसाद',
  '山田 太郎',
  'Karl-Heinz v. d. Straße',
])('%s is a name', (name) => {
  expect(plainName(name)).toBe(name)
})

test.each([
  'pay at http://evil.example/x',
  'Open evil.example now',
  'www.evil.com',
  't.me/ana',
  'ana@example.com',
  'Call +1 432 555 0117',
  '=?utf-8?B?cGF5?=',
  'Eve <eve@example.com>',
  'Ana\u202eknil',
  'Ana; rm',
  'x'.repeat(81),
  '...',
  '',
])('%j is none', (name) => {
  expect(plainName(name)).toBeNull()
})

test.each(['Ana Núñez', 'rita', 'rita2026', 'j_doe-2', 'lena+jobs@example.com'])('%s may be a colleague', (name) => {
  expect(colleagueName(name)).toBe(name)
})

test.each([
  'Your account is locked. Sign in: https://evil.example',
  'Sign in at evil.example',
  'evil.example/x',
  '+14325550117',
  '=?utf-8?B?cGF5?=',
  '=?utf-8?B?cGF5?=@example.com',
  'Call +1 432 555 0117',
])('%j is not repeated as the name of a colleague', (name) => {
  expect(colleagueName(name)).toBe('A colleague')
})

test.each([
  ['robin.smith', 'robin smith'],
  ['evil.example', 'evil example'],
  ['robin.smith.', 'robin smith'],
])('the dots of the username %s make no address in a mail', (name, shown) => {
  expect(colleagueName(name)).toBe(shown)
})
