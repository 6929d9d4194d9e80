/** A number as it is read, for example `5,310`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US')
}
