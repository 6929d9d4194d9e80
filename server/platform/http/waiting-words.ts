/** Minutes in a sentence that says how long to wait. */
export function inMinutes(minutes: number): string {
  return minutes === 1 ? 'a minute' : `${minutes} minutes`
}
