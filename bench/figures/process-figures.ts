import { readFile, writeFile } from 'node:fs/promises'

/** Of the clock in which the kernel counts processor time; the same on every Linux. */
const TICKS_PER_SECOND = 100

/** Processor time that processes with all their threads have used, in seconds. */
export async function processorSeconds(pids: number[]): Promise<number> {
  const ticks = await Promise.all(pids.map(ticksOf))
  return ticks.reduce((sum, one) => sum + one, 0) / TICKS_PER_SECOND
}

async function ticksOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // Counted from the name on, which may itself contain spaces: user and system time.
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
  return Number(user) + Number(system)
}

/** Memory of a process that is in RAM now, in MB. */
export function residentMegabytes(pid: number): Promise<number> {
  return statusMegabytes(pid, 'VmRSS')
}

/** Resets {@link peakMegabytes}. */
export async function forgetPeak(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, '5')
}

/** The most memory that a process has had in RAM since {@link forgetPeak}, as the kernel noted it, in MB. */
export function peakMegabytes(pid: number): Promise<number> {
  return statusMegabytes(pid, 'VmHWM')
}

async function statusMegabytes(pid: number, name: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? Number.NaN) / 1024
}
