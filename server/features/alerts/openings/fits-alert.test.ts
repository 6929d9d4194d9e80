import { expect, test } from 'vitest'
import type { PublicJob } from '../../../../contract/jobs/job.ts'
import { NO_FACTS } from '../../../../contract/jobs/job-facts.ts'
import type { JobAlertFacets } from '../../../../contract/jobs/search/job-alert.ts'
import { prepareJobs } from '../../../../contract/jobs/search/job-search.ts'
import { doInSteps } from '../../../platform/yielding.ts'
import { findFitting, readOpenJobs } from './fits-alert.ts'

const LEEDS = { locality: 'Leeds', region: 'West Yorkshire', country: 'GB' }
const ANY = { department: null, jobType: null, remote: false, place: null, words: null }
const job = (changes: Partial<PublicJob>) =>
  ({ ...NO_FACTS, createdAt: '2026', title: 'Fitter', location: '', department: null, ...changes }) as PublicJob
const prepare = (open: Partial<PublicJob>[]) =>
  prepareJobs(
    open.map((changes, id) => ({ ...job(changes), id })),
    LEEDS,
  )

/** Whether the alert finds the first of the open postings. */
const finds = async (facets: Partial<JobAlertFacets>, ...given: Partial<PublicJob>[]) => {
  const open = await doInSteps(readOpenJobs(prepare(given)))
  return findFitting({ ...ANY, ...facets }, open, '').some(({ id }) => id === 0)
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
])('a job alert for %s finds the posting %j', async (place, changes) => {
  expect(await finds({ place }, changes)).toBe(true)
})

test('a job alert for another state finds nothing', async () => {
  expect(await finds({ place: 'Odessa, FL' }, { location: 'Odessa, Texas' })).toBe(false)
})

test('a place that the list offers is not another one with the same words', async () => {
  const bakery = { location: 'Leeds, West Yorkshire or Hull' }
  expect(await finds({ place: 'Leeds, West Yorkshire' }, bakery)).toBe(true)
  expect(await finds({ place: 'Leeds, West Yorkshire' }, bakery, { location: 'Leeds' })).toBe(false)
})

test.each(['Texas', 'TX', 'Texas, USA'])(
  'a region is searched for by its words, also where a posting has just %s as its location',
  async (region) => {
    const named = { location: region }
    expect(await finds({ place: 'Texas' }, { location: 'Midland, TX' }, named)).toBe(true)
    expect(await finds({ place: 'TX' }, { location: 'Odessa, Texas' }, named)).toBe(true)
    expect(await finds({ place: 'Texas' }, { location: 'Hull' }, named)).toBe(false)
  },
)

test('a region that is a country is searched for by its words, and a city of the list is not', async () => {
  expect(await finds({ place: 'Scotland' }, { location: 'Aberdeen, Scotland' }, { location: 'Scotland, UK' })).toBe(
    true,
  )
  expect(await finds({ place: 'Odessa, TX' }, { location: 'Odessa, TX or Hull' }, { location: 'Odessa, Texas' })).toBe(
    false,
  )
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
])('a job alert for the label that the list gives the text %j finds what the list has there', async (location) => {
  const open = [{ location }, { location: `${location} or York` }]
  const place = prepare(open).places[0]?.label ?? ''
  expect(await finds({ place }, ...open)).toBe(true)
})

test('its keywords are looked for in the location too, as by the search of the list', async () => {
  expect(await finds({ words: 'midland' }, { location: 'Midland, TX' })).toBe(true)
})
