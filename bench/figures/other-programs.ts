import { readdir, readFile } from 'node:fs/promises'
import { cpus } from 'node:os'

/** Of the clock in which the kernel counts processor time; the same on every Linux. */
const TICKS_PER_SECOND = 100

/**
 * Runs work and measures what else ran meanwhile.
 * @returns the part of all cores that programs other than the bench used, and that the host gave to other machines;
 *   between 0 and 1
 */
export async function shareOfOthers(work: () => Promise<void>): Promise<number> {
  const before = await readTicks()
  const begun = performance.now()
  await work()
  const available = ((performance.now() - begun) / 1000) * TICKS_PER_SECOND * cpus().length
  const after = await readTicks()
  const others = after.machine - before.machine - (after.bench - before.bench)
  return Math.min(1, Math.max(0, others / available))
}

/** Processor time so far, in ticks: of the machine with what its host took from it, and of the bench with all it started. */
async function readTicks(): Promise<{ machine: number; bench: number }> {
  const [first = ''] = (await readFile('/proc/stat', 'utf8')).split('\n')
  const [user = 0, nice = 0, system = 0, , , interrupts = 0, softInterrupts = 0, stolen = 0] = first
    .split(/\s+/)
    .slice(1)
    .map(Number)
  return { machine: user + nice + system + interrupts + softInterrupts + stolen, bench: await benchTicks() }
}

/** Of processes of the bench that ended as orphans, which no parent counts. */
let orphaned = 0

/**
 * Counts the processes under one that is about to end without waiting for them, as a browser does: the kernel forgets their
 * time otherwise, and it would pass for that of other programs.
 */
export async function countBeforeEnd(pid: number): Promise<void> {
  orphaned += ticksUnder(pid, await readProcesses())
}

async function benchTicks(): Promise<number> {
  const processes = await readProcesses()
  return orphaned + (processes.get(process.pid)?.ticks ?? 0) + ticksUnder(process.pid, processes)
}

/** The ticks of all processes that one has started, and of those that they have started. */
function ticksUnder(pid: number, processes: Processes): number {
  const children = [...processes].filter(([, { parent }]) => parent === pid)
  return children.reduce((sum, [child, { ticks }]) => sum + ticks + ticksUnder(child, processes), 0)
}

type Processes = Map<number, { parent: number; ticks: number }>

async function readProcesses(): Promise<Processes> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0)
  const read = await Promise.all(
    // One that has ended since counts in its parent.
    pids.map(async (pid) => [pid, await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')] as const),
  )
  return new Map(
    read
      .filter(([, stat]) => stat !== '')
      .map(([pid, stat]) => {
        // Counted from the name on, which may itself contain spaces: the parent, and its own and its ended children's time.
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
        const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
        return [pid, { parent: Number(fields[1]), ticks }]
      }),
  )
}
