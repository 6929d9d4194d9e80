import { ACTIVE_JOBS } from '../contract/paths.ts'
import type { Bench } from './bench.ts'
import { measureLoad } from './figures/load.ts'
import { print, printDetail } from './figures/print.ts'
import { holdToShare } from './figures/processor-share.ts'
import { median, takeInTurn } from './figures/rounds.ts'
import { getRequest } from './site/connection.ts'
import { installationWith } from './site/installations.ts'
import { type Program, startProgram } from './site/program.ts'
import { submissionForm, submissionRequest } from './site/submission-request.ts'

const AIM = 1.6
const RESUME_BYTES = 200_000
const TIMES_LONGER = 2
/** Of a core for each process, so that two of them, the database and the sender all find room on two. */
const SHARE = 0.25

type Work = { what: string; request: Buffer; status: number; connections: number }

/** Measures what a second process on the same PostgreSQL adds. */
export async function printTwoProcesses(bench: Bench): Promise<void> {
  const installation = await installationWith(bench.folder, 'PostgreSQL', bench.sizes.few)
  const works = [
    { what: `\`GET ${ACTIVE_JOBS}\`, 32 connections`, request: getRequest(ACTIVE_JOBS), status: 200, connections: 32 },
    {
      what: `submissions with a ${RESUME_BYTES / 1000} kB PDF, 8 connections`,
      request: submissionRequest(await submissionForm(RESUME_BYTES)),
      status: 201,
      connections: 8,
    },
  ]
  // Last in, first out: a control group can only be removed when its process has ended.
  using groups = new DisposableStack()
  await using first = await startProgram({ ...installation.environment, DATA_DIR_SHARED: 'true' })
  await using second = await startProgram({ ...installation.environment, DATA_DIR_SHARED: 'true' })
  for (const work of works) await printWork(bench, [first, second], work, '')
  const holds = [first, second].map(({ pid }) => holdToShare(pid, SHARE))
  for (const hold of holds) groups.use(hold)
  if (holds.includes(null)) return printDetail('processes cannot be held to a share of a core here')
  for (const work of works) await printWork(bench, [first, second], work, `, each held to ${SHARE * 100} % of a core`)
}

async function printWork({ rounds, seconds }: Bench, processes: Program[], work: Work, held: string) {
  const through = (some: Program[]) => () =>
    measureLoad(
      { ...work, urls: some.map(({ url }) => url), seconds: seconds * TIMES_LONGER },
      some.map(({ pid }) => pid),
    )
  const results = await takeInTurn(rounds, { one: through(processes.slice(0, 1)), two: through(processes) })
  const middle = (kind: 'one' | 'two', figure: 'perSecond' | 'serverShare' | 'senderShare') =>
    median(results[kind].map((result) => result[figure]))
  const [one, two] = [middle('one', 'perSecond'), middle('two', 'perSecond')]
  const measured = `${(two / one).toFixed(2)} of one (${two.toFixed(0)}/s against ${one.toFixed(0)}/s)`
  print(`two processes on PostgreSQL, ${work.what}${held}`, measured, `${AIM}`, two / one >= AIM)
  const cores = (kind: 'one' | 'two') =>
    `${middle(kind, 'serverShare').toFixed(2)} cores, the sender ${middle(kind, 'senderShare').toFixed(2)}`
  printDetail(`one took ${cores('one')}; two took ${cores('two')}; the rest of 2 is PostgreSQL, the kernel and idle`)
}
