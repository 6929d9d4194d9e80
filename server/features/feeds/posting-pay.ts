import type { PublicJob } from '../../../contract/job.ts'

/** The pay of a posting in numbers; at least one end of the range is known. */
export type PostingPay = {
  min: number | null
  max: number | null
  currency: string
  period: NonNullable<PublicJob['payPeriod']>
}

/** The pay that a posting states as structured facts; null where it states none. */
export function payOf({ payMin, payMax, payCurrency, payPeriod }: PublicJob): PostingPay | null {
  if ((payMin === null && payMax === null) || !payCurrency || !payPeriod) return null
  return { min: payMin, max: payMax, currency: payCurrency, period: payPeriod }
}

/** A pay in words, such as `$34 - $44 per hour`. */
export function payText(pay: PostingPay): string {
  return `${amountText(pay)} per ${pay.period}`
}

function amountText({ min, max, currency }: PostingPay): string {
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
