import { describe, expect, test } from 'vitest'
import { dollarsOf, readSalary } from './salary-text.ts'

describe('reading a salary range', () => {
  test.each([
    ['$120,000 - $150,000 per year', 'USD', 120_000, 150_000, 'year'],
    ['$95k–$120k a year', 'USD', 95_000, 120_000, 'year'],
    ['$95.5k to $120,000 annually', 'USD', 95_500, 120_000, 'year'],
    ['$28 to $34.50 / hour', 'USD', 28, 34.5, 'hour'],
    ['$34.50 - $44.75/hr', 'USD', 34.5, 44.75, 'hour'],
    ['$31 - $37 per hour plus night differential', 'USD', 31, 37, 'hour'],
    ['$31 - $37 per hour, depending on experience', 'USD', 31, 37, 'hour'],
    ['$6,500 - $7,200 per month', 'USD', 6500, 7200, 'month'],
    ['$500 - $700 per day', 'USD', 500, 700, 'day'],
    ['$900 a week', 'USD', 900, 900, 'week'],
    ['£34,000 - £44,000 per year', 'GBP', 34_000, 44_000, 'year'],
    ['£34k-£44k a year', 'GBP', 34_000, 44_000, 'year'],
    ['£34k - £44k p.a.', 'GBP', 34_000, 44_000, 'year'],
    ['£34 per hour', 'GBP', 34, 34, 'hour'],
    ['34000 GBP - 44000 GBP per year', 'GBP', 34_000, 44_000, 'year'],
    ['EUR 4,000 - 5,000 per month', 'EUR', 4000, 5000, 'month'],
    ['€60,000 - €70,000 per year', 'EUR', 60_000, 70_000, 'year'],
    ['CA$38 - CA$46 per hour', 'CAD', 38, 46, 'hour'],
    ['CA$38 - $46 per hour', 'CAD', 38, 46, 'hour'],
    ['$38 - $46 CAD per hour', 'CAD', 38, 46, 'hour'],
    ['up to $90,000 per year', 'USD', null, 90_000, 'year'],
    ['$1,000,000k per year', 'USD', 1_000_000_000, 1_000_000_000, 'year'],
    ['$0.01 per hour', 'USD', 0.01, 0.01, 'hour'],
    ['From £30,000 a year', 'GBP', 30_000, null, 'year'],
  ] as const)('%s', (text, currency, min, max, period) => {
    expect(readSalary(text, 'USD')).toEqual({ currency, min, max, period })
  })

  test.each([
    '$38 - $46',
    '$120,000 - $150,000',
    'up to $90,000',
    '$38 - $46 per hour or $90,000 per year',
    '$100 per year of service, $40 per hour',
    '$30/hr DOE - $45/hr',
    '$30 per hour based on experience, up to $45',
    '$30 per hour, depending on experience (max. 45)',
    '$30 per hour plus £4',
    '$31 - $37 per hour plus 12% night differential',
    '$30 per hour DOE ٤٥',
    '$0 per hour',
    '$0.00 - $45 per hour',
    'up to $0k per year',
    '$1,000,000,000.01 per year',
    '$1000001k per year',
    '$999999999999999999999 per year',
    '$38 - $46 per hour CAD',
    '$38,50 - $46,50 per hour',
    '$90.000 - $110.000 per year',
    '€4.000 - €5.000 per month',
    '$4.500 per month',
    '$9,0,0 per hour',
    '$95 - $120k per year',
    '$90 - $40 per hour',
    '$120,000 - $95,000 per year',
    '$34 - €44 per hour',
    '£34 - £44 EUR per hour',
    '$34 - $44 EUR per hour',
    'CA$34 - US$44 per hour',
    'XYZ 34 per hour',
    '34 - 44 per hour',
    '$40 per shift',
    'DOE',
    '',
  ])('%s is not guessed at', (text) => {
    expect(readSalary(text, 'USD')).toBeUndefined()
  })

  test('a currency that is named needs no country', () => {
    expect(readSalary('$40 per hour', undefined)).toBeUndefined()
    expect(readSalary('US$40 per hour', undefined)).toHaveProperty('currency', 'USD')
    expect(readSalary('40 USD per hour', undefined)).toHaveProperty('currency', 'USD')
  })

  test.each([
    [['US'], 'GB', 'USD'],
    [['US'], 'CA', 'USD'],
    [['AU'], 'GB', 'AUD'],
    [['NZ'], 'NZ', 'NZD'],
    [[], 'US', 'USD'],
    [[], 'CA', 'CAD'],
    [[], 'GB', undefined],
    [['CA'], 'US', undefined],
    [['MX'], 'US', undefined],
    [['DE'], 'US', undefined],
    [['DE'], 'GB', undefined],
    [['US', 'CA'], 'US', undefined],
    [['US', 'MX'], 'US', undefined],
    [['MX', 'CO'], 'US', undefined],
  ])('a bare $ for work in %j at a company in %s is %s', (countries, company, currency) => {
    expect(dollarsOf(countries, company)).toBe(currency)
  })
})
