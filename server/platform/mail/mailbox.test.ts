import { expect, test } from 'vitest'
import { mailboxOf } from './mailbox-limit.ts'

test.each([
  ['Gmail', ['vic.tim@gmail.com', 'VICTIM+cv@googlemail.com']],
  ['iCloud', ['victim@icloud.com', 'victim@me.com', 'victim+jobs@mac.com']],
  ['Proton', ['victim@proton.me', 'vic-tim@protonmail.com', 'vic_tim@protonmail.ch', 'victim@pm.me']],
  [
    'Yandex',
    ['vic.tim@yandex.ru', 'vic-tim@ya.ru', 'victim@yandex.com', 'victim@yandex.com.tr', 'victim@yandex.co.il'],
  ],
  ['Fastmail', ['victim@fastmail.com', 'victim+cv@fastmail.com', 'a1@victim.fastmail.com', 'a2@Victim.Fastmail.com.']],
  ['another provider', ['victim@example.com', 'victim+cv@EXAMPLE.com', 'victim@example.com.']],
])('the addresses of one name at %s are one mailbox', (_provider, addresses) => {
  expect(new Set(addresses.map(mailboxOf)).size).toBe(1)
})

test('another name, another provider and a domain that only looks like one of theirs are another mailbox', () => {
  const addresses = [
    ...['victim@gmail.com', 'victim@icloud.com', 'victim@proton.me', 'victim@yandex.ru', 'victor@icloud.com'],
    ...['victim@home.com', 'victim@yandex.example.com', 'victim@notyandex.ru', 'victim@pm.me.example.com'],
    ...['victim@fastmail.com', 'victim@fastmail.fm', 'victim@notfastmail.com', 'a1@victim.example.com'],
  ]
  expect(new Set(addresses.map(mailboxOf)).size).toBe(addresses.length)
})

test.each(['...@gmail.com', '-_@gmail.com', '.+cv@gmail.com', 'a1@-.fastmail.com'])(
  '%s is not a mailbox without a name',
  (address) => {
    expect(mailboxOf(address)).not.toMatch(/^@/)
  },
)

test('two names of separators only are two mailboxes', () => {
  expect(mailboxOf('-_@example.com')).not.toBe(mailboxOf('--@example.com'))
})

test('two persons of a firm whose names begin alike have a limit each', () => {
  expect(mailboxOf('anna-maria@example.com')).not.toBe(mailboxOf('anna-lena@example.com'))
})

test('a name that is nothing but a tag stays a name', () => {
  expect(mailboxOf('+cv@example.com')).toBe('+cv@example.com')
})
