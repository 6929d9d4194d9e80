import { readFile } from 'node:fs/promises'

/** Of the clock in which the kernel counts processor time; the same on every Linux. */
const MS_PER_TICK = 10

/** Processor time that the main thread of a process has used, in milliseconds; other programs do not lengthen it. */
export async function mainThreadMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/task/${pid}/stat`, 'utf8')
  // Counted from the name on, which may itself contain spaces: user and system time.
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
  return (Number(user) + Number(system)) * MS_PER_TICK
}
