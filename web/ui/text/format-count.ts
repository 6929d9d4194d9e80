/** A number with thousands separators, for example `5,310`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US')
}
