import type { PublicJob } from '../../../contract/job.ts'
import { statedPay } from '../../../contract/job-pay.ts'
import type { Pay } from '../../../contract/salary-text.ts'

/** A pay in words, such as `$34 - $44 per hour`. */
export function payText(pay: Pay): string {
  return `${amountText(pay)} per ${pay.period}`
}

/** What the page says of the pay, or else the facts in words; undefined where a posting says nothing. */
export function shownPay(job: PublicJob): string | undefined {
  const pay = statedPay(job)
  return job.salaryRange ?? (pay && payText(pay))
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
