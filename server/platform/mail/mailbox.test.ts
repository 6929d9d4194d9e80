import { expect, test } from 'vitest'
import { mailboxOf } from './mailbox.ts'

test.each([
  ['Gmail', ['vic.tim@gmail.com', 'VICTIM+cv@googlemail.com']],
  ['iCloud', ['victim@icloud.com', 'victim@me.com', 'victim+jobs@mac.com']],
  ['Proton', ['victim@proton.me', 'vic-tim@protonmail.com', 'vic_tim@protonmail.ch', 'victim@pm.me']],
  [
    'Yandex',
    ['vic.tim@yandex.ru', 'vic-tim@ya.ru', 'victim@yandex.com', 'victim@yandex.com.tr', 'victim@yandex.co.il'],
  ],
])('the addresses of one name at %s are one mailbox', (_provider, addresses) => {
  expect(new Set(addresses.map(mailboxOf)).size).toBe(1)
})

test('another name, another provider and a domain that only looks like one of theirs are another mailbox', () => {
  const addresses = [
    ...['victim@gmail.com', 'victim@icloud.com', 'victim@proton.me', 'victim@yandex.ru', 'victor@icloud.com'],
    ...['victim@home.com', 'victim@yandex.example.com', 'victim@notyandex.ru', 'victim@pm.me.example.com'],
  ]
  expect(new Set(addresses.map(mailboxOf)).size).toBe(addresses.length)
})

test('a name that is nothing but a tag stays a name', () => {
  expect(mailboxOf('+cv@example.com')).toBe('+cv@example.com')
})
