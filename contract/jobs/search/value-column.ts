/** One fact of a list of postings, as numbers that are counted fast. */
export type ValueColumn = {
  /** Every value once, by code units. */
  values: readonly string[]
  /** The number of each value in {@link values}. */
  numberOf: ReadonlyMap<string, number>
  /** The number of each posting's value; the one after the last value where it has none. */
  numbers: Int32Array
  /** Of the values that were counted at all, the most frequent first; equally frequent ones by code units. */
  mostFrequent(counts: Int32Array, most: number): string[]
}

/** Makes the column of a fact. @param given the value of each posting */
export function valueColumn(given: readonly (string | null)[]): ValueColumn {
  const values = [...new Set(given)].filter((value) => value !== null && value !== '').sort() as string[]
  const numberOf = new Map(values.map((value, number) => [value, number]))
  return {
    values,
    numberOf,
    numbers: Int32Array.from(given, (value) => numberOf.get(value ?? '') ?? values.length),
    mostFrequent: (counts, most) => {
      // One number for count and order: typed arrays of numbers are sorted fast.
      const keys = Float64Array.from(values, (_, number) => (counts[number] ?? 0) * values.length - number)
      const best = keys.sort().subarray(-most).reverse()
      // A value that was not counted has no key above 0.
      return [...best.filter((key) => key > 0)].map(
        (key) => values[(values.length - (key % values.length)) % values.length] ?? '',
      )
    },
  }
}
