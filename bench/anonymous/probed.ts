import { once } from 'node:events'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'
import { json } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { type Program, startProgram } from '../site/program.ts'
import { PROBE_VARIABLE, type Probed } from './probe.ts'

const PROBE = resolve(import.meta.dirname, 'probe.ts')
/** A program that does less than this in a look is at rest. In milliseconds. */
const REST = { look: 40, main: 2, core: 6, longest: 90_000 }

/** A running program whose main thread is measured. */
export type ProbedProgram = Program & {
  probe(): Promise<Probed>
  /** Waits until nothing goes on, also in the background, for so many looks, and measures. */
  atRest(looks?: number): Promise<Probed>
}

/** Starts the program with the probe. @param folder where its socket is made */
export async function startProbed(folder: string, environment: Record<string, string>): Promise<ProbedProgram> {
  const socket = join(folder, 'probe.sock')
  const program = await startProgram({
    ...environment,
    NODE_OPTIONS: `--import=${PROBE}`,
    [PROBE_VARIABLE]: socket,
  })
  const probe = async () => {
    const connection = connect(socket)
    await once(connection, 'connect')
    return (await json(connection)) as Probed
  }
  const atRest = async (looks = 1) => {
    const deadline = performance.now() + REST.longest
    let before = await probe()
    let { blockMs } = before
    for (let quiet = 0; quiet < looks; ) {
      if (performance.now() > deadline) throw new Error(`The program was still at work after ${REST.longest / 1000} s.`)
      await wait(REST.look)
      const now = await probe()
      blockMs = Math.max(blockMs, now.blockMs)
      quiet = now.mainMs - before.mainMs < REST.main && now.coreMs - before.coreMs < REST.core ? quiet + 1 : 0
      before = now
    }
    return { ...before, blockMs }
  }
  return { ...program, probe, atRest }
}
