import { expect, test } from 'vitest'
import type { PublicJob } from '../../../contract/job.ts'
import { NO_FACTS } from '../../../contract/job-facts.ts'
import { fitsAlert } from './fits-alert.ts'

const ANY = { department: null, jobType: null, remote: false, place: null, words: null }
const job = (changes: Partial<PublicJob>) =>
  ({ ...NO_FACTS, title: 'Fitter', location: '', department: null, ...changes }) as PublicJob

test.each<[string, Partial<PublicJob>]>([
  ['Odessa, TX', { location: 'Odessa, Texas' }],
  ['Texas', { location: 'Midland, TX' }],
  ['Canada', { location: 'Calgary', country: 'CA' }],
  ['united states', { location: 'Field', country: 'US' }],
  ['Odessa, TX', { location: 'West Texas', city: 'Odessa', region: 'Texas' }],
])('a job alert for %s finds the posting %j', (place, changes) => {
  expect(fitsAlert({ ...ANY, place }, job(changes))).toBe(true)
})

test('a job alert for another state finds nothing', () => {
  expect(fitsAlert({ ...ANY, place: 'Odessa, FL' }, job({ location: 'Odessa, Texas' }))).toBe(false)
})

test('its keywords are looked for in the location too, as by the search of the list', () => {
  expect(fitsAlert({ ...ANY, words: 'midland' }, job({ location: 'Midland, TX' }))).toBe(true)
})
