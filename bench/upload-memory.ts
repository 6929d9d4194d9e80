import { setTimeout as wait } from 'node:timers/promises'
import { RESUME_MAX_BYTES } from '../contract/wire/limits.ts'
import type { Bench } from './bench.ts'
import { print, printDetail } from './figures/print.ts'
import { forgetPeak, peakMegabytes, residentMegabytes } from './figures/process-figures.ts'
import { openConnection } from './site/connection.ts'
import { makeDataFolder, startProgram } from './site/program.ts'
import { type SubmissionForm, submissionForm, submissionRequest } from './site/submission-request.ts'

const UPLOADS = 100
/** One network may have 50 uploads under way. */
const NETWORKS = 4
const AIM_MB = 60
/** One after the other, so that the code is loaded and compiled, and nothing else has grown. */
const WARM_UPS = 3
const SETTLE_MS = 3_000

/** Measures how far many large uploads at once raise the memory of the program above what it has when idle. */
export async function printUploadMemory({ folder }: Bench): Promise<void> {
  await using server = await startProgram({ DATA_DIR: await makeDataFolder(folder), TRUST_PROXY: '1' })
  const form = await submissionForm(RESUME_MAX_BYTES)
  for (let warmUp = 0; warmUp < WARM_UPS; warmUp += 1) await upload(server.url, form, warmUp)
  await wait(SETTLE_MS)
  const idle = await residentMegabytes(server.pid)
  await forgetPeak(server.pid)
  const begun = performance.now()
  await Promise.all(Array.from({ length: UPLOADS }, (_, index) => upload(server.url, form, index)))
  const seconds = (performance.now() - begun) / 1000
  const growth = (await peakMegabytes(server.pid)) - idle
  const what = `memory growth, ${UPLOADS} uploads of 10 MB at once`
  print(what, `${growth.toFixed(1)} MB above the idle ${idle.toFixed(0)} MB`, `under ${AIM_MB} MB`, growth < AIM_MB)
  printDetail(`all stored within ${seconds.toFixed(1)} s; peak of the resident set, as the kernel noted it`)
}

async function upload(url: string, form: SubmissionForm, index: number): Promise<void> {
  const connection = await openConnection(url)
  const { status } = await connection.send(submissionRequest(form, `198.51.100.${1 + (index % NETWORKS)}`))
  connection.close()
  if (status !== 201) throw new Error(`an upload got status ${status}`)
}
