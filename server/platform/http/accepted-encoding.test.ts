import { expect, test } from 'vitest'
import { bestEncoding } from './accepted-encoding.ts'

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['GZIP ; q=0.5', 'gzip'],
  ['br;q=0.1, gzip', 'gzip'],
  ['br;q=0, gzip;q=0', 'identity'],
  ['identity;q=1, br;q=0.1', 'identity'],
  ['identity;q=0, br', 'br'],
  ['identity, br', 'br'],
  ['br;q=-1', 'identity'],
  ['br;q=2, gzip;q=x', 'identity'],
  ['*', 'identity'],
  ['x-gzip, deflate', 'identity'],
])('a caller that accepts %s gets %s', (accepted, encoding) => {
  expect(bestEncoding(accepted)).toBe(encoding)
})
