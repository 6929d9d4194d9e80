import type { Growing } from '../../test/hostile-files/growing-files.ts'
import { print } from '../figures/print.ts'

/** Work that is done sooner is fast enough, and too short to be compared. In milliseconds of processor time. */
const FAST_MS = 50
const RUNS = 3
/** A machine that other work keeps busy slows down what uses much memory: the round that it disturbs least counts. */
const ROUNDS = 3
const TIMES_LONGER = 4
/** Four times the input takes four times as long in linear time, and sixteen times in quadratic time. */
const MOST_GROWTH = 8

/** Work with inputs that would make it take more than linear time if it could. */
export type Work<Input> = {
  inputs: Growing<Input>
  longest: number
  read(input: Input): unknown
  /** It does take more: a control of the bench itself. */
  isQuadratic?: true
}

/** Prints how the time of some work grows with its input, for the one of its inputs with which it grows most. */
export async function printGrowth<Input>(what: string, work: Work<Input>): Promise<void> {
  const { growth, input } = await fastestGrowth(work)
  const measured = growth === 0 ? `all within ${FAST_MS} ms` : `${growth.toFixed(1)} times: ${input}`
  print(
    `${what}, time with ${TIMES_LONGER} times the input`,
    measured,
    `${work.isQuadratic ? 'more than' : 'at most'} ${MOST_GROWTH} times`,
    growth > MOST_GROWTH === (work.isQuadratic ?? false),
  )
}

async function fastestGrowth<Input>({
  inputs,
  longest,
  read,
}: Work<Input>): Promise<{ growth: number; input: string }> {
  let fastest = { growth: 0, input: '' }
  for (const [input, make] of Object.entries(inputs)) {
    const growth = await growthOf(
      () => make(longest),
      () => make(longest / TIMES_LONGER),
      read,
    )
    if (growth > fastest.growth) fastest = { growth, input }
  }
  return fastest
}

/** How many times longer the work takes with the whole than with a part; 0 where it is too short to be compared. */
async function growthOf<Input>(makeWhole: () => Input, makePart: () => Input, read: (input: Input) => unknown) {
  const whole = makeWhole()
  if ((await timeOf(() => read(whole))) < FAST_MS) return 0
  const part = makePart()
  let growth = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS; round += 1) {
    const ms = await shortest(() => read(whole))
    if (ms < FAST_MS) return 0
    growth = Math.min(growth, ms / (await shortest(() => read(part))))
  }
  return growth
}

async function shortest(work: () => unknown): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let run = 0; run < RUNS; run += 1) least = Math.min(least, await timeOf(work))
  return least
}

/** Processor time of all threads, in milliseconds: a busy machine does not count. */
export async function timeOf(work: () => unknown): Promise<number> {
  const begun = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(begun)
  return (user + system) / 1000
}
