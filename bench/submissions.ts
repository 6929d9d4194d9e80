import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { extractTextTask } from '../server/features/resumes/resume-task-kinds.ts'
import { openDatabase } from '../server/platform/database/sqlite/open-database.ts'
import type { Bench } from './bench.ts'
import { type Load, measureLoad, type Throughput } from './figures/load.ts'
import { print } from './figures/print.ts'
import { printAgainstBare } from './figures/print-against-bare.ts'
import { processorSeconds } from './figures/process-figures.ts'
import { median, percentile, takeInTurn } from './figures/rounds.ts'
import { startBare } from './site/bare.ts'
import { makeDataFolder, type Program, startProgram } from './site/program.ts'
import { submissionForm, submissionRequest } from './site/submission-request.ts'

const CONNECTIONS = 8
const RESUME_BYTES = 200_000
const AIM = 0.6
/** Of the bare server's 99th percentile, while the texts of earlier resumes are read. */
const P99_AIM = 2
/** Of the submissions without the texts of resumes. */
const EXTRACTION_AIM = 0.9
/** The disk is less steady than the processor. */
const TIMES_MORE_ROUNDS = 3
const IDLE_SECONDS = 2

/** Measures durable submissions against a bare server, and what reading the texts of resumes takes from them. */
export async function printSubmissions(bench: Bench): Promise<void> {
  await using bare = await startBare(await makeDataFolder(bench.folder))
  await using server = await startProgram({ DATA_DIR: await makeDataFolder(bench.folder) })
  await using withoutTexts = await startWithoutTexts(bench.folder)
  const request = submissionRequest(await submissionForm(RESUME_BYTES))
  const load = { request, status: 201, connections: CONNECTIONS, seconds: bench.seconds }
  const results = await takeInTurn(bench.rounds * TIMES_MORE_ROUNDS, {
    bare: () => measureLoad({ ...load, urls: [bare.url] }, [bare.pid]),
    ours: () => measureLoad({ ...load, urls: [server.url] }, [server.pid]),
  })
  const what = `submission with a ${RESUME_BYTES / 1000} kB PDF, ${CONNECTIONS} connections, durable`
  printAgainstBare({ what, against: 'of parse + write + fsync + insert', aim: AIM }, results)
  printP99(results)
  await printExtraction(bench, load, { server, withoutTexts })
}

/** Each round by itself: the disk and the processor change between two. */
function printP99({ bare, ours }: { bare: Throughput[]; ours: Throughput[] }): void {
  const p99 = ({ times }: Throughput) => percentile(times, 0.99)
  const ratio = median(ours.map((result, round) => p99(result) / p99(bare[round] ?? result)))
  const ms = (results: Throughput[]) => `${median(results.map(p99)).toFixed(0)} ms`
  const measured = `${ratio.toFixed(2)} times (${ms(ours)} against ${ms(bare)})`
  print('p99 of these submissions, of the bare server', measured, `at most ${P99_AIM} times`, ratio <= P99_AIM)
}

/** A program whose tasks to read a text are dropped when they are queued. */
async function startWithoutTexts(folder: string): Promise<Program> {
  const dataDir = await makeDataFolder(folder)
  const db = await openDatabase(dataDir)
  const kind = sql.lit(extractTextTask.kind)
  await sql`create trigger no_texts after insert on outbox_tasks when new.kind = ${kind}
    begin delete from outbox_tasks where id = new.id; end`.execute(db)
  await db.destroy()
  return startProgram({ DATA_DIR: dataDir })
}

async function printExtraction(
  bench: Bench,
  load: Omit<Load, 'urls'>,
  { server, withoutTexts }: { server: Program; withoutTexts: Program },
): Promise<void> {
  const measure = async ({ url, pid }: Program) => {
    const throughput = await measureLoad({ ...load, urls: [url] }, [pid])
    // The texts that wait would take processor time from the other program.
    await untilIdle(pid)
    return throughput
  }
  await untilIdle(server.pid)
  const results = await takeInTurn(bench.rounds, { bare: () => measure(withoutTexts), ours: () => measure(server) })
  const what = 'submissions while the texts of resumes are read'
  printAgainstBare({ what, against: 'of those without', aim: EXTRACTION_AIM }, results)
}

/** Waits until a process has used no more than a tenth of a core for two seconds. */
async function untilIdle(pid: number): Promise<void> {
  for (let used = Number.POSITIVE_INFINITY; used > IDLE_SECONDS * 0.1; ) {
    const before = await processorSeconds([pid])
    await wait(IDLE_SECONDS * 1000)
    used = (await processorSeconds([pid])) - before
  }
}
