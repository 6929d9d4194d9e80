const STEPS = [1, 2, 4, 5, 10]

/**
 * The top of an axis: at least the largest count, round, and even from 2 on, so that half of it is whole.
 * @param largest a count
 */
export function topOf(largest: number): number {
  if (largest <= 1) return 1
  const power = 10 ** Math.floor(Math.log10(largest))
  const top = STEPS.map((step) => step * power).find((step) => step >= largest) ?? largest
  return top % 2 === 0 ? top : top + 1
}

/** A share as a percentage for an SVG attribute, for example `37.5%`. */
export function percent(share: number): string {
  return `${Math.round(share * 10_000) / 100}%`
}
