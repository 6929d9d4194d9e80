import fc from 'fast-check'
import { expect, test } from 'vitest'
import { OF_LINKS } from '../../../test/hostile-files/growing-texts.ts'
import { findLinks } from './legal-links.ts'

/** The addresses that a text leads to. */
const addressesOf = (text: string) => findLinks(text).flatMap(({ address }) => address ?? [])

test('email and https addresses are links, without the marks around them', () => {
  const text = 'Write to <jobs+hr@pumps.example.com>, or see (https://pumps.example.com/privacy?a=1#b).\nWe answer.'
  expect(findLinks(text)).toEqual([
    { text: 'Write to <', address: null },
    { text: 'jobs+hr@pumps.example.com', address: 'mailto:jobs+hr@pumps.example.com' },
    { text: '>, or see (', address: null },
    { text: 'https://pumps.example.com/privacy?a=1#b', address: 'https://pumps.example.com/privacy?a=1#b' },
    { text: ').\nWe answer.', address: null },
  ])
})

test.each([
  'javascript:alert(1)',
  'JAVASCRIPT://https://x.example/%0Aalert(1)',
  'data:text/html,https://x.example',
  'http://x.example',
  'https:x.example',
  'https:///x.example',
  'https://',
  'https://[x',
  'https://bank.example@evil.example/',
  'https://user:word@evil.example/',
  'https://evil.example/\u202Egpj.exe',
  'https://evil.example/\u200Bx',
  'https://x.example,https://y.example',
  'https://x.example/a;HTTPS://y.example/b',
  'https://x.example,http://y.example',
  'mailto:a@b.example',
  'a@b',
  'a@b..example',
  'a@b@c.example',
  'a@b.example?bcc=c@d.example',
  'a%0Abcc:c@d.example',
  '"a b"@c.example',
  '@b.example',
])('%j stays text', (text) => {
  expect(addressesOf(text)).toEqual([])
})

test.each([
  ['https://x.example/a_(b)', 'https://x.example/a_(b)'],
  ['(https://x.example/a_(b)).', 'https://x.example/a_(b)'],
  ['[https://x.example/a_(b)_[c]],', 'https://x.example/a_(b)_[c]'],
  ['https://x.example/a_(b(c))', 'https://x.example/a_(b(c))'],
  ['https://x.example/a)', 'https://x.example/a'],
  ['https://x.example/a)(', 'https://x.example/a'],
  ['https://x.example/a_(b', 'https://x.example/a_(b'],
  ['https://x.example/a_(b]', 'https://x.example/a_(b'],
])('%s leads to %s: a bracket that closes is part of the address only where it opens there', (text, address) => {
  expect(addressesOf(text)).toEqual([address])
})

test('markup around an address stays text', () => {
  const text = '<a href="https://x.example">x</a><img src=x onerror=alert(1)> <script>a@b.example</script>'
  expect(addressesOf(text)).toEqual([])
  expect(addressesOf('https://x.example/"onmouseover="alert(1)')).toEqual([
    'https://x.example/%22onmouseover=%22alert(1)',
  ])
})

test('whatever the text, its pieces are the text, and links lead to https and mailto only', () => {
  const part = fc.oneof(fc.string(), fc.constantFrom('https://', 'a@b.example', ' ', '\n', '.', ')', 'javascript:'))
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const text = parts.join('')
      expect(
        findLinks(text)
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text)
      for (const address of addressesOf(text)) expect(address).toMatch(/^(?:https:\/\/|mailto:)/)
    }),
  )
})

/** What the units lead to, so many times over, behind the beginning of an address; alone, only whole addresses lead somewhere. */
const FOUND: Record<string, (times: number) => string[]> = {
  '(': () => ['https://x.example/'],
  ')': () => ['https://x.example/'],
  '()': (times) => [`https://x.example/${'()'.repeat(times)}`],
  '(]': () => ['https://x.example/'],
  '.': () => ['https://x.example/'],
  'https://': () => [],
  'https://x.example/(': () => [],
  'a@': (times) => [`https://x.example/${'a@'.repeat(times)}`],
  'a@b.example ': (times) => ['https://x.example/a@b.example', ...Array(times - 1).fill('mailto:a@b.example')],
}

test.each(OF_LINKS.units)('of %j, many times over, every character stays, and whole addresses are links', (unit) => {
  const times = Math.floor(OF_LINKS.longest / unit.length)
  const text = unit.repeat(times)
  expect(addressesOf(text)).toEqual(unit === 'a@b.example ' ? Array(times).fill('mailto:a@b.example') : [])
  expect(addressesOf(OF_LINKS.before + text)).toEqual(FOUND[unit]?.(times))
  const pieces = findLinks(OF_LINKS.before + text).map((piece) => piece.text)
  expect(pieces.join('')).toBe(OF_LINKS.before + text)
})
