import { ADMIN_API } from '../contract/wire/admin-paths.ts'
import { FEED } from '../contract/wire/feed-paths.ts'
import { ACTIVE_JOBS, pathTo } from '../contract/wire/paths.ts'
import { jobBody } from '../test/factories.ts'
import type { Bench } from './bench.ts'
import { measureLoad } from './figures/load.ts'
import { print, printDetail } from './figures/print.ts'
import { holdToShare } from './figures/processor-share.ts'
import { median, percentile, takeInTurn } from './figures/rounds.ts'
import { getRequest } from './site/connection.ts'
import { installationWith } from './site/installations.ts'
import { type Program, signInAs, startProgram } from './site/program.ts'
import { submissionForm, submissionRequest } from './site/submission-request.ts'

const AIM = 1.6
const RESUME_BYTES = 200_000
const TIMES_LONGER = 2
/** Of a core for each process, so that two of them, the database and the sender all find room on two. */
const SHARE = 0.25

/** Postings that are filled, one after the other, and the time within which the other process must know. */
const CLOSINGS = { count: 20, withinMs: 1_000 }

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
  await printClosing(first, second, await signInAs(first.url, installation.credentials))
  for (const work of works) await printWork(bench, [first, second], work, '')
  const holds = [first, second].map(({ pid }) => holdToShare(pid, SHARE))
  for (const hold of holds) groups.use(hold)
  if (holds.includes(null)) return printDetail('processes cannot be held to a share of a core here')
  for (const work of works) await printWork(bench, [first, second], work, `, each held to ${SHARE * 100} % of a core`)
}

/** From the response to the admin until the feed of the other process has the posting no more. */
async function printClosing(first: Program, second: Program, authorization: string) {
  const send = (method: string, path: string, body: object) =>
    fetch(first.url + path, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const times: number[] = []
  while (times.length < CLOSINGS.count) {
    const { id } = (await (await send('POST', ADMIN_API.adminJobs, jobBody())).json()) as { id: number }
    const isListed = async () => (await (await fetch(second.url + FEED.rss)).text()).includes(`/jobs/${id}<`)
    while (!(await isListed()));
    await send('PATCH', pathTo(ADMIN_API.adminJob, id), { status: 'filled' })
    const closed = performance.now()
    while (await isListed());
    times.push(performance.now() - closed)
  }
  const worst = Math.max(...times)
  const measured = `worst of ${CLOSINGS.count} ${worst.toFixed(0)} ms, median ${percentile(times, 0.5).toFixed(0)} ms`
  const what = 'two processes on PostgreSQL, a posting that one fills leaves the feeds of the other'
  print(what, measured, `within ${CLOSINGS.withinMs} ms`, worst <= CLOSINGS.withinMs)
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
