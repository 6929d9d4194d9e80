import { expect, test } from 'vitest'
import { NO_FACTS } from '../../../../contract/job-facts.ts'
import { factValuesOf } from './fact-values.ts'
import { suggestFacts } from './suggest-facts.ts'

const COMPANY = { locality: 'Midland', region: 'TX', country: 'US' }
const NONE = factValuesOf(NO_FACTS)
const HOURLY = { payMin: '34', payMax: '44', payCurrency: 'USD', payPeriod: 'hour' }
const AUSTIN = { city: 'Austin', region: 'TX', country: 'US' }

test.each([
  ['Austin, TX', '$34 - $44 per hour', { ...AUSTIN, ...HOURLY }],
  ['Remote (US)', '$34 - $44 per hour', { workplace: 'remote', remoteCountries: 'US', ...HOURLY }],
  ['Remote', '$34 - $44 per hour', { workplace: 'remote' }],
  ['Calgary, Alberta', 'US$34 - $44 per hour', HOURLY],
  ['Austin or Midland', '$34 - $44 per hour', {}],
  ['Our shop', 'Competitive', {}],
])('from %s and %s only what is certain is suggested', (location, salaryRange, facts) => {
  expect(suggestFacts({ ...NONE, location, salaryRange }, COMPANY)).toEqual(facts)
})

test('nothing is suggested beside what was typed', () => {
  const texts = { location: 'Austin, TX', salaryRange: '$34 - $44 per hour' }
  expect(suggestFacts({ ...NONE, ...texts, city: 'Waco' }, COMPANY)).toEqual({})
  expect(suggestFacts({ ...NONE, ...texts, country: 'US', payMin: '40' }, COMPANY)).toEqual({})
  expect(suggestFacts({ ...NONE, ...texts, country: 'US' }, COMPANY)).toEqual(HOURLY)
})
