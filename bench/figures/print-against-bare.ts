import type { Throughput } from './load.ts'
import { percent, print, printDetail } from './print.ts'
import { median } from './rounds.ts'

/**
 * Prints the rate of the program as a part of the bare one, each round by itself, since what is measured seconds apart may
 * have had another machine. Beside it stand the processor times: the load generator may slow both servers alike,
 * and then only these tell them apart.
 */
export function printAgainstBare(
  { what, against, aim }: { what: string; against: string; aim: number },
  { bare, ours }: { bare: Throughput[]; ours: Throughput[] },
): void {
  const middle = (results: Throughput[], figure: Exclude<keyof Throughput, 'times'>) =>
    median(results.map((result) => result[figure]))
  const ratio = (figure: 'perSecond' | 'processorMs') =>
    median(ours.map((result, round) => result[figure] / (bare[round]?.[figure] ?? Number.NaN)))
  const rate = ratio('perSecond')
  const rates = `${Math.round(middle(ours, 'perSecond'))}/s against ${Math.round(middle(bare, 'perSecond'))}/s`
  const work = ratio('processorMs')
  print(
    what,
    `${rate.toFixed(2)} ${against} (${rates}; ${work.toFixed(2)} times its processor time)`,
    `${aim}`,
    rate >= aim,
  )
  const shares = (results: Throughput[]) =>
    `server ${percent(middle(results, 'serverShare'))}, sender ${percent(middle(results, 'senderShare'))} of a core`
  const each = (results: Throughput[]) => `${(middle(results, 'processorMs') * 1000).toFixed(0)} µs a response`
  printDetail(`${each(ours)}, ${shares(ours)}; bare ${each(bare)}, ${shares(bare)}`)
}
