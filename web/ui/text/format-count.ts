/** A number with thousands separators, for example `5,310`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US')
}

/** Rounds a lower bound down to 1, 2, 5, 10, 20, 50 and so on; 0 stays 0. */
export function roundDown(count: number): number {
  const ten = 10 ** (Math.max(1, Math.floor(count)).toString().length - 1)
  return [5 * ten, 2 * ten, ten].find((figure) => figure <= count) ?? 0
}
