import { expect, test } from 'vitest'
import { NO_FACTS } from '../../contract/jobs/job-facts.ts'
import { missingFacts } from './missing-facts.ts'

const COMPANY = { locality: 'Midland', region: 'TX', country: 'US' }
const NO_COUNTRY = 'Job search does not show a position without the country of its place of work.'
const NO_COUNTRIES = 'Job search does not show a remote position without its countries.'
const NO_CITY = 'Job boards ask for the city, which is not known.'
const NO_REGION = 'Job boards ask for the state or region, which is not known.'
const NO_PAY = 'The pay is not known in numbers.'

test.each([
  [{ location: 'Midland, TX', salaryRange: '$34 - $44 per hour' }, []],
  [{ location: 'Our shop' }, [NO_COUNTRY, NO_PAY]],
  [{ location: 'Our shop', country: 'US' }, [NO_CITY, NO_PAY]],
  [{ location: 'Berlin, Germany' }, [NO_REGION, NO_PAY]],
  [{ location: 'Midland', salaryRange: '$34 per hour' }, []],
  [{ location: 'Remote' }, [NO_COUNTRIES, NO_PAY]],
  [{ location: 'Anywhere', workplace: 'remote' as const, remoteCountries: ['US'] }, [NO_PAY]],
  [{ location: 'Midland, TX', payMin: 34, payCurrency: 'USD', payPeriod: 'hour' as const }, []],
])('of %j search engines miss %j', (facts, missing) => {
  expect(missingFacts({ ...NO_FACTS, salaryRange: null, ...facts }, COMPANY)).toEqual(missing)
})
