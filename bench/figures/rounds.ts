/**
 * Takes measurements in turn, so that a noisy machine disturbs all of them. The order turns round with every round; a
 * round before the first warms up and is thrown away.
 * @param measures what to measure, by name
 * @returns the results of each, one for each round
 */
export async function takeInTurn<Name extends string, Result>(
  rounds: number,
  measures: Record<Name, () => Promise<Result>>,
): Promise<Record<Name, Result[]>> {
  const names = Object.keys(measures) as Name[]
  const results = Object.fromEntries(names.map((name) => [name, [] as Result[]])) as Record<Name, Result[]>
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const result = await measures[name]()
      if (round > 0) results[name].push(result)
    }
  }
  return results
}

/** The middle value. */
export function median(values: number[]): number {
  return percentile(values, 0.5)
}

/**
 * The value below which a part of all values lie.
 * @param part between 0 and 1
 */
export function percentile(values: number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN
}
