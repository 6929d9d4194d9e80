import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Often enough that a share is a share of every tenth of a second, in microseconds. */
const PERIOD_US = 10_000
/** Where the kernel's control groups are: all in one tree, or the older tree for processors alone. */
const TREES = [
  { root: '/sys/fs/cgroup', limits: (quota: number) => ({ 'cpu.max': `${quota} ${PERIOD_US}` }) },
  {
    root: '/sys/fs/cgroup/cpu',
    limits: (quota: number) => ({ 'cpu.cfs_period_us': `${PERIOD_US}`, 'cpu.cfs_quota_us': `${quota}` }),
  },
]

let groups = 0

/**
 * Holds a process with all its threads to a part of one core, through a new control group. Dispose of it once
 * the process has ended.
 * @returns null where this user may make no such group
 */
export function holdToShare(pid: number, share: number): Disposable | null {
  groups += 1
  for (const { root, limits } of TREES) {
    const group = join(root, `wellhead-bench-${process.pid}-${groups}`)
    const remove = () => removeGroup(group)
    try {
      mkdirSync(group)
      process.once('exit', remove)
      for (const [file, limit] of Object.entries(limits(Math.round(PERIOD_US * share))))
        setLimit(join(group, file), limit)
      writeFileSync(join(group, 'cgroup.procs'), String(pid))
      return { [Symbol.dispose]: remove }
    } catch {
      remove()
    }
  }
  return null
}

/** Writing would make a plain file where the kernel offers none. */
function setLimit(file: string, limit: string): void {
  if (!existsSync(file)) throw new Error(`${file} is not there`)
  writeFileSync(file, limit)
}

function removeGroup(group: string): void {
  if (existsSync(group)) rmdirSync(group)
}
