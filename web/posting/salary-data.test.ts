import { describe, expect, test } from 'vitest'
import { readSalary } from './salary-data.ts'

describe('reading a salary range', () => {
  test.each([
    ['$120,000 - $150,000 per year', 120_000, 150_000, 'YEAR'],
    ['$95k–$120k a year', 95_000, 120_000, 'YEAR'],
    ['$95.5k to $120,000 annually', 95_500, 120_000, 'YEAR'],
    ['$28 to $34.50 / hour', 28, 34.5, 'HOUR'],
    ['$31 - $37 per hour plus 12% night differential', 31, 37, 'HOUR'],
    ['$6,500 - $7,200 per month', 6500, 7200, 'MONTH'],
  ])('%s', (text, minValue, maxValue, unitText) => {
    expect(readSalary(text, 'US')).toEqual({ currency: 'USD', minValue, maxValue, unitText })
  })

  test.each([
    '$38 - $46',
    '$120,000 - $150,000',
    'up to $90,000',
    '€60,000 - €70,000 per year',
    'CA$38 - CA$46 per hour',
    '$38 - $46 CAD per hour',
    '$38 - $46 per hour or $90,000 per year',
    '$38 - $46 per hour CAD',
    '$38,50 - $46,50 per hour',
    '$90.000 - $110.000 per year',
    '$95 - $120k per year',
    '$90 - $40 per hour',
    '$500 - $700 per day',
    'DOE',
  ])('%s is not guessed at', (text) => {
    expect(readSalary(text, 'US')).toBeUndefined()
  })

  test('dollars are US dollars only in the United States, or where the text says so', () => {
    for (const country of ['CA', undefined]) {
      expect(readSalary('$120,000 - $150,000 per year', country)).toBeUndefined()
      expect(readSalary('US$120,000 - $150,000 per year', country)).toHaveProperty('currency', 'USD')
      expect(readSalary('$120,000 - $150,000 USD per year', country)).toHaveProperty('currency', 'USD')
    }
  })
})
