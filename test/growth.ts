/** Work that is done sooner is fast enough, and too short to be compared. In milliseconds of processor time. */
const FAST_MS = 50
const RUNS = 3
/** Four times the input takes four times as long in linear time, and sixteen times in quadratic time. */
const MOST_GROWTH = 8

/** A machine that other work keeps busy slows down what uses much memory: one round without such growth clears the work. */
const ROUNDS = 3

/**
 * Whether work takes more than linear time. Where it is slow it is measured again, with a quarter of the input too. Only
 * this process's own processor time counts, so that a busy machine is not taken for a fault.
 * @param work does it once with an input of so many characters
 * @param length of the longest input
 */
export async function growsTooFast(work: (length: number) => unknown, length: number): Promise<boolean> {
  if ((await timeOf(work, length)) < FAST_MS) return false
  for (let round = 0; round < ROUNDS; round += 1) {
    const full = await shortest(work, length)
    if (full <= FAST_MS || full <= MOST_GROWTH * (await shortest(work, length / 4))) return false
  }
  return true
}

async function shortest(work: (length: number) => unknown, length: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < RUNS; run += 1) least = Math.min(least, await timeOf(work, length))
  return least
}

async function timeOf(work: (length: number) => unknown, length: number): Promise<number> {
  const begun = process.cpuUsage()
  await work(length)
  const { user, system } = process.cpuUsage(begun)
  return (user + system) / 1000
}
