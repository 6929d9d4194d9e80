import { type BudgetSize, createBudget } from '../budget.ts'
import { customerPrefix } from './client-address.ts'
import { tooManyRequests } from './request-error.ts'

/** The work that each customer prefix may cause in some time. */
export type CustomerPrefixBudget = {
  /** @throws {RequestError} `too_many_requests` while the customer prefix of an address has used up its budget */
  require(address: string): void
  /** Takes the milliseconds that a request from an address has cost; the last one may cost more than was left. */
  spend(address: string, costMs: number): void
}

/**
 * Makes a budget, kept in memory: each process counts by itself.
 * @param options.reason a sentence that says what was sent too often
 * @param options.now milliseconds of a clock that is never set back
 */
export function createCustomerPrefixBudget({
  reason,
  now,
  ...size
}: BudgetSize & { reason: string; now?: () => number }): CustomerPrefixBudget {
  const budget = createBudget(size, now)
  return {
    require: (address) => {
      const waitMs = budget.waitMs(customerPrefix(address))
      if (waitMs > 0) throw tooManyRequests(reason, waitMs)
    },
    spend: (address, costMs) => budget.spend(customerPrefix(address), costMs),
  }
}
