import { readdirSync, readFileSync, rmSync } from 'node:fs'

/** How long what was started may take to end, in milliseconds. */
const PATIENCE_MS = 3_000
const LOOK_AGAIN_MS = 50

/** Has the folder removed and every process that was started ended, however this process ends. */
export function leaveNothing(folder: string): void {
  // Nothing here may wait for a promise: what is under way fails for want of its servers, and would end the process first.
  process.on('exit', () => {
    endChildren()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  process.once('SIGINT', () => process.exit(130))
  process.once('SIGTERM', () => process.exit(143))
}

/** PostgreSQL takes an interrupt for a fast shutdown; the program ends orderly too. */
function endChildren(): void {
  const children = runningChildren()
  for (const pid of children) tell(pid, 'SIGINT')
  const patience = performance.now() + PATIENCE_MS
  while (runningChildren().length > 0 && performance.now() < patience) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_AGAIN_MS)
  }
  for (const pid of runningChildren()) tell(pid, 'SIGKILL')
}

/** Children that have ended stay listed until they are asked how; nobody will. */
function runningChildren(): number[] {
  const threads = readdirSync('/proc/self/task')
  const children = threads.flatMap((thread) => readFileSync(`/proc/self/task/${thread}/children`, 'utf8').split(' '))
  return children.filter((pid) => pid.trim() !== '' && !hasEnded(Number(pid))).map(Number)
}

function hasEnded(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z')
  } catch {
    return true
  }
}

function tell(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended meanwhile.
  }
}
