import { expect, test } from 'vitest'
import type { PublicJob } from '../../../contract/job.ts'
import type { JobAlertFacets } from '../../../contract/job-alert.ts'
import { NO_FACTS } from '../../../contract/job-facts.ts'
import { fitsAlert, placeOpenJobs } from './fits-alert.ts'

const LEEDS = { locality: 'Leeds', region: 'West Yorkshire', country: 'GB' }
const ANY = { department: null, jobType: null, remote: false, place: null, words: null }
const job = (changes: Partial<PublicJob>) =>
  ({ ...NO_FACTS, title: 'Fitter', location: '', department: null, ...changes }) as PublicJob

/** Whether the alert finds the first of the open postings. */
const finds = (facets: Partial<JobAlertFacets>, ...open: Partial<PublicJob>[]) => {
  const { jobs, labels } = placeOpenJobs(open.map(job), LEEDS)
  return jobs[0] && fitsAlert({ ...ANY, ...facets }, jobs[0], labels)
}

test.each<[string, Partial<PublicJob>]>([
  ['Odessa, TX', { location: 'Odessa, Texas' }],
  ['Texas', { location: 'Midland, TX' }],
  ['Canada', { location: 'Calgary', country: 'CA' }],
  ['united states', { location: 'Field', country: 'US' }],
  ['Odessa, TX', { location: 'West Texas', city: 'Odessa', region: 'Texas' }],
  ['leeds, west yorkshire', { location: 'Leeds' }],
  ['yorkshire', { location: 'Leeds (hybrid)' }],
  ['United Kingdom', { location: 'Leeds' }],
  ['Canada', { location: 'Remote (Canada)' }],
  ['Leeds', { location: 'Leeds or Hull' }],
])('a job alert for %s finds the posting %j', (place, changes) => {
  expect(finds({ place }, changes)).toBe(true)
})

test('a job alert for another state finds nothing', () => {
  expect(finds({ place: 'Odessa, FL' }, { location: 'Odessa, Texas' })).toBe(false)
})

test('a place that the list offers is not another one with the same words', () => {
  const bakery = { location: 'Leeds, West Yorkshire or Hull' }
  expect(finds({ place: 'Leeds, West Yorkshire' }, bakery)).toBe(true)
  expect(finds({ place: 'Leeds, West Yorkshire' }, bakery, { location: 'Leeds' })).toBe(false)
})

test.each(['Texas', 'TX', 'Texas, USA'])(
  'a region is searched for by its words, also where a posting has just %s as its location',
  (region) => {
    const named = { location: region }
    expect(finds({ place: 'Texas' }, { location: 'Midland, TX' }, named)).toBe(true)
    expect(finds({ place: 'TX' }, { location: 'Odessa, Texas' }, named)).toBe(true)
    expect(finds({ place: 'Texas' }, { location: 'Hull' }, named)).toBe(false)
  },
)

test('a region that is a country is searched for by its words, and a city of the list is not', () => {
  expect(finds({ place: 'Scotland' }, { location: 'Aberdeen, Scotland' }, { location: 'Scotland, UK' })).toBe(true)
  expect(finds({ place: 'Odessa, TX' }, { location: 'Odessa, TX or Hull' }, { location: 'Odessa, Texas' })).toBe(false)
})

test.each([
  'Texas',
  'West Texas (hybrid)',
  'Hull or Leeds',
  'Texas, USA',
  'Remote or Hull',
  'Texas and/or home',
  '1234 5678',
  '東京',
])('a job alert for the label that the list gives the text %j finds what the list has there', (location) => {
  const open = [{ location }, { location: `${location} or York` }]
  const place = placeOpenJobs(open.map(job), LEEDS).jobs[0]?.label ?? ''
  expect(finds({ place }, ...open)).toBe(true)
})

test('its keywords are looked for in the location too, as by the search of the list', () => {
  expect(finds({ words: 'midland' }, { location: 'Midland, TX' })).toBe(true)
})
