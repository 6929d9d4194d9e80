import type { PublicJob } from '../job.ts'
import type { Pay } from './salary-text.ts'

type StatedPay = Pick<PublicJob, 'payMin' | 'payMax' | 'payCurrency' | 'payPeriod'>

/** The pay that a posting states as structured facts; undefined where it states none. */
export function statedPay({
  payMin: min,
  payMax: max,
  payCurrency: currency,
  payPeriod: period,
}: StatedPay): Pay | undefined {
  return currency && period && (min !== null || max !== null) ? { min, max, currency, period } : undefined
}

/** What visitors read of the pay: the salary range, or else the facts in words; null where a posting says nothing. */
export function shownPay(job: StatedPay & Pick<PublicJob, 'salaryRange'>): string | null {
  const pay = statedPay(job)
  return job.salaryRange ?? (pay ? payText(pay) : null)
}

/** A pay in words, such as `$34 - $44 per hour`. */
export function payText(pay: Pay): string {
  return `${amountText(pay)} per ${pay.period}`
}

function amountText({ min, max, currency }: Pay): string {
  if (min === null) return `Up to ${money(max ?? 0, currency)}`
  if (max === null) return `From ${money(min, currency)}`
  return min === max ? money(min, currency) : `${money(min, currency)} - ${money(max, currency)}`
}

function money(amount: number, currency: string): string {
  const digits = Number.isInteger(amount) ? 0 : 2
  return amount.toLocaleString('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
}
