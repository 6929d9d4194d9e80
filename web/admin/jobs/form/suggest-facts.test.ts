import { expect, test } from 'vitest'
import { NO_FACTS } from '../../../../contract/jobs/job-facts.ts'
import { factValuesOf } from './fact-values.ts'
import { sourcesOf, suggestFacts } from './suggest-facts.ts'

const COMPANY = { locality: 'Midland', region: 'TX', country: 'US' }
const NONE = factValuesOf(NO_FACTS)
const HOURLY = { payMin: '34', payMax: '44', payCurrency: 'USD', payPeriod: 'hour' }
const HOURLY_MOST = { payMax: '44', payCurrency: 'USD', payPeriod: 'hour' }
const AUSTIN = { city: 'Austin', region: 'TX', country: 'US' }

test.each([
  ['Austin, TX', '$34 - $44 per hour', { ...AUSTIN, ...HOURLY }],
  ['Remote (US)', '$34 - $44 per hour', { workplace: 'remote', remoteCountries: 'US', ...HOURLY }],
  ['Remote', '$34 - $44 per hour', { workplace: 'remote', ...HOURLY }],
  ['Calgary, Alberta', 'US$34 - $44 per hour', { city: 'Calgary', region: 'Alberta', country: 'CA', ...HOURLY }],
  ['Calgary, Alberta', '$34 - $44 per hour', { city: 'Calgary', region: 'Alberta', country: 'CA' }],
  ['Monterrey, Mexico', '$34 - $44 per hour', { city: 'Monterrey', country: 'MX' }],
  ['Leeds, UK', '£34 per hour', { city: 'Leeds', country: 'GB', ...HOURLY, payMax: '34', payCurrency: 'GBP' }],
  ['Midland', 'Up to $44 per hour', { ...AUSTIN, city: 'Midland', ...HOURLY_MOST }],
  ['Austin or Midland', '$34 - $44 per hour', HOURLY],
  ['Our shop', 'Competitive', {}],
])('from %s and %s only what is certain is suggested', (location, salaryRange, facts) => {
  expect(suggestFacts({ ...NONE, location, salaryRange }, COMPANY)).toEqual(facts)
})

test('nothing is suggested beside what was typed', () => {
  const texts = { location: 'Austin, TX', salaryRange: '$34 - $44 per hour' }
  expect(suggestFacts({ ...NONE, ...texts, city: 'Waco' }, COMPANY)).toEqual(HOURLY)
  expect(suggestFacts({ ...NONE, ...texts, country: 'US', payMin: '40' }, COMPANY)).toEqual({})
  expect(suggestFacts({ ...NONE, ...texts, country: 'US' }, COMPANY)).toEqual(HOURLY)
  expect(suggestFacts({ ...NONE, ...texts, workplace: 'remote', remoteCountries: 'US, Mexico' }, COMPANY)).toEqual({})
})

test('the hint names only the texts from which something was read', () => {
  expect(sourcesOf(['city', 'country'])).toBe('Job Location')
  expect(sourcesOf(['payMin'])).toBe('Salary Range')
  expect(sourcesOf(['city', 'payMin'])).toBe('Job Location and Salary Range')
})
