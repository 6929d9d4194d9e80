import { describe, expect, it } from 'vitest'
import { createCustomerPrefixBudget } from './customer-prefix-budget.ts'

const ADDRESS = '192.0.2.1'

function budgetAt(time: { now: number }) {
  return createCustomerPrefixBudget({ mostMs: 100, perSecondMs: 50, reason: 'Too much was sent.', now: () => time.now })
}

describe('the budget of a customer prefix', () => {
  it('refuses once it is used up, and says when to come back', () => {
    const budget = budgetAt({ now: 0 })
    budget.spend(ADDRESS, 99)
    budget.require(ADDRESS)
    budget.spend(ADDRESS, 3_001)
    expect(() => budget.require(ADDRESS)).toThrow(
      expect.objectContaining({
        code: 'too_many_requests',
        retryAfter: 60,
        message: 'Too much was sent. Please try again in a minute.',
      }),
    )
  })

  it.each([
    [1_000, 'a few seconds'],
    [5_001, '6 seconds'],
    [59_001, 'a minute'],
    [60_001, '2 minutes'],
  ])('says how long %i milliseconds are', (waitMs, words) => {
    const budget = budgetAt({ now: 0 })
    budget.spend(ADDRESS, 100 + waitMs / 20)
    expect(() => budget.require(ADDRESS)).toThrow(`Too much was sent. Please try again in ${words}.`)
  })

  it('fills up again with time, and never beyond its most', () => {
    const time = { now: 0 }
    const budget = budgetAt(time)
    budget.spend(ADDRESS, 150)
    time.now = 999
    expect(() => budget.require(ADDRESS)).toThrow('Too much was sent.')
    time.now = 1_020
    budget.require(ADDRESS)
    time.now = 3_600_000
    budget.spend(ADDRESS, 100)
    expect(() => budget.require(ADDRESS)).toThrow('Too much was sent.')
  })

  it('counts the addresses that one customer may have together, and others apart', () => {
    const budget = budgetAt({ now: 0 })
    budget.spend('2001:db8:1:2::1', 100)
    expect(() => budget.require('2001:db8:1:ffff:ffff::9')).toThrow('Too much was sent.')
    budget.require('2001:db8:2:2::1')
  })

  it('forgets the customer prefix that spent longest ago once it remembers too many', () => {
    const budget = budgetAt({ now: 0 })
    budget.spend(ADDRESS, 100)
    for (let index = 0; index < 10_000; index += 1) {
      budget.spend(`10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`, 100)
    }
    budget.require(ADDRESS)
    expect(() => budget.require('10.0.39.15')).toThrow('Too much was sent.')
  })
})
