import { expect, test } from 'vitest'
import * as z from 'zod'
import { readStoredFields } from './read-stored-fields.ts'

const schema = z.strictObject({ days: z.int().default(10), sites: z.array(z.url()).max(2).default([]) })
const read = (stored: unknown) => readStoredFields(schema, JSON.stringify(stored))

test('fields that are not stored have their default, and nothing is wrong then', () => {
  expect(readStoredFields(schema, undefined)).toEqual({ value: { days: 10, sites: [] }, unreadable: [] })
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
  expect(readStoredFields(schema, json).value).toEqual({ days: 10, sites: [] })
})
