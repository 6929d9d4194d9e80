import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { APPLICANT, form, jobBody } from '../test/factories.ts'
import { runServer } from '../test/run-server.ts'
import { printDashboard } from './dashboard-trace.ts'
import { printFirstVisit } from './first-visit.ts'
import { median, ratio, readsPerSecond, writesPerSecond } from './load.ts'
import { print } from './print.ts'
import { printSignInTiming } from './sign-in-timing.ts'
import { printUnderPressure } from './under-pressure.ts'

/** Measures the running program against the least that could do the same. Every figure is a ratio within one run, or has a limit of its own. */

const ROUNDS = 5
const READS = { connections: 32, seconds: 3 }
const WRITES = { connections: 8, seconds: 4 }
const JOBS = 50
const RESUME_BYTES = 200_000

const folder = await mkdtemp(join(tmpdir(), 'wellhead-bench-'))
const bare = fork(join(import.meta.dirname, 'bare-server.ts'), [folder])
const [barePort] = (await once(bare, 'message')) as [number]
const bareUrl = `http://127.0.0.1:${barePort}`
const server = await runServer({ DATA_DIR: join(folder, 'data'), SUBMISSIONS_PER_HOUR: '0', LOG_LEVEL: 'warn' })

try {
  await fill(server.url)
  console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model.trim()}\n`)
  await printReads('/api/jobs?active=true', 0.9)
  await printReads('/', 0.9)
  await printStart(700, 110)
  await printSubmissions(0.7)
  await printSignInTiming(join(folder, 'sign-ins'), 0.1)
  await printUnderPressure(folder)
  await printDashboard(folder)
  await printFirstVisit(folder)
} finally {
  bare.disconnect()
  await server.end('SIGTERM')
  await rm(folder, { recursive: true, force: true })
}

async function fill(url: string): Promise<void> {
  const credentials = await (await fetch(`${url}/api/auth/setup-admin`, { method: 'POST' })).text()
  const json = { 'content-type': 'application/json' }
  const answer = await fetch(`${url}/api/auth/login`, { method: 'POST', headers: json, body: credentials })
  const { token } = (await answer.json()) as { token: string }
  const headers = { ...json, authorization: `Bearer ${token}` }
  for (let job = 1; job <= JOBS; job += 1) {
    const body = JSON.stringify(jobBody({ title: `SCADA Integration Engineer ${job}` }))
    await fetch(`${url}/api/admin/jobs`, { method: 'POST', headers, body })
  }
}

/** The bare server sends the very bytes and headers that the program sent. */
async function printReads(path: string, aim: number): Promise<void> {
  const sample = await fetch(server.url + path, { headers: { 'accept-encoding': 'identity' } })
  const body = await sample.text()
  const headers = Object.fromEntries(
    [...sample.headers].filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name)),
  )
  bare.send({ headers, body })
  await once(bare, 'message')
  const result = await ratio(
    ROUNDS,
    () => readsPerSecond(bareUrl + path, READS),
    () => readsPerSecond(server.url + path, READS),
  )
  const what = `GET ${path} (${JOBS} jobs, ${Buffer.byteLength(body)} bytes, ${READS.connections} connections)`
  print(what, `${result.ratio.toFixed(2)} of bare node:http`, `${aim} or more`, result.ratio >= aim)
  console.log(`  ${Math.round(result.ours)}/s, bare ${Math.round(result.bare)}/s`)
}

async function printSubmissions(aim: number): Promise<void> {
  const resume = Buffer.alloc(RESUME_BYTES, 'resume ')
  resume.write('%PDF-1.7\n')
  resume.write('\n%%EOF', RESUME_BYTES - 6)
  const sample = new Response(form({ ...APPLICANT }, { name: 'cv.pdf', content: resume }))
  const contentType = sample.headers.get('content-type') ?? ''
  const body = Buffer.from(await sample.arrayBuffer())
  const result = await ratio(
    ROUNDS,
    () => writesPerSecond(`${bareUrl}/`, body, contentType, WRITES),
    () => writesPerSecond(`${server.url}/api/submit-application`, body, contentType, WRITES),
  )
  const what = `POST /api/submit-application (200 kB PDF, ${WRITES.connections} connections, durable)`
  print(what, `${result.ratio.toFixed(2)} of parse + write + fsync + insert`, `${aim} or more`, result.ratio >= aim)
  console.log(`  ${Math.round(result.ours)}/s, bare ${Math.round(result.bare)}/s`)
}

async function printStart(aimMs: number, aimMegabytes: number): Promise<void> {
  const starts: number[] = []
  const memories: number[] = []
  // A folder of its own, since only one server may be on one; filled as the other is.
  const dataDir = join(folder, 'starts')
  const first = await runServer({ DATA_DIR: dataDir })
  await fill(first.url)
  await first.end('SIGTERM')
  for (let round = 0; round < ROUNDS; round += 1) {
    const begun = performance.now()
    const fresh = await runServer({ DATA_DIR: dataDir })
    await fetch(fresh.url)
    starts.push(performance.now() - begun)
    await wait(2_000)
    memories.push(await residentMegabytes(fresh.process.pid))
    await fresh.end('SIGTERM')
  }
  print('cold start to the first page', `${Math.round(median(starts))} ms`, `under ${aimMs} ms`, median(starts) < aimMs)
  const memory = median(memories)
  print('idle memory', `${Math.round(memory)} MB`, `under ${aimMegabytes} MB`, memory < aimMegabytes)
}

async function residentMegabytes(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024
}
