import { cleanText, firstCharacters, unixLines } from '../../../contract/wire/text-rules.ts'

type Fault<Field> = { field: Field | null; message: string }

/** What a refused form shows of its fields, and the fields that were cut, with their limits. */
export type ShownAgain<Field extends string> = {
  typed: Partial<Record<Field, string>>
  cut: ReadonlyMap<Field, number>
}

/**
 * Cuts each field to what it may have: a page with all that one request can send would cost a fifth of a second. Texts
 * within their limits are unchanged.
 * @param limitOf largest accepted length of a field, in characters, with a line end as one
 */
export function cutToLimits<Field extends string>(
  fields: Iterable<readonly [Field, string]>,
  limitOf: (field: Field) => number,
): ShownAgain<Field> {
  const cut = new Map<Field, number>()
  const shown = Array.from(fields, ([field, text]) => {
    const limit = limitOf(field)
    // As the schemas count: neither what cannot be seen nor a second character of a line end.
    const counted = text.length > limit ? cleanText(unixLines(text)).trim() : text
    const kept = firstCharacters(counted, limit)
    if (kept !== counted) cut.set(field, limit)
    return [field, kept]
  })
  return { typed: Object.fromEntries(shown), cut }
}

/** Says at each field that was cut that the rest is not in the form any more. */
export function tellCut<Field extends string>(
  faults: readonly Fault<Field>[],
  cut: ReadonlyMap<Field, number>,
): Fault<Field>[] {
  const shown = faults.map((fault) => {
    const limit = fault.field === null ? undefined : cut.get(fault.field)
    return limit === undefined ? fault : { ...fault, message: `${fault.message}. ${tellLimit(limit)}` }
  })
  const others = [...cut].filter(([field]) => faults.every((fault) => fault.field !== field))
  return [...shown, ...others.map(([field, limit]) => ({ field, message: `This was too long. ${tellLimit(limit)}` }))]
}

function tellLimit(limit: number): string {
  return `The form still has the first ${limit.toLocaleString('en-US')} characters of what you sent.`
}
