import { expect, test } from 'vitest'
import * as z from 'zod'
import { changeStoredFields, readStoredFields } from './stored-fields.ts'

const schema = z.strictObject({ days: z.int(), sites: z.array(z.url()).max(2) })
const DEFAULTS = { days: 10, sites: [] }
const read = (stored: unknown) => readStoredFields(schema, DEFAULTS, JSON.stringify(stored))

test('fields that are not stored have their default, and nothing is wrong then', () => {
  expect(readStoredFields(schema, DEFAULTS, undefined)).toEqual({ value: DEFAULTS, unreadable: [] })
  expect(read({ days: 3 })).toEqual({ value: { days: 3, sites: [] }, unreadable: [] })
})

test('a field of another version of the program does not cost the others', () => {
  expect(read({ days: 3, later: true })).toEqual({ value: { days: 3, sites: [] }, unreadable: [] })
})

test('a wrong value costs only itself, and of a list only its entry', () => {
  const site = 'https://example.com'
  expect(read({ days: 3, sites: ['no', site] })).toEqual({ value: { days: 3, sites: [site] }, unreadable: ['sites'] })
  expect(read({ days: 'x', sites: [site] })).toEqual({ value: { days: 10, sites: [site] }, unreadable: ['days'] })
  const tooMany = [site, site, site]
  expect(read({ days: 3, sites: tooMany })).toEqual({ value: { days: 3, sites: [] }, unreadable: ['sites'] })
})

test.each(['no JSON', '5', 'null', '[]'])('of %s everything has its default', (json) => {
  expect(readStoredFields(schema, DEFAULTS, json)).toEqual({ value: DEFAULTS, unreadable: ['the whole row'] })
  expect(changeStoredFields(json, { days: 3 })).toBe('{"days":3}')
})

test('a change keeps all else as it is stored, also what cannot be read', () => {
  const stored = { days: 'x', sites: ['no'], later: { isOn: true } }
  expect(JSON.parse(changeStoredFields(JSON.stringify(stored), { days: 3 }))).toEqual({ ...stored, days: 3 })
  expect(changeStoredFields(undefined, { days: 3 })).toBe('{"days":3}')
})

test('a part that this version has in addition has its default, and the stored parts stay', () => {
  const rules = z.strictObject({ rules: z.strictObject({ hired: z.string(), rejected: z.string() }) })
  const defaults = { rules: { hired: 'never', rejected: 'ask' } }
  expect(readStoredFields(rules, defaults, JSON.stringify({ rules: { hired: 'always' } }))).toEqual({
    value: { rules: { hired: 'always', rejected: 'ask' } },
    unreadable: [],
  })
})
