import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { ACTIVE_JOBS, PAGE, pathTo } from '../contract/wire/paths.ts'
import type { Bench } from './bench.ts'
import { measureLoad } from './figures/load.ts'
import { printAgainstBare } from './figures/print-against-bare.ts'
import { takeInTurn } from './figures/rounds.ts'
import { type BareResponse, type BareServer, startBare } from './site/bare.ts'
import { getRequest } from './site/connection.ts'
import { makeDataFolder, type Program, startProgram } from './site/program.ts'
import { makeFolderWithJobs } from './site/stored-jobs.ts'

const CONNECTIONS = 32
const USUAL_JOBS = 50
const MANY_JOBS = 5_000
const AIM = 0.8
/** A short page: more of its time is the server's. */
const AIM_OF_JOB = 0.7
/** Short ones, and more of them: the two of a round then have the same machine, however its speed changes. */
const PART_OF_USUAL = 0.5
const TIMES_MORE_ROUNDS = 3

type Encoding = 'identity' | 'br' | 'gzip'
type Read = { path: string; encoding: Encoding; jobs: number }

/** Compares public reads with a bare server that sends the very bytes and headers that the program sent. */
export async function printReads(bench: Bench): Promise<void> {
  await using bare = await startBare(await makeDataFolder(bench.folder))
  for (const jobs of [USUAL_JOBS, MANY_JOBS]) {
    const { program, jobPath } = await startWithJobs(bench.folder, jobs)
    await using server = program
    const paths = jobs === USUAL_JOBS ? [ACTIVE_JOBS, PAGE.landing, jobPath] : [ACTIVE_JOBS]
    // A long response is kept as gzip alone; unpacked it is rationed, which `feeds` measures.
    const encodings = jobs === USUAL_JOBS ? (['identity', 'br', 'gzip'] as const) : (['gzip'] as const)
    for (const path of paths) {
      for (const encoding of encodings) {
        await printRead(bench, { bare, server }, { path, encoding, jobs })
      }
    }
  }
}

async function startWithJobs(folder: string, jobs: number): Promise<{ program: Program; jobPath: string }> {
  const { dataDir, ids } = await makeFolderWithJobs(folder, jobs)
  const program = await startProgram({ DATA_DIR: dataDir })
  return { program, jobPath: pathTo(PAGE.job, ids[0] ?? 0) }
}

async function printRead(bench: Bench, servers: { bare: BareServer; server: Program }, read: Read): Promise<void> {
  const { path, encoding, jobs } = read
  const { bare, server } = servers
  const response = await readOnce(server.url + path, encoding)
  await bare.respondWith(response)
  const request = getRequest(path, { 'accept-encoding': encoding })
  const load = { request, status: 200, connections: CONNECTIONS, seconds: bench.seconds * PART_OF_USUAL }
  const results = await takeInTurn(bench.rounds * TIMES_MORE_ROUNDS, {
    bare: () => measureLoad({ ...load, urls: [bare.url] }, [bare.pid]),
    ours: () => measureLoad({ ...load, urls: [server.url] }, [server.pid]),
  })
  const size = `${(response.body.length / 1000).toFixed(1)} kB${encoding === 'identity' ? '' : ` of ${encoding}`}`
  const what = `\`GET ${path.replace(/\d+/, '{id}')}\`, ${jobs} jobs, ${size}, ${CONNECTIONS} connections`
  const aim = path.startsWith('/jobs/') ? AIM_OF_JOB : AIM
  printAgainstBare({ what, against: 'of bare node:http', aim }, results)
}

/** The response as it goes over the wire, still compressed, without what every server adds by itself. */
async function readOnce(url: string, encoding: Encoding): Promise<BareResponse> {
  const [response] = (await once(get(url, { headers: { 'accept-encoding': encoding } }), 'response')) as [
    IncomingMessage,
  ]
  const body = await buffer(response)
  const added = ['date', 'connection', 'keep-alive']
  const headers = Object.entries(response.headers).filter(([name]) => !added.includes(name))
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode}`)
  return { headers: Object.fromEntries(headers) as Record<string, string>, body }
}
