import { expect, test } from 'vitest'
import { NO_FACTS } from '../job-facts.ts'
import { type PlaceFacts, readPlace } from './job-place.ts'

const TEXAS = { locality: 'Midland', region: 'TX', country: 'US' }
const LEEDS = { locality: 'Leeds', region: 'West Yorkshire', country: 'GB' }
const SINGAPORE = { locality: 'Singapore', country: 'SG' }

const read = (facts: Partial<PlaceFacts>, company: Parameters<typeof readPlace>[1] = TEXAS) => {
  const place = readPlace({ ...NO_FACTS, location: 'Our shop', ...facts }, company)
  if (place.kind === 'fully-remote') return place.countries
  return place.kind === 'text' ? 'text' : [place.address.city, place.address.region, place.address.country]
}

test.each([
  ['Midland', ['Midland', 'TX', 'US']],
  ['Midland (on site)', ['Midland', 'TX', 'US']],
  ['Midland, US', ['Midland', 'TX', 'US']],
  ['Portland, OR', ['Portland', 'OR', null]],
  ['Calgary, Alberta', ['Calgary', 'Alberta', 'CA']],
  ['Calgary, AB, Canada', ['Calgary', 'AB', 'CA']],
  ['Atlanta, GA, USA', ['Atlanta', 'GA', 'US']],
  ['Berlin, Germany', ['Berlin', null, 'DE']],
  ['Aberdeen, Scotland', ['Aberdeen', 'Scotland', 'GB']],
  ['London, UK', ['London', null, 'GB']],
  ['Tbilisi, Georgia', 'text'],
  ['Calgary, AB, Germany', 'text'],
  ['Leeds', 'text'],
  ['Midland, Odessa', 'text'],
  ['Midland or Odessa', 'text'],
])('the location %s is read for certain or not at all', (location, place) => {
  expect(read({ location })).toEqual(place)
})

test('a text that names only the town of the company is that town', () => {
  for (const location of ['Leeds', 'Leeds (hybrid)', 'Leeds, West Yorkshire', 'Leeds, GB']) {
    expect(read({ location }, LEEDS)).toEqual(['Leeds', 'West Yorkshire', 'GB'])
  }
  expect(read({ location: 'Leeds or Hull' }, LEEDS)).toBe('text')
  expect(read({ location: 'Singapore' }, SINGAPORE)).toEqual(['Singapore', null, 'SG'])
})

test.each([
  [{ city: 'Leeds' }, ['Leeds', 'West Yorkshire', 'GB']],
  [{ city: 'Leeds', country: 'GB' }, ['Leeds', 'West Yorkshire', 'GB']],
  [{ city: 'Leeds', country: 'US' }, ['Leeds', null, 'US']],
  [{ city: 'Leeds', region: 'AL' }, ['Leeds', 'AL', null]],
  [{ city: 'Hull', country: 'GB' }, ['Hull', null, 'GB']],
  [{ city: 'Calgary', region: 'AB' }, ['Calgary', 'AB', null]],
  [{ city: 'Calgary', region: 'Alberta' }, ['Calgary', 'Alberta', 'CA']],
  [{ country: 'CA', location: 'Calgary, AB' }, ['Calgary', 'AB', 'CA']],
  [{ country: 'CA', location: 'Calgary, Alberta' }, ['Calgary', 'Alberta', 'CA']],
  [{ country: 'US', location: 'Leeds' }, [null, null, 'US']],
  [{ country: 'US', location: 'Berlin, Germany' }, [null, null, 'US']],
  [{ region: 'West Yorkshire' }, 'text'],
])('facts come first, and nothing is added that contradicts them: %j', (facts, place) => {
  expect(read(facts, LEEDS)).toEqual(place)
})

test.each([
  [{ location: 'Remote' }, []],
  [{ location: 'Remote (US only)' }, ['US']],
  [{ location: 'Remote (Germany)' }, ['DE']],
  [{ location: 'Remote (Georgia)' }, []],
  [{ workplace: 'remote', remoteCountries: ['DE'] }, ['DE']],
  [{ workplace: 'remote', country: 'FR' }, ['FR']],
] as const)('%j is remote', (facts, countries) => {
  expect(read({ ...facts, remoteCountries: 'remoteCountries' in facts ? [...facts.remoteCountries] : [] })).toEqual(
    countries,
  )
})
