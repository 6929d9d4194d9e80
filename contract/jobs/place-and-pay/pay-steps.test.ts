import { expect, test } from 'vitest'
import { formatPay, payStepsOf, yearlyPay } from './pay-steps.ts'

test.each([
  ['hour', 83_200],
  ['day', 10_400],
  ['week', 2_080],
  ['month', 480],
  ['year', 40],
] as const)('a pay by the %s is compared by the year of full-time work', (period, amount) => {
  expect(yearlyPay({ min: 30, max: 40, currency: 'USD', period })).toEqual({ currency: 'USD', amount })
  expect(yearlyPay({ min: 40, max: null, currency: 'USD', period })).toEqual({ currency: 'USD', amount })
})

test('each step leaves other postings than the one before it, the first not all of them', () => {
  expect(payStepsOf([41_600, 50_000, 60_000, 62_400, 90_000, 90_000, 110_000])).toEqual([
    50_000, 60_000, 62_000, 90_000, 100_000,
  ])
  expect(payStepsOf([46_000, 47_500, 51_000, 52_000, 53_000, 54_000, 56_000])).toEqual([
    47_500, 50_000, 52_000, 52_500, 54_000, 55_000,
  ])
})

test('of many different amounts eight steps are taken from all parts of the list', () => {
  const amounts = Array.from({ length: 200 }, (_, index) => 20_000 + index * 500)
  const steps = payStepsOf([...amounts, 900_000])
  expect(steps.length).toBeLessThanOrEqual(8)
  for (const [index, step] of steps.entries()) {
    const left = amounts.filter((amount) => amount >= step).length
    const before = amounts.filter((amount) => amount >= (steps[index - 1] ?? 0)).length
    expect(before - left, `${step}`).toBeGreaterThan(0)
    expect(before - left, `${step}`).toBeLessThan(60)
  }
})

test.each([[[]], [[50_000]], [[50_000, 50_000]]])('amounts that nothing parts have no steps: %j', (amounts) => {
  expect(payStepsOf(amounts)).toEqual([])
})

test.each([
  [80_000, 'USD', '$80k+'],
  [62_500, 'GBP', '£62.5k+'],
  [900, 'USD', '$900+'],
  [12_345, 'USD', '$12,345+'],
  [4_500_000, 'JPY', '¥4.5M+'],
  [1_234_560, 'EUR', '€1,234.56k+'],
  [80_000, undefined, '80k+'],
])('an option of pay is short and loses nothing: %d %s', (amount, currency, words) => {
  expect(formatPay(amount, currency)).toBe(words)
})
