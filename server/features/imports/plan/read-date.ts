import type { DateOrder } from '../../../../contract/imports/import-presets.ts'

/** A date before it was sent by nobody: a spreadsheet's empty one, or a wrong century. */
const EARLIEST_YEAR = 1990
/** Of two digits: 70 to 99 are of the last century. */
const LAST_CENTURY_FROM = 70
/** Someone who applied on a day, without a time, applied at noon. */
const NOON = 12

const ISO = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/
const PARTS =
  /^(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})\.?(?:[T ,]+(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d+)?)?\s*([ap])?\.?m?\.?)?$/i
const NAMED = /^(?:[a-z]+,?\s+)?(?:(\d{1,2})\.?\s+([a-z]{3,9})|([a-z]{3,9})\.?\s+(\d{1,2})),?\s+(\d{4})$/i
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Which instants a date may be, and in which zone one without a zone is read. */
type DateRules = { order: DateOrder; timeZone: string; now: Date }

/**
 * Reads the date of an application as other systems write it: an instant, or a day with or without a time. A day counts from its noon.
 * @returns the instant, ISO 8601 in UTC; a sentence about what is wrong, otherwise
 */
export function readDate(text: string, rules: DateRules): { instant: string } | { fault: string } {
  const read = parseDate(text.trim(), rules)
  if (read === undefined)
    return { fault: 'is no date. Write it as 2026-03-31, or choose the order of day and month that the file has' }
  if (read.getUTCFullYear() < EARLIEST_YEAR) return { fault: `is before ${EARLIEST_YEAR}` }
  if (read > rules.now) return { fault: 'is in the future. Choose the order of day and month that the file has' }
  return { instant: read.toISOString() }
}

function parseDate(text: string, { order, timeZone }: DateRules): Date | undefined {
  if (ISO.test(text)) {
    const iso = text
      .replace(' ', 'T')
      .replace(/ ?UTC$/, 'Z')
      .replace(/ ([+-]\d)/, '$1')
    const [, zone = ''] = /(Z|[+-]\d{2}(?::?\d{2})?)$/i.exec(iso.slice(11)) ?? []
    if (zone === '') return inZone(iso, timeZone)
    const offset = /^[+-]\d{2}$/.test(zone) ? `${iso}:00` : iso
    const instant = new Date(offset)
    return Number.isNaN(instant.getTime()) ? undefined : instant
  }
  const parts = PARTS.exec(text)
  if (parts) return ofParts(parts, order, timeZone)
  const named = NAMED.exec(text)
  if (!named) return undefined
  const [, dayFirst, monthAfter, monthFirst, dayAfter, year] = named
  const month = MONTHS.indexOf((monthAfter ?? monthFirst ?? '').slice(0, 3).toLowerCase()) + 1
  return ofDay({ year: Number(year), month, day: Number(dayFirst ?? dayAfter) }, timeZone)
}

function ofParts(
  [, one = '', two = '', three = '', hour, minute, half]: RegExpExecArray,
  order: DateOrder,
  timeZone: string,
): Date | undefined {
  const [year, month, day] =
    one.length === 4 || order === 'ymd' ? [one, two, three] : order === 'mdy' ? [three, one, two] : [three, two, one]
  const whole = { year: wholeYear(year), month: Number(month), day: Number(day) }
  if (hour === undefined) return ofDay(whole, timeZone)
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return ofDay({ ...whole, hour: hours, minute: Number(minute) }, timeZone)
}

function wholeYear(text: string): number {
  if (text.length > 2) return Number(text)
  const year = Number(text)
  return year >= LAST_CENTURY_FROM ? 1900 + year : 2000 + year
}

function ofDay(
  fields: { year: number; month: number; day: number; hour?: number; minute?: number },
  timeZone: string,
): Date | undefined {
  try {
    const time = Temporal.PlainDateTime.from({ hour: NOON, ...fields }, { overflow: 'reject' })
    return new Date(time.toZonedDateTime(timeZone).epochMilliseconds)
  } catch {
    return undefined
  }
}

function inZone(iso: string, timeZone: string): Date | undefined {
  try {
    return new Date(Temporal.PlainDateTime.from(iso).toZonedDateTime(timeZone).epochMilliseconds)
  } catch {
    return undefined
  }
}

/** The order of day and month that fits all of some dates; the one given where several do. */
export function guessDateOrder(texts: readonly string[], usual: DateOrder): DateOrder {
  const parts = texts.flatMap((text) => {
    const [, one = '', two = ''] = PARTS.exec(text.trim()) ?? []
    return one === '' || one.length === 4 ? [] : [[Number(one), Number(two)] as const]
  })
  if (parts.some(([one]) => one > 12)) return parts.some(([one]) => one > 31) ? 'ymd' : 'dmy'
  if (parts.some(([, two]) => two > 12)) return 'mdy'
  return usual
}
