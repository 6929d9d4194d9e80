/** Begins to count how often other work gets to run on the event loop. @returns ends the count, and says how often */
export function countOtherWork(): () => number {
  let count = 0
  let isEnded = false
  const run = () => {
    count += 1
    if (!isEnded) setImmediate(run)
  }
  setImmediate(run)
  return () => {
    isEnded = true
    return count
  }
}
