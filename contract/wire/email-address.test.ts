import { expect, test } from 'vitest'
import { emailSchema } from './email-address.ts'

const read = (address: string) => {
  const { data, error } = emailSchema.safeParse(address)
  return data ?? error?.issues.map(({ message }) => message).join('; ')
}

test.each([
  ['ana@example.com', 'ana@example.com'],
  [' Ana.Nunez+jobs@Example.COM ', 'Ana.Nunez+jobs@Example.COM'],
  ["o'neil&sons/welding%50@example.com", "o'neil&sons/welding%50@example.com"],
  [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
  ['ana@bücher.example', 'ana@xn--bcher-kva.example'],
  ['ana@BU\u0308CHER.Example', 'ana@xn--bcher-kva.example'],
  ['ana@xn--bcher-kva.example', 'ana@xn--bcher-kva.example'],
  ['ana@пример.рф', 'ana@xn--e1afmkfd.xn--p1ai'],
  ['ana@例え。テスト', 'ana@xn--r8jz45g.xn--zckzah'],
])('%j is an address, and mail goes to %j', (address, expected) => {
  expect(read(address)).toBe(expected)
})

const NOT_MAILED = expect.stringMatching(/^We cannot send mail to an address with accents .* before the @\./)

test.each(['josé@example.com', 'jose\u0301@example.com', 'josé@bücher.example', '李@example.com'])(
  '%j is refused with what to do',
  (address) => {
    expect(read(address)).toEqual(NOT_MAILED)
  },
)

test('more than 64 characters before the @ are refused with their limit', () => {
  expect(read(`${'a'.repeat(65)}@example.com`)).toBe('An email address has at most 64 characters before the @')
})

test.each([
  '',
  'ana',
  '@example.com',
  'ana@',
  'ana@example',
  'ana@-example.com',
  'ana@example-.com',
  'ana@example..com',
  `ana@${'x'.repeat(64)}.com`,
  '.ana@example.com',
  'ana.@example.com',
  'an..a@example.com',
  'ana nunez@example.com',
  'ana@bücher.example/path',
  'ana@bücher:80.example',
  'ana@bü%63her.example',
  'ana@127.0.0.1',
  'ana@１２７.0.0.1',
  'ana@[127.0.0.1]',
  'ana@example.com, eva@example.com',
  'ana@eva@example.com',
  '"ana"@example.com',
  '<ana@example.com>',
  'ana@example.com\u0000>',
  `ana@${'ü'.repeat(300)}.example`,
  `${'a'.repeat(250)}@example.com`,
])('%j is refused as every wrong address is', (address) => {
  expect(read(address)).toBe('Invalid email address')
})
