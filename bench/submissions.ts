import type { Bench } from './bench.ts'
import { measureLoad } from './figures/load.ts'
import { printAgainstBare } from './figures/print-against-bare.ts'
import { takeInTurn } from './figures/rounds.ts'
import { startBare } from './site/bare.ts'
import { makeDataFolder, startProgram } from './site/program.ts'
import { submissionForm, submissionRequest } from './site/submission-request.ts'

const CONNECTIONS = 8
const RESUME_BYTES = 200_000
const AIM = 0.5
/** The disk is less steady than the processor. */
const TIMES_MORE_ROUNDS = 3

/** Compares durable submissions with a bare server that only parses, writes, syncs and inserts. */
export async function printSubmissions(bench: Bench): Promise<void> {
  await using bare = await startBare(await makeDataFolder(bench.folder))
  await using server = await startProgram({ DATA_DIR: await makeDataFolder(bench.folder) })
  const request = submissionRequest(await submissionForm(RESUME_BYTES))
  const load = { request, status: 201, connections: CONNECTIONS, seconds: bench.seconds }
  const results = await takeInTurn(bench.rounds * TIMES_MORE_ROUNDS, {
    bare: () => measureLoad({ ...load, urls: [bare.url] }, [bare.pid]),
    ours: () => measureLoad({ ...load, urls: [server.url] }, [server.pid]),
  })
  const what = `submission with a ${RESUME_BYTES / 1000} kB PDF, ${CONNECTIONS} connections, durable`
  printAgainstBare({ what, against: 'of parse + write + fsync + insert', aim: AIM }, results)
}
