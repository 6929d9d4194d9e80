import { type CustomerPrefixBudget, createCustomerPrefixBudget } from '../http/customer-prefix-budget.ts'

/** What forms that are not stored may cost a customer prefix at once, in milliseconds: fifty dear ones, a thousand usual ones. */
const MOST_MS = 5_000
/** A tenth of a core. In milliseconds each second. */
const PER_SECOND_MS = 100
/** Receiving, hashing and writing, in milliseconds: of a form, and of a megabyte. */
const FORM_MS = 1
const MEGABYTE_MS = 4

/**
 * Makes the budget for forms that are not stored: receiving them, reading their files, and the pages in response to those sent
 * without JavaScript. Stored ones are limited by number (`docs/decisions/0008-submission-limit.md`).
 */
export function createRefusalBudget(): CustomerPrefixBudget {
  const reason = 'Too many forms from your network were refused.'
  return createCustomerPrefixBudget({ mostMs: MOST_MS, perSecondMs: PER_SECOND_MS, reason })
}

/** What receiving a form costs, in milliseconds. @param bytes of its body */
export function receivingMs(bytes: number): number {
  return FORM_MS + (bytes / 1e6) * MEGABYTE_MS
}
